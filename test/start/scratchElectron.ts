import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { electronVersion } from '../../tools/start/findRuntime.ts'
import { zipOf, type ZipEntry } from './zipOf.ts'

export const root = join(import.meta.dirname, '../..')
const installed = join(root, 'node_modules/electron')
export const version = electronVersion(installed)

/** The file name of Electron's archive for this machine. */
export const archiveName = `electron-v${version}-${process.platform}-${process.arch}.zip`

/** A program in place of Electron: prints its arguments, shows a window, waits for signals, and ends as its variables say. */
const program = `#!${process.execPath}
const { FAKE_WAITS, FAKE_LIVES_MS, FAKE_SHOWS, FAKE_SIGNAL, FAKE_CODE = '0' } = process.env
process.stdout.write('runtime: ' + process.argv.slice(2).join(' ') + '\\n')
if (FAKE_SHOWS) require('node:fs').writeFileSync(process.env.HOOKSCOPE_VISIBLE_SIGN, '')
if (FAKE_LIVES_MS) setTimeout(() => undefined, Number(FAKE_LIVES_MS))
if (FAKE_SIGNAL) process.kill(process.pid, FAKE_SIGNAL)
if (FAKE_WAITS) {
  setInterval(() => undefined, 1000)
  process.on('SIGINT', () => process.stdout.write('got SIGINT\\n'))
  process.on('SIGTERM', () => {
    process.stdout.write('got SIGTERM\\n')
    setTimeout(() => process.exit(Number(FAKE_CODE)), 200)
  })
  process.stdout.write('ready\\n')
} else if (!FAKE_SIGNAL) process.exitCode = Number(FAKE_CODE)
`

const whole: ZipEntry[] = [
  { name: 'electron', content: program, mode: 0o755 },
  { name: 'version', content: version },
  { name: 'resources/filler.bin', content: 'x'.repeat(2_000_000) },
]

export interface ScratchElectron {
  /** A folder with a copy of the electron package, without a runtime, beside what its installer needs. */
  folder: string
  electronFolder: string
  /** Where downloads lie before they are complete; empty when nothing was left behind. */
  leftovers(): string[]
  variables: Record<string, string>
  archive: Buffer
  /** Puts the runtime there as the installer would. */
  putRuntime(): void
  takeRuntime(): void
  isRuntimeThere(): boolean
  remove(): void
}

/** A copy of the electron package with the digest of a small archive, so that the checkout's package stays as it is. */
export function scratchElectron(entries: ZipEntry[] | Buffer = whole): ScratchElectron {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-start-'))
  const electronFolder = join(folder, 'node_modules/electron')
  mkdirSync(join(folder, 'tmp'))
  mkdirSync(electronFolder, { recursive: true })
  for (const file of ['package.json', 'install.js', 'index.js', 'cli.js']) {
    cpSync(join(installed, file), join(electronFolder, file))
  }
  for (const scope of ['@electron', '@electron-internal']) {
    symlinkSync(join(root, 'node_modules', scope), join(folder, 'node_modules', scope))
  }
  const archive = Buffer.isBuffer(entries) ? entries : zipOf(entries)
  const digest = createHash('sha256').update(archive).digest('hex')
  writeFileSync(join(electronFolder, 'checksums.json'), JSON.stringify({ [archiveName]: digest }))
  const dist = join(electronFolder, 'dist')
  return {
    folder,
    electronFolder,
    archive,
    leftovers: () => readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('electron-download-')),
    variables: { electron_config_cache: join(folder, 'cache'), TMPDIR: join(folder, 'tmp') },
    putRuntime: () => {
      mkdirSync(dist)
      writeFileSync(join(dist, 'electron'), program, { mode: 0o755 })
      writeFileSync(join(dist, 'version'), version)
      writeFileSync(join(electronFolder, 'path.txt'), 'electron')
    },
    takeRuntime: () => {
      rmSync(dist, { recursive: true })
      rmSync(join(electronFolder, 'path.txt'))
    },
    isRuntimeThere: () => existsSync(join(dist, 'electron')) && existsSync(join(electronFolder, 'path.txt')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
