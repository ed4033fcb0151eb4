import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BundledPackage, bundledList } from './bundledPackages.ts'

const root = join(import.meta.dirname, '../..')

/** As far as it is used here: CycloneDX 1.5 as npm writes it. */
export interface Sbom {
  bomFormat: string
  components: { name: string; version: string; 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * The packages that users get: those installed with the app and those whose code is part of the built output, which
 * npm counts among the development ones. Needs the built output and npm; asks no network.
 */
export function sbom(): Sbom {
  const shipped = npmSbom('--omit=dev')
  const packages = JSON.parse(readFileSync(join(root, bundledList), 'utf8')) as BundledPackage[]
  const bundled = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const known = new Set(shipped.components.map((component) => component['bom-ref']))
  const added = npmSbom().components.filter(
    (component) => bundled.has(`${component.name}@${component.version}`) && !known.has(component['bom-ref']),
  )
  return { ...shipped, components: [...shipped.components, ...added] }
}

function npmSbom(...options: string[]): Sbom {
  const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    // npm is a script of cmd.exe there.
    shell: process.platform === 'win32',
  })
  return JSON.parse(text) as Sbom
}
