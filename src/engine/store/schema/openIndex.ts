import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { enableIncrementalVacuum } from './freeSpace.ts'
import { createIndex, indexFile, indexVersion } from './indexSchema.ts'
import { ensureSchema } from './schemaVersion.ts'
import { newestIdReader, truthFile } from './truthSchema.ts'

/**
 * Opens index.db for writing, with deliveries.db attached. No two tables of the two files share a name, so queries name
 * none of the files. An index that is absent, damaged, of another version or of another store is rebuilt.
 */
export function openIndex(folder: string): DatabaseSync {
  try {
    return connect(folder)
  } catch {
    return recreateIndex(folder)
  }
}

/**
 * Deletes index.db and creates it empty: from then on it is filled again from deliveries.db. No thread may have it open.
 * @param upTo the newest delivery that is no news; default: the newest of all
 */
export function recreateIndex(folder: string, upTo?: number): DatabaseSync {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, indexFile + suffix), { force: true })
  return connect(folder, upTo)
}

function connect(folder: string, upTo?: number): DatabaseSync {
  const database = new DatabaseSync(join(folder, indexFile), { timeout: 5000 })
  try {
    enableIncrementalVacuum(database)
    // A power failure may cost or damage the index, which is rebuilt then: it never waits for the disk.
    database.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA trusted_schema = OFF;
      PRAGMA journal_size_limit = ${walSizeLimitBytes};
    `)
    ensureSchema(database, indexVersion, createIndex)
    database.prepare('ATTACH ? AS truth').run(join(folder, truthFile))
    const storeId = String(database.prepare('SELECT id FROM store').get()?.['id'])
    const newest = newestIdReader(database)()
    const progress = database.prepare('SELECT * FROM progress').get()
    if (progress === undefined) {
      const last = upTo ?? newest
      database.prepare('INSERT INTO progress VALUES (?, ?, ?)').run(storeId, last + 1, last)
    } else if (progress['store_id'] !== storeId || Number(progress['indexed_up_to']) > newest) {
      throw new Error('index of another store')
    }
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Size to which a write-ahead log is cut when it begins again, bytes: overwriting costs less than growing. */
export const walSizeLimitBytes = 16 * 1024 * 1024
