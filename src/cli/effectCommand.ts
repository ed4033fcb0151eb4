import { exec } from 'node:child_process'

/** For one run of the command, ms. */
const timeoutMs = 10_000

/** Reads a number that a program prints, such as a query for the number of rows; null where it prints none. */
export function effectCommand(command: string): () => Promise<number | null> {
  return async () =>
    new Promise((resolve) => {
      exec(command, { timeout: timeoutMs, maxBuffer: 1024 * 1024 }, (error, stdout) => {
        const [digits] = /-?\d+/.exec(stdout) ?? []
        resolve(error !== null || digits === undefined ? null : Number(digits))
      })
    })
}
