import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { StartOptions } from '../../tools/start/start.ts'
import { endWithChildren } from './endWithChildren.ts'
import { root, type ScratchElectron } from './scratchElectron.ts'

export interface StartEnd {
  code: number | null
  stdout: string
  stderr: string
}

export interface StartProcess {
  child: ChildProcess
  /** Resolves once stdout and stderr together hold `text`; rejects when the process ends before. */
  until(text: string): Promise<void>
  /** Returns the current output on stdout. */
  said(): string
  ended: Promise<StartEnd>
}

interface Situation {
  words?: string[]
  variables?: Record<string, string>
  uid?: number
  /** Folder of the kernel's settings. */
  settings?: string
  limits?: Partial<StartOptions['limits']>
}

/** Starts `npm start` as it is on a Linux desktop where nothing keeps the app from starting. */
export function runStart(electron: ScratchElectron, situation: Situation = {}): StartProcess {
  const { words = [], variables, uid = 1000, settings = electron.folder, limits } = situation
  const given = {
    words,
    machine: { platform: process.platform, uid, settings },
    root,
    electronFolder: electron.electronFolder,
    limits: { stallMs: 20_000, totalMs: 60_000, earlyMs: 60_000, visibleMs: 60_000, ...limits },
  }
  const command = [join(import.meta.dirname, 'startProcess.ts'), JSON.stringify(given)]
  return watchProcess(spawn(process.execPath, command, { env: startVariables(electron, variables) }))
}

/** The variables of this process without those that `npm start` looks at, and with those of the scratch folder. */
export function startVariables(electron: ScratchElectron, variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  const ours = /^(CI|DISPLAY|WAYLAND_DISPLAY|XDG_SESSION_TYPE|https?_proxy|no_proxy|electron_.*|npm_config_.*)$/i
  const others = Object.entries(process.env).filter(([name]) => !ours.test(name))
  return { ...Object.fromEntries(others), DISPLAY: ':1', ...electron.variables, ...variables }
}

/** Watches the output and the end of a process. A process that still runs after its test is ended. */
export function watchProcess(child: ChildProcess): StartProcess {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) endWithChildren(child.pid)
    await ended
  })
  const until = async (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if ((stdout + stderr).includes(text)) resolve()
      }
      child.stdout?.on('data', look)
      child.stderr?.on('data', look)
      look()
      void ended.then(({ code }) => reject(new Error(`ended with ${code} without ${text}: ${stdout}${stderr}`)))
    })
  return { child, until, said: () => stdout, ended }
}
