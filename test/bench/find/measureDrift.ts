import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { createChangeFinder } from '../../../src/engine/store/read/findChanges.ts'
import { openReader } from '../../../src/engine/store/schema/openReader.ts'
import { truthFile } from '../../../src/engine/store/schema/truthSchema.ts'

export interface DriftFigures {
  /** Deliveries and fetched objects that were compared with the shape of their type. */
  compared: number
  /** CPU of the thread for each of them, us. */
  eachUs: number
  /** Queries wait for a step, ms. */
  longestStepMs: number
}

const maxCompared = 20_000

/** Compares the newest deliveries of a folder that no instance uses with the shapes of their types, as if they had just come. */
export function measureDrift(folder: string): DriftFigures {
  const writer = new DatabaseSync(join(folder, truthFile))
  const newest = (table: string) =>
    Number(writer.prepare(`SELECT coalesce(max(id), 0) AS id FROM ${table}`).get()?.['id'])
  const setProgress = writer.prepare('UPDATE change_progress SET deliveries_up_to = ?, attempts_up_to = ?')
  const [deliveries, attempts] = [newest('deliveries'), newest('attempts')]
  const from = [Math.max(0, deliveries - maxCompared), Math.max(0, attempts - maxCompared)] as const
  setProgress.run(...from)
  const reader = openReader(folder)
  const { findChanges } = createChangeFinder(reader)
  let usedMs = 0
  let longestStepMs = 0
  for (let goesOn = true; goesOn;) {
    const cpu = process.threadCpuUsage()
    const started = performance.now()
    const found = findChanges([])
    longestStepMs = Math.max(longestStepMs, performance.now() - started)
    const { user, system } = process.threadCpuUsage(cpu)
    usedMs += (user + system) / 1000
    setProgress.run(found.deliveriesUpTo, found.attemptsUpTo)
    goesOn = found.pending > 0 || found.learning
  }
  reader.close()
  writer.close()
  const compared = deliveries - from[0] + attempts - from[1]
  return { compared, eachUs: (usedMs * 1000) / compared, longestStepMs }
}
