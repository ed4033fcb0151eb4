import type { DatabaseSync } from 'node:sqlite'
import type { SharedProgress } from './sharedProgress.ts'

/** SQLite's default. */
export const pageBytes = 4096
/** From this size on the log is moved over in the middle of a burst, by the thread that works in the background. */
const longLog = 16 * 1024 * 1024
/** The writer itself stops to move a log of this size: nothing else kept it short. */
const tooLongLog = 64 * 1024 * 1024
/** A batch costs the log its own bytes and about two pages more. */
const batchOverhead = 2 * pageBytes

/** Moves what is in the log into deliveries.db, as far as nobody still reads it. Answers the bytes left in the log. */
export function moveLog(database: DatabaseSync, schema: 'main' | 'truth'): number {
  const row = database.prepare(`PRAGMA ${schema}.wal_checkpoint(PASSIVE)`).get()
  return row === undefined ? 0 : Math.max(0, Number(row['log']) - Number(row['checkpointed'])) * pageBytes
}

/**
 * The background's share: called when there is nothing better to do (`idle`), or again and again in a burst.
 * The log can begin anew only once all of it was moved, and in a burst something always came meanwhile: that rest,
 * which is small, is left to the writer.
 */
export function moveLogInBackground(database: DatabaseSync, progress: SharedProgress, idle: boolean): void {
  const before = progress.number('logBytes')
  if (before === 0 || (!idle && before < longLog) || progress.is('finishLog')) return
  const left = moveLog(database, 'truth')
  progress.add('logBytes', Math.min(left, before) - before)
  if (!idle) progress.set('finishLog', true)
}

/** The writer's share, after each batch. */
export function keepLogShort(progress: SharedProgress, bytes: number, move: () => number): void {
  progress.add('logBytes', bytes + batchOverhead)
  const size = progress.number('logBytes')
  if (!progress.is('finishLog') && size < tooLongLog) return
  progress.set('finishLog', false)
  const left = move()
  progress.add('logBytes', left - size)
}
