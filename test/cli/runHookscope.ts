import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { commandLine } from '../build/commandLine.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Running {
  child: ChildProcess
  /** Resolves with standard output once it holds `text`; rejects when the process ends before. */
  until(text: string): Promise<string>
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Ended>
  ended: Promise<Ended>
}

interface RunOptions {
  input?: string | Uint8Array
  variables?: Record<string, string>
  /** Default: the command line of this run, see commandLine.ts. */
  entry?: string
}

/** Starts the command line as users do: a process of its own. */
export function startHookscope(args: string[], { input, variables, entry = commandLine }: RunOptions = {}): Running {
  const child = spawn(process.execPath, [entry, ...args], { env: { ...cleanVariables(), ...variables } })
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }))
  return {
    child,
    ended,
    until: async (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!stdout.includes(text)) return
          child.stdout.off('data', look)
          resolve(stdout)
        }
        child.stdout.on('data', look)
        look()
        void ended.then(({ code }) => reject(new Error(`ended with ${code} before ${JSON.stringify(text)}: ${stderr}`)))
      }),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Runs a command to its end. */
export async function runHookscope(args: string[], options: RunOptions = {}): Promise<Ended> {
  return startHookscope(args, options).ended
}

/** Nothing of whoever runs the tests. */
export function cleanVariables(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('HOOKSCOPE_'))
  return { ...Object.fromEntries(others), HOOKSCOPE_KEYRING: 'off' }
}
