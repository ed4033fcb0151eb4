import { build } from 'electron-builder'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ProductIdentity } from '../../src/shared/identity.ts'
import { builderConfig } from './builderConfig.ts'
import { writeChecksums } from './checksums.ts'
import { sbom } from './sbom.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Builds the packages of this system with Electron's own runtime and gathers them in `dist/release` with an SBOM
 * (CycloneDX) and checksums. Signs where electron-builder finds certificates in its variables.
 * @returns the lines of the checksum file
 */
export async function buildRelease(identity: ProductIdentity, output: string): Promise<string[]> {
  const release = join(output, 'release')
  rmSync(output, { recursive: true, force: true })
  mkdirSync(release, { recursive: true })
  const artifacts = await build({
    projectDir: root,
    config: builderConfig({ identity, output, runtime: null, resources: join(root, 'resources') }),
    publish: 'never',
  })
  for (const artifact of artifacts) copyFileSync(artifact, join(release, basename(artifact)))
  writeFileSync(join(release, 'sbom.cdx.json'), `${JSON.stringify(sbom(), null, 2)}\n`)
  return writeChecksums(release)
}
