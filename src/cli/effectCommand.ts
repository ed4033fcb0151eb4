import { exec } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

/** For one run of the command, ms. */
const patienceMs = 10_000
/** Between two readings: work that goes on after the answer is waited for. */
const pauseMs = 150
/** Readings until a number counts that still changes. */
const mostReadings = 20

/** Counts effects with a program that prints a number, such as a query for the number of rows. */
export function effectCommand(command: string): () => Promise<number | null> {
  return async () => {
    let before = await read(command)
    for (let reading = 1; reading < mostReadings; reading += 1) {
      await pause(pauseMs)
      const now = await read(command)
      if (now === before || now === null) return now
      before = now
    }
    return before
  }
}

async function read(command: string): Promise<number | null> {
  return new Promise((resolve) => {
    exec(command, { timeout: patienceMs, maxBuffer: 1024 * 1024 }, (error, stdout) => {
      const [digits] = /-?\d+/.exec(stdout) ?? []
      resolve(error !== null || digits === undefined ? null : Number(digits))
    })
  })
}
