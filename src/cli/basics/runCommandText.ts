import { exec } from 'node:child_process'

/** Timeout for a command of the caller, ms. */
const timeoutMs = 60_000

/** Runs a command of the caller. A large output is cut. `exit` is null for one that could not be run. */
export async function runCommandText(
  command: string,
  signal: AbortSignal,
): Promise<{ exit: number | null; output: string }> {
  return new Promise((resolve) => {
    exec(command, { timeout: timeoutMs, maxBuffer: 1_000_000, signal }, (error, stdout, stderr) => {
      if (error === null) return resolve({ exit: 0, output: stdout })
      const exit = typeof error.code === 'number' ? error.code : null
      resolve({ exit, output: stdout || stderr || error.message })
    })
  })
}
