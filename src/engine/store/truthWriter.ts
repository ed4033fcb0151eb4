import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { eachInArena } from './arena.ts'
import { moveLog } from './checkpointer.ts'
import { headColumns, headOf, laterVerdicts } from './deliveryHead.ts'
import { type Counters, counterWriter, readCounters } from './counters.ts'
import type { Batch, BatchOutcome, BatchTimes } from './messages.ts'
import { migrate, refuseNewerSchema } from './migrate.ts'
import { operationWriter } from './operationWriter.ts'
import { writeProblem } from './sqliteProblem.ts'
import { newestId, truthFile, truthSteps } from './truthSchema.ts'

/** The one connection that writes deliveries.db. Lives in the writer thread, where it may wait for the disk. */
export interface TruthWriter {
  /** Writes a batch and syncs it to disk. Never throws: what could not be kept is told as an outcome. */
  write(batch: Batch): BatchOutcome
  /**
   * Moves the log into the database, as far as nobody still reads it. Once all of it is moved the log begins anew.
   * Answers the bytes that are left in it.
   */
  moveLog(): number
  /** Id of the newest delivery, also when it was removed since; 0 when there was none. */
  lastId(): number
  /** Number of the newest change of a verdict on disk, 0 when there is none. */
  lastVerdictChange(): number
  /** Number of the newest removal that the index may not know of yet, 0 when there is none. */
  lastRemoval(): number
  /** When the newest delivery came, ms since the epoch; null when there is none. */
  lastReceivedAt(): number | null
  counters(): Counters
  close(): void
}

/** Opens deliveries.db, creating or upgrading it. Throws SQLite's error or NewerSchema. */
export function openTruthWriter(folder: string): TruthWriter {
  const path = join(folder, truthFile)
  mkdirSync(folder, { recursive: true })
  refuseNewerSchema(path, truthSteps.length)
  let connection: Connection | undefined = connect(path)

  function reconnect(): Connection {
    const fresh = connect(path)
    // After a failed sync the system may no longer hold what it was to write: the log is moved over and begun anew.
    fresh.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return fresh
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
        return { kind: 'lost', problem: writeProblem(error, folder) }
      }
    },
    moveLog: () => (connection === undefined ? 0 : moveLog(connection.database, 'main')),
    lastId: () => (connection?.nextId ?? 1) - 1,
    lastVerdictChange: () => number('SELECT max(number) AS number FROM later_verdicts'),
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

type Connection = ReturnType<typeof connect>

function connect(path: string) {
  const database = new DatabaseSync(path, { timeout: 5000 })
  try {
    // FULL syncs the log at every commit; fullfsync makes that sync the strong one on macOS.
    database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA wal_autocheckpoint = 0; PRAGMA trusted_schema = OFF;
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
      times: database.prepare('INSERT OR REPLACE INTO batch_times VALUES (?, ?, ?, ?)'),
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
    // The disk already said what is wrong, and that was told with the batch.
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
    .prepare(`SELECT ${headColumns} FROM deliveries AS d ${laterVerdicts('main')} ORDER BY d.id DESC LIMIT 1`)
    .get()
  try {
    return row === undefined ? null : headOf(row).receivedAt
  } catch {
    // A head that cannot be read is no reason not to open: it is told when that delivery is asked for.
    return null
  }
}

function writeTimes(connection: Connection, times: BatchTimes): void {
  const { buffer, byteOffset, byteLength } = times.answeredAfter
  connection.times.run(times.firstId, times.count, times.committedAt, new Uint8Array(buffer, byteOffset, byteLength))
}
