import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { indexFile } from './indexSchema.ts'
import { truthFile } from './truthSchema.ts'

/** The reader thread's connection: deliveries.db as `main` and index.db as `idx`, both read only. */
export function openReader(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, truthFile), { readOnly: true, timeout: 5000 })
  database.prepare('ATTACH ? AS idx').run(join(folder, indexFile))
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON')
  return database
}

/** Runs queries in one read transaction, so that all see the same moment. Keep it short: checkpoints wait for it. */
export function inReadTransaction<Result>(database: DatabaseSync, read: () => Result): Result {
  database.exec('BEGIN')
  try {
    return read()
  } finally {
    database.exec('COMMIT')
  }
}
