import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const root = join(import.meta.dirname, '../..')
const installed = join(root, 'node_modules/electron')

/** A program in place of Electron: prints its arguments, shows a window, waits for signals, and ends as its variables say. */
const app = `#!${process.execPath}
const { APP_SHOWS, APP_WAITS, APP_SIGNAL, APP_CODE = '0' } = process.env
process.stdout.write('app: ' + process.argv.slice(2).join(' ') + '\\n')
if (APP_SHOWS) require('node:fs').writeFileSync(process.env.HOOKSCOPE_VISIBLE_SIGN, '')
if (APP_SIGNAL) process.kill(process.pid, APP_SIGNAL)
else if (APP_WAITS) {
  setInterval(() => undefined, 1000)
  process.on('SIGINT', () => process.stdout.write('got SIGINT\\n'))
  process.on('SIGTERM', () => {
    process.stdout.write('got SIGTERM\\n')
    setTimeout(() => process.exit(Number(APP_CODE)), 200)
  })
  process.stdout.write('ready\\n')
} else process.exitCode = Number(APP_CODE)
`

/** An installer in place of Electron's: it leaves the same files, or waits. */
const installer = `
const { mkdirSync, writeFileSync } = require('node:fs')
if (process.env.INSTALLER_WAITS) {
  process.stdout.write('installing\\n')
  setInterval(() => undefined, 1000)
} else {
  mkdirSync(__dirname + '/dist')
  writeFileSync(__dirname + '/dist/electron', ${JSON.stringify(app)}, { mode: 0o755 })
  writeFileSync(__dirname + '/path.txt', 'electron')
}
`

export interface ScratchMachine {
  folder: string
  electronFolder: string
  /** Puts the runtime there. */
  install(): void
}

/** A copy of the electron package without a runtime; removed after the test. */
export function scratchMachine({ installer: kind }: { installer: 'stand-in' | 'real' }): ScratchMachine {
  const folder = mkdtempSync(join(tmpdir(), 'hookscope-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const electronFolder = join(folder, 'node_modules/electron')
  mkdirSync(electronFolder, { recursive: true })
  if (kind === 'stand-in') writeFileSync(join(electronFolder, 'install.js'), installer)
  else {
    for (const file of ['package.json', 'install.js', 'checksums.json']) {
      copyFileSync(join(installed, file), join(electronFolder, file))
    }
    symlinkSync(join(root, 'node_modules/@electron'), join(folder, 'node_modules/@electron'))
  }
  const dist = join(electronFolder, 'dist')
  return {
    folder,
    electronFolder,
    install: () => {
      mkdirSync(dist)
      writeFileSync(join(dist, 'electron'), app, { mode: 0o755 })
      writeFileSync(join(electronFolder, 'path.txt'), 'electron')
    },
  }
}

interface Situation {
  words?: string[]
  variables?: Record<string, string>
  uid?: number
  /** Folder of the kernel's settings. */
  settings?: string
  installTimeoutMs?: number
  windowTimeoutMs?: number
}

export interface StartedProcess {
  child: ChildProcess
  /** Resolves once stdout and stderr together hold `text`; rejects when the process ends before. */
  until(text: string): Promise<void>
  output(): string
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** The command line of `npm start` as a user of a Linux desktop meets it, with what `situation` changes. */
export function startCommand({ folder, electronFolder }: ScratchMachine, situation: Situation = {}): string[] {
  const { variables: _, ...given } = situation
  const limits = { installTimeoutMs: 60_000, windowTimeoutMs: 60_000 }
  const options = { words: [], uid: 1000, settings: folder, electronFolder, ...limits, ...given }
  return [process.execPath, join(import.meta.dirname, 'startProcess.ts'), JSON.stringify(options)]
}

/** Starts `npm start` on a machine. */
export function startOn(machine: ScratchMachine, situation: Situation = {}): StartedProcess {
  return watchProcess(startCommand(machine, situation), startVariables(situation.variables))
}

/** The variables of this process without those that `npm start` reads. */
export function startVariables(variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  const read = /^(CI|DISPLAY|WAYLAND_DISPLAY|XDG_SESSION_TYPE|https?_proxy|no_proxy|electron_.*|npm_config_.*)$/i
  const others = Object.entries(process.env).filter(([name]) => !read.test(name))
  return { ...Object.fromEntries(others), DISPLAY: ':1', ...variables }
}

/** Starts a program in a process group of its own, which is killed after the test. */
export function watchProcess([program = '', ...words]: string[], env: NodeJS.ProcessEnv): StartedProcess {
  const child = spawn(program, words, { env, cwd: root, detached: true })
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts }))
  onTestFinished(async () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // All of them have ended.
    }
    await ended
  })
  const output = () => texts.stdout + texts.stderr
  const until = async (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (output().includes(text)) resolve()
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      look()
      void ended.then(({ code }) => reject(new Error(`ended with ${code} without ${text}: ${output()}`)))
    })
  return { child, until, output, ended }
}
