import { spawn, type StdioOptions } from 'node:child_process'
import { constants } from 'node:os'
import type { Interruptions } from './interruptions.ts'

/** How a shell ended. */
export interface ShellEnd {
  code: number | null
  signal: NodeJS.Signals | null
  /** Why it could not even be started: the system's code, e.g. EACCES. */
  error: string | null
  afterMs: number
  /** A person or a program stopped it. */
  asked: boolean
}

export interface ShellOptions {
  cwd: string
  variables: NodeJS.ProcessEnv
  stdio: StdioOptions
  interruptions: Interruptions
}

/** Runs a shell in the foreground to its end. */
export async function runShell(program: string, words: readonly string[], options: ShellOptions): Promise<ShellEnd> {
  const startedAt = performance.now()
  const child = spawn(program, words, { stdio: options.stdio, cwd: options.cwd, env: options.variables })
  const stopPassing = options.interruptions.passTo((signal) => child.kill(signal))
  return new Promise((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null, error: string | null) => {
      stopPassing()
      const asked = options.interruptions.signal.aborted
      resolve({ code, signal, error, afterMs: performance.now() - startedAt, asked })
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) end(null, null, error.code ?? error.message)
    })
    child.on('exit', (code, signal) => end(code, signal, null))
  })
}

/** Exit codes with which our own code has said why already: wrong usage, could not do it. */
const explained = new Set([2, 3])

/** Whether the desktop app ended before it can have opened a window, by itself and without a word of ours. Pure. */
export function endedEarly(end: ShellEnd, earlyMs: number): boolean {
  if (end.error !== null) return true
  if (end.asked || end.afterMs > earlyMs) return false
  return end.signal !== null || (end.code !== 0 && !explained.has(end.code ?? 0))
}

/** The exit code that says the same as how a shell ended. Pure. */
export function exitCodeOf(end: ShellEnd): number {
  if (end.signal !== null) return 128 + constants.signals[end.signal]
  return end.code ?? 1
}
