import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** The output of `npm pack` about the package. */
export interface Packed {
  filename: string
  /** Bytes, packed and unpacked. */
  size: number
  unpackedSize: number
  files: { path: string; size: number }[]
}

export interface PackedPackage {
  facts: Packed
  tarball: string
  /** A new folder with nothing in it to install; `remove` takes it away with the rest. */
  folder(name: string): string
  remove(): void
}

/** Packs the built project as a publisher would. The build itself is made before: other tests read it at the same time. */
export function packPackage(): PackedPackage {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'hookscope-package-')))
  const { stdout } = npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', scratch)
  const [facts] = JSON.parse(stdout) as [Packed]
  return {
    facts,
    tarball: join(scratch, facts.filename),
    folder: (name) => {
      const path = join(scratch, name)
      mkdirSync(path)
      // Else npm would look for one further up, and install there.
      writeFileSync(join(path, 'package.json'), '{}')
      return path
    },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

/** Runs npm in a folder; throws with what it said when it fails. */
export function npm(folder: string, ...words: string[]): { stdout: string; stderr: string } {
  return command('npm', folder, words)
}

/** Runs a package's command in a folder, as it is installed there. */
export function npx(folder: string, ...words: string[]): { stdout: string; stderr: string } {
  return command('npx', folder, ['--offline', ...words])
}

function command(name: 'npm' | 'npx', folder: string, words: string[]): { stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(name, words, {
    cwd: folder,
    encoding: 'utf8',
    env: ownVariables(),
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${name} ${words.join(' ')} ended with ${status}: ${stderr}${stdout}`)
  return { stdout, stderr }
}

/** Without what an npm around the tests would pass on, and with the Node that runs them. */
function ownVariables(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  return {
    ...Object.fromEntries(others),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
    npm_config_update_notifier: 'false',
  }
}
