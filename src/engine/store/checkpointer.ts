import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { SharedProgress } from './sharedProgress.ts'

/**
 * How long a write-ahead log may get, bytes. A batch adds some 24 MiB at most, so that the file stays below 64 MiB.
 * `kept` is less than `long`: a file that is longer than `kept` has grown since the log last began again, and its size
 * is that of the log.
 */
export interface LogLimits {
  /** What stays of the file when the log begins again in a burst: to write over it costs less than to make it longer. */
  kept: number
  /** From here on the log is moved in the middle of a burst, by the thread that works in the background. */
  long: number
  /** Here the writer stops until all of it is moved, and waits a moment for those who still read it. */
  tooLong: number
  /** A list that was read for so long, ms, ends there when the log waits for it. */
  longReadMs: number
}

const mebibyte = 1024 * 1024

export const usualLogLimits: LogLimits = {
  kept: 12 * mebibyte,
  long: 16 * mebibyte,
  tooLong: 36 * mebibyte,
  longReadMs: 100,
}

/** Nothing was written for so long, ms: a good moment to cut the file of the log. */
export const logRestMs = 500
/** So long the writer waits for those who still read a log that is too long, ms: no query of ours takes so long. */
const patienceMs = 500
/** After that failed, ms: enough for a list, which ends its page when the log waits, and little for a sender. */
const brieflyMs = 40

/** Size of the log's file, bytes; 0 when there is none. */
export function logSize(databasePath: string): number {
  return statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0
}

/** Moves what is in the log into the database, as far as nobody still reads it. When all of it is, the next write begins again. */
export function moveLog(database: DatabaseSync, schema: 'main' | 'truth'): void {
  database.prepare(`PRAGMA ${schema}.wal_checkpoint(PASSIVE)`).get()
}

/**
 * Moves all of the log and cuts its file, when nobody reads it within so many ms. Restores the connection's patience
 * with locks afterwards.
 */
export function cutLog(database: DatabaseSync, waitMs: number): void {
  const before = Number(database.prepare('PRAGMA busy_timeout').get()?.['timeout'] ?? 0)
  database.exec(`PRAGMA busy_timeout = ${waitMs}`)
  try {
    database.prepare('PRAGMA main.wal_checkpoint(TRUNCATE)').get()
  } finally {
    database.exec(`PRAGMA busy_timeout = ${before}`)
  }
}

/**
 * The background's share: called when there is nothing better to do (`idle`), or again and again in a burst.
 * The log can begin again only once all of it was moved, and in a burst something always came meanwhile: that rest,
 * which is small, is left to the writer.
 */
export function moveLogInBackground(
  database: DatabaseSync,
  progress: SharedProgress,
  limits: LogLimits,
  idle: boolean,
): void {
  const size = progress.number('logBytes')
  if (size === 0 || (!idle && size < limits.long) || progress.is('finishLog')) return
  moveLog(database, 'truth')
  if (!idle) progress.set('finishLog', true)
}

/** Called by the reader before it begins: the log that is being cut goes first, for as long as the writer is patient. */
export function waitForCut(progress: SharedProgress): void {
  const until = performance.now() + patienceMs
  for (let seen = progress.changes(); progress.is('logIsCut'); seen = progress.changes()) {
    const left = until - performance.now()
    if (left <= 0 || progress.is('closing')) return
    progress.waitForChange(seen, left)
  }
}

/** What the writer can do with its log. */
export interface WriterLog {
  /** Of the file, bytes. */
  size(): number
  move(): void
  cut(waitMs: number): void
}

/** The writer's share. Whatever was written, the file itself has the log's size. */
export interface LogKeeper {
  /** Called after each batch. */
  afterBatch(): void
  /** Called when there is nothing to do; false when somebody still reads the log, and a later moment may be better. */
  atRest(): boolean
}

export function createLogKeeper(progress: SharedProgress, limits: LogLimits, log: WriterLog): LogKeeper {
  /**
   * A reader that did not end in time, such as another program, is waited for only briefly after each batch, until the log
   * is twice as long: a reader that was merely slow has ended by then, and one that never ends costs a handful of long waits.
   */
  let patientFrom = limits.tooLong

  function note(): number {
    const size = log.size()
    progress.setNumber('logBytes', size)
    progress.set('logWaits', size >= limits.long)
    return size
  }

  /** Where one list after the other is read, the moment in which nobody reads comes only because they wait. */
  function cut(waitMs: number): void {
    progress.set('logIsCut', true)
    try {
      log.cut(waitMs)
    } finally {
      progress.set('logIsCut', false)
      progress.wake()
    }
  }

  return {
    afterBatch() {
      const size = note()
      if (size >= limits.tooLong) {
        const isPatient = size >= patientFrom
        cut(isPatient ? patienceMs : brieflyMs)
        if (note() < limits.tooLong) patientFrom = limits.tooLong
        else if (isPatient) patientFrom = 2 * size
      } else if (progress.is('finishLog')) {
        log.move()
      }
      progress.set('finishLog', false)
    },
    atRest() {
      if (log.size() > 0) log.cut(0)
      return note() === 0
    },
  }
}

/** Keeps the log of the index short, after each of its transactions: nobody waits for the thread that writes it. */
export function createIndexLogKeeper(path: string, limits: LogLimits): (database: DatabaseSync, idle: boolean) => void {
  let longest = limits.long
  return (database, idle) => {
    const size = logSize(path)
    if (size < longest && !(idle && size > 0)) return
    cutLog(database, idle ? 0 : patienceMs)
    // Where it is read without a pause, waiting for it after each step would hold up the index.
    longest = Math.max(limits.long, logSize(path) + limits.kept)
  }
}
