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
  /** The user or a program stopped it. */
  asked: boolean
}

export interface ShellOptions {
  cwd: string
  variables: NodeJS.ProcessEnv
  stdio: StdioOptions
  interruptions: Interruptions
  /** Ends the shell when aborted. */
  stop?: AbortSignal
}

/** Time for a clean stop, ms; the desktop app ends within 10 s of a signal. */
const stopGraceMs = 15_000

/** Runs a shell in the foreground to its end. */
export async function runShell(program: string, words: readonly string[], options: ShellOptions): Promise<ShellEnd> {
  const startedAt = performance.now()
  const child = spawn(program, words, { stdio: options.stdio, cwd: options.cwd, env: options.variables })
  const stopPassing = options.interruptions.passTo((signal) => child.kill(signal))
  options.stop?.addEventListener('abort', () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), stopGraceMs).unref()
  })
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

/** The exit code that says the same as how a shell ended. Pure. */
export function exitCodeOf(end: ShellEnd): number {
  if (end.signal !== null) return 128 + constants.signals[end.signal]
  return end.code ?? 1
}
