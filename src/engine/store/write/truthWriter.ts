import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StoreProblem } from '../../../shared/codes/store.ts'
import { eachInArena } from './arena.ts'
import { refuseEmptied } from '../schema/emptiedDatabase.ts'
import {
  busyTimeoutMs,
  compactFile,
  vacuumStep,
  enableIncrementalVacuum,
  truncateWal,
  usualDelete,
} from '../schema/freeSpace.ts'
import { walSizeLimitBytes } from '../schema/openIndex.ts'
import { ensureChangeTables } from '../schema/changeTables.ts'
import { ensureSchema, refuseForeignSchema } from '../schema/schemaVersion.ts'
import { writeProblem } from '../schema/sqliteProblem.ts'
import { createTruth, newestIdReader, truthFile, truthVersion } from '../schema/truthSchema.ts'
import { type Counters, counterWriter, readCounters } from './counters.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import type { Batch, BatchOutcome, BatchTimes } from './operations.ts'
import { operationWriter } from './operationWriter.ts'
import { reindexedBy } from './reindexedBy.ts'

/** The one connection that writes deliveries.db. Lives in the store thread, where it may wait for the disk. */
export interface TruthWriter {
  /** Writes a batch and syncs it to disk. Never throws: what could not be kept is an outcome. */
  write(batch: Batch): BatchOutcome
  /** Rewrites the whole file without its free space. Returns why it could not, or null. */
  compact(): StoreProblem | null
  /** Gives back some free space; false when there is none to give. */
  giveBack(): boolean
  /** Truncates the write-ahead log; false while a reader still uses it. */
  truncateWal(): boolean
  /** Deliveries whose index entry was out of date when the last process ended. */
  toReindex(): number[]
  /** Everything in `reindex` is in the index, and the index is on disk. */
  clearReindex(): void
  /** Id of the newest delivery, also when it was removed since; 0 when there was none. */
  lastId(): number
  /** When the newest delivery came, ms since the epoch; null when there is none. */
  lastReceivedAt(): number | null
  counters(): Counters
  close(): void
}

/** Opens deliveries.db, creating it where it is absent. Throws SQLite's error, ForeignSchema or EmptiedDatabase. */
export function openTruthWriter(folder: string): TruthWriter {
  const path = join(folder, truthFile)
  mkdirSync(folder, { recursive: true })
  refuseForeignSchema(path, truthVersion)
  refuseEmptied(folder)
  let connection: Connection | undefined = connect(path)

  function reconnect(): Connection {
    const fresh = connect(path)
    // After a failed sync the OS may have dropped unwritten pages: checkpoint and truncate the WAL.
    fresh.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return fresh
  }

  function dropConnection(): void {
    if (connection !== undefined) disconnect(connection)
    connection = undefined
  }

  /** Runs maintenance. A failure loses nothing; the next batch reports the problem of the disk. */
  function maintain(work: (database: DatabaseSync) => boolean): boolean {
    try {
      return connection !== undefined && work(connection.database)
    } catch {
      return false
    }
  }

  return {
    write(batch) {
      try {
        connection ??= reconnect()
        return writeBatch(connection, batch)
      } catch (error) {
        dropConnection()
        return { kind: 'lost', why: writeProblem(error, folder) }
      }
    },
    compact() {
      try {
        connection ??= reconnect()
        compactFile(connection.database)
        // Prepared statements are stale after the rewrite.
        dropConnection()
        connection = reconnect()
        return null
      } catch (error) {
        dropConnection()
        return writeProblem(error, folder)
      }
    },
    giveBack: () => maintain(vacuumStep),
    truncateWal: () => maintain(truncateWal),
    toReindex: () =>
      connection?.database
        .prepare('SELECT delivery_id AS id FROM reindex ORDER BY delivery_id')
        .all()
        .map(({ id }) => Number(id)) ?? [],
    clearReindex: () =>
      void maintain((database) => {
        database.exec('DELETE FROM reindex')
        return true
      }),
    lastId: () => (connection?.nextId ?? 1) - 1,
    lastReceivedAt: () => (connection === undefined ? null : lastReceivedAt(connection.database)),
    counters: () =>
      connection === undefined ? { byVerdict: {}, byEnvironment: {} } : readCounters(connection.database),
    close: dropConnection,
  }
}

type Connection = ReturnType<typeof connect>

function connect(path: string) {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    enableIncrementalVacuum(database)
    // FULL syncs the WAL at every commit; fullfsync makes that sync the strong one on macOS.
    database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA journal_size_limit = ${walSizeLimitBytes};
      PRAGMA trusted_schema = OFF; ${usualDelete};
    `)
    ensureSchema(database, truthVersion, createTruth)
    ensureChangeTables(database)
    const counters = counterWriter(database)
    return {
      database,
      nextId: newestIdReader(database)() + 1,
      begin: database.prepare('BEGIN IMMEDIATE'),
      commit: database.prepare('COMMIT'),
      delivery: database.prepare('INSERT INTO deliveries (id, head, body) VALUES (?, ?, ?)'),
      counters,
      times: database.prepare(`
        INSERT OR REPLACE INTO batch_times SELECT ?1, ?2, ?3, ?4
        WHERE EXISTS (SELECT 1 FROM deliveries WHERE id >= ?1 AND id < ?1 + ?2)`),
      reindex: database.prepare('INSERT OR IGNORE INTO reindex VALUES (?)'),
      writeOperation: operationWriter(database, counters),
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Pages of write-ahead log after which SQLite checkpoints it, some 8 MB: rarely in a burst, and well below 64 MB. */
const checkpointPages = 2000

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
  const answers = batch.operations.map(connection.writeOperation)
  for (const operation of batch.operations) {
    for (const deliveryId of reindexedBy(operation)?.ids ?? []) connection.reindex.run(deliveryId)
  }
  for (const times of batch.times) writeTimes(connection, times)
  const recounted = batch.operations.some(({ kind }) => kind === 'put-verdicts' || kind === 'remove-deliveries')
  const counters = recounted ? readCounters(connection.database) : null
  connection.commit.run()
  connection.nextId = id
  return { kind: 'kept', firstId, answers, counters }
}

function lastReceivedAt(database: DatabaseSync): number | null {
  const row = database
    .prepare(`SELECT ${headColumns} FROM deliveries AS d ${laterFacts} ORDER BY d.id DESC LIMIT 1`)
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
