import { build } from 'electron-builder'
import { createRequire } from 'node:module'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProductIdentity } from '../../src/shared/identity.ts'
import { builderConfig } from './builderConfig.ts'
import { writeChecksums } from './checksums.ts'
import { sbom } from './sbom.ts'

const root = join(import.meta.dirname, '../..')

/** Certificates and accounts, as electron-builder reads them. */
const signingVariables = [
  'CSC_LINK',
  'CSC_NAME',
  'CSC_KEY_PASSWORD',
  'APPLE_API_KEY',
  'APPLE_API_KEY_ID',
  'APPLE_API_ISSUER',
] as const

/**
 * Builds the packages of this system and architecture with Electron's own runtime and gathers them in `dist/release` with an
 * SBOM (CycloneDX) and checksums. Signs where the variables name a certificate.
 * @returns the lines of the checksum file
 */
export async function buildRelease(identity: ProductIdentity, output: string): Promise<string[]> {
  const release = join(output, 'release')
  rmSync(output, { recursive: true, force: true })
  mkdirSync(release, { recursive: true })
  dropEmptyVariables(process.env)
  const artifacts = await build({
    projectDir: root,
    config: builderConfig({
      identity,
      output,
      runtime: null,
      resources: join(root, 'resources'),
      hasCertificate: hasCertificate(process.env),
    }),
    publish: 'never',
  })
  for (const artifact of artifacts) copyFileSync(artifact, join(release, basename(artifact)))
  writeFileSync(join(release, 'sbom.cdx.json'), `${JSON.stringify(sbom(), null, 2)}\n`)
  return writeChecksums(release)
}

/** Removes variables without a value, which a workflow sets for secrets that do not exist; the builder takes them for paths. */
export function dropEmptyVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of signingVariables) if (variables[name] === '') delete variables[name]
}

export function hasCertificate(variables: NodeJS.ProcessEnv): boolean {
  return Boolean(variables['CSC_LINK']) || Boolean(variables['CSC_NAME'])
}

/**
 * Why this machine cannot build packages with every native module in them, as a sentence; null when it can. npm leaves an
 * optional package out without failing, and a package without the keyring refuses the folders that one with it has sealed.
 * @param load loads a package
 */
export function missingModules(
  load: (name: string) => unknown = createRequire(join(root, 'package.json')),
): string | null {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8')
  const { optionalDependencies } = JSON.parse(manifest) as { optionalDependencies: Record<string, string> }
  const missing = Object.keys(optionalDependencies).filter((name) => !canLoad(load, name))
  if (missing.length === 0) return null
  return `A release needs the native modules of ${process.platform} ${process.arch}, and ${missing.join(', ')} cannot be loaded. Run npm ci with this machine's own Node and build again.`
}

function canLoad(load: (name: string) => unknown, name: string): boolean {
  try {
    load(name)
    return true
  } catch {
    return false
  }
}
