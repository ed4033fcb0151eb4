import { build, Platform } from 'electron-builder'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProductIdentity } from '../../src/shared/identity.ts'
import { builderConfig } from './builderConfig.ts'
import { notAnApplication, writePlaceholderRuntime } from './placeholderRuntime.ts'
import { type AssembledApp, readBack } from './readBack.ts'

const root = join(import.meta.dirname, '../..')

/** Fuses as Electron 45 ships them (node_modules/@electron/fuses lists their order). */
const shippedFuses = '101100011'

/**
 * Assembles the app of Linux on a placeholder in place of Electron's runtime, marks it as no application, and reads it
 * back. Needs the built output (`npm run build`) and nothing from a network.
 * @returns where it lies, and what it holds
 */
export async function assembleOnPlaceholder(
  identity: ProductIdentity,
  output: string,
): Promise<{ folder: string; app: AssembledApp }> {
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const runtime = join(output, 'placeholder-runtime')
  writePlaceholderRuntime(runtime, electronVersion(), shippedFuses)
  await build({
    targets: Platform.LINUX.createTarget('dir'),
    projectDir: root,
    config: builderConfig({ identity, output, runtime, resources: join(root, 'resources'), hasCertificate: false }),
    publish: 'never',
  })
  const folder = join(output, 'linux-unpacked')
  writeFileSync(join(folder, 'NOT-AN-APPLICATION.txt'), `${notAnApplication}\n`)
  return { folder, app: await readBack(folder, identity.name.toLowerCase()) }
}

/**
 * Assembles the app of this system on an unpacked runtime of Electron, as a release does, with an ad hoc signature on macOS.
 * @param runtime folder of the runtime
 * @returns its program
 */
export async function assembleOnRuntime(
  identity: ProductIdentity,
  output: string,
  runtime: string,
): Promise<{ program: string }> {
  await build({
    targets: Platform.current().createTarget('dir'),
    projectDir: root,
    config: builderConfig({
      identity,
      output,
      runtime,
      resources: join(root, 'resources'),
      hasCertificate: false,
    }),
    publish: 'never',
  })
  const programs = {
    darwin: `${identity.name}.app/Contents/MacOS/${identity.name}`,
    win32: `${identity.name}.exe`,
    linux: identity.name.toLowerCase(),
  }
  const program = programs[process.platform as keyof typeof programs]
  // The folder's name has system and architecture, such as linux-arm64-unpacked.
  const folder = readdirSync(output).find((name) => existsSync(join(output, name, program)))
  if (folder === undefined) throw new Error(`electron-builder left no ${program} in ${output}.`)
  return { program: join(output, folder, program) }
}

function electronVersion(): string {
  const manifest = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
