import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { eachInArena } from './arena.ts'
import { cutLog, type LogLimits, logSize, moveLog, type WriterLog } from './checkpointer.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { type Counters, counterWriter, readCounters } from './counters.ts'
import type { Batch, BatchOutcome, BatchTimes } from './messages.ts'
import { compactFile, letGiveBack, usualDelete } from './freeSpace.ts'
import type { StoreProblem } from '../../shared/codes/store.ts'
import { refuseEmptied } from './emptiedDatabase.ts'
import { migrate, refuseNewerSchema } from './migrate.ts'
import { operationWriter } from './operationWriter.ts'
import { writeProblem } from './sqliteProblem.ts'
import { newestId, truthFile, truthSteps } from './truthSchema.ts'

/** The one connection that writes deliveries.db. Lives in the writer thread, where it may wait for the disk. */
export interface TruthWriter {
  /** Writes a batch and syncs it to disk. Never throws: what could not be kept is an outcome. */
  write(batch: Batch): BatchOutcome
  log: WriterLog
  /** Writes the whole file again without what is free in it. Answers why it could not, or null. */
  compact(): StoreProblem | null
  /** Copies the file to a new one, in small steps. Rejects with SQLite's error. */
  backUp(path: string, onProgress: (done: number, of: number) => void): Promise<void>
  /** Id of the newest delivery, also when it was removed since; 0 when there was none. */
  lastId(): number
  /** Number of the newest change of a verdict on disk, 0 when there is none. */
  lastVerdictChange(): number
  /** Number of the newest late answer on disk, 0 when there is none. */
  lastLateAnswer(): number
  /** Number of the newest removal that the index may not know of yet, 0 when there is none. */
  lastRemoval(): number
  /** When the newest delivery came, ms since the epoch; null when there is none. */
  lastReceivedAt(): number | null
  counters(): Counters
  close(): void
}

/** Opens deliveries.db, creating or upgrading it. Throws SQLite's error or NewerSchema. */
export function openTruthWriter(folder: string, limits: LogLimits): TruthWriter {
  const path = join(folder, truthFile)
  mkdirSync(folder, { recursive: true })
  refuseNewerSchema(path, truthSteps.length)
  refuseEmptied(folder)
  let connection: Connection | undefined = connect(path, limits)

  function reconnect(): Connection {
    const fresh = connect(path, limits)
    // After a failed sync the OS may have dropped unwritten pages: checkpoint and truncate the WAL.
    fresh.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return fresh
  }

  /** Runs WAL maintenance. On failure the data stays safe in the WAL; the next batch reports the disk problem. */
  function tend(work: (database: DatabaseSync) => void): void {
    try {
      if (connection !== undefined) work(connection.database)
    } catch {
      // Retried after the next batch, or when next idle.
    }
  }

  const number = (sql: string): number => Number(connection?.database.prepare(sql).get()?.['number'] ?? 0)

  return {
    write(batch) {
      try {
        connection ??= reconnect()
        return writeBatch(connection, batch)
      } catch (error) {
        if (connection !== undefined) disconnect(connection)
        connection = undefined
        return { kind: 'lost', why: writeProblem(error, folder) }
      }
    },
    log: {
      size: () => logSize(path),
      move: () => tend((database) => moveLog(database, 'main')),
      cut: (waitMs) => tend((database) => cutLog(database, waitMs)),
    },
    compact() {
      try {
        connection ??= reconnect()
        compactFile(connection.database)
        // Prepared statements are stale after the rewrite.
        disconnect(connection)
        connection = undefined
        connection = reconnect()
        return null
      } catch (error) {
        if (connection !== undefined) disconnect(connection)
        connection = undefined
        return writeProblem(error, folder)
      }
    },
    async backUp(path, onProgress) {
      connection ??= reconnect()
      await backup(connection.database, path, {
        rate: backupPages,
        progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
      })
    },
    lastId: () => (connection?.nextId ?? 1) - 1,
    lastVerdictChange: () => number('SELECT max(number) AS number FROM later_verdicts'),
    lastLateAnswer: () => number('SELECT max(number) AS number FROM late_answers'),
    lastRemoval: () => number('SELECT max(number) AS number FROM removals'),
    lastReceivedAt: () => (connection === undefined ? null : lastReceivedAt(connection.database)),
    counters: () =>
      connection === undefined ? { byVerdict: {}, byEnvironment: {} } : readCounters(connection.database),
    close() {
      if (connection !== undefined) disconnect(connection)
      connection = undefined
    },
  }
}

/** Pages copied per backup step; each blocks the writer for less than a millisecond. */
const backupPages = 64

type Connection = ReturnType<typeof connect>

function connect(path: string, limits: LogLimits) {
  const database = new DatabaseSync(path, { timeout: 5000 })
  try {
    letGiveBack(database)
    // FULL syncs the log at every commit; fullfsync makes that sync the strong one on macOS.
    database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = ${limits.kept}; PRAGMA trusted_schema = OFF;
      ${usualDelete};
    `)
    migrate(database, truthSteps)
    const counters = counterWriter(database)
    return {
      database,
      nextId: newestId(database, 'main') + 1,
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      delivery: database.prepare('INSERT INTO deliveries (id, head, body) VALUES (?, ?, ?)'),
      counters,
      times: database.prepare(`
        INSERT OR REPLACE INTO batch_times SELECT ?1, ?2, ?3, ?4
        WHERE EXISTS (SELECT 1 FROM deliveries WHERE id >= ?1 AND id < ?1 + ?2)`),
      writeOperation: operationWriter(database, counters),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Undoes an open transaction, if any, by closing; a close that fails leaves nothing that could be used again. */
function disconnect(connection: Connection): void {
  try {
    connection.database.close()
  } catch {
    // The disk already said what is wrong, and that was reported with the batch.
  }
}

function writeBatch(connection: Connection, batch: Batch): BatchOutcome {
  const firstId = connection.nextId
  let id = firstId
  connection.begin.run()
  if (batch.arena !== null) {
    eachInArena(batch.arena, (head, body) => {
      connection.delivery.run(id, head, body)
      id += 1
    })
  }
  connection.counters.add(batch.counters)
  const operationIds = batch.operations.map(connection.writeOperation)
  for (const times of batch.times) writeTimes(connection, times)
  const recounted = batch.operations.some(({ kind }) => kind === 'put-verdicts' || kind === 'remove-deliveries')
  const counters = recounted ? readCounters(connection.database) : null
  connection.commit.run()
  connection.nextId = id
  return { kind: 'kept', firstId, operationIds, counters }
}

function lastReceivedAt(database: DatabaseSync): number | null {
  const row = database
    .prepare(`SELECT ${headColumns} FROM deliveries AS d ${laterFacts('main')} ORDER BY d.id DESC LIMIT 1`)
    .get()
  try {
    return row === undefined ? null : headOf(row).receivedAt
  } catch {
    // A head that cannot be read is no reason not to open: it is reported when that delivery is asked for.
    return null
  }
}

function writeTimes(connection: Connection, times: BatchTimes): void {
  const { buffer, byteOffset, byteLength } = times.answeredAfter
  connection.times.run(times.firstId, times.count, times.committedAt, new Uint8Array(buffer, byteOffset, byteLength))
}
