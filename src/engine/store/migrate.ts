import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Brings a database from the schema before to the next one. Runs in a transaction of its own. */
export type SchemaStep = (database: DatabaseSync) => void

/** The file was written by a newer version of the app. */
export class NewerSchema extends Error {
  override name = 'NewerSchema'
  readonly found: number
  constructor(found: number) {
    super(`schema ${found} is newer than this version knows`)
    this.found = found
  }
}

/**
 * Takes the steps that a database has not taken yet; `user_version` counts them. A kill in between leaves whole steps.
 * Throws NewerSchema when it has taken more than there are.
 */
export function migrate(database: DatabaseSync, steps: readonly SchemaStep[]): void {
  const version = schemaVersion(database)
  if (version > steps.length) throw new NewerSchema(version)
  for (const [index, step] of steps.entries()) {
    if (index < version) continue
    database.exec('BEGIN IMMEDIATE')
    try {
      step(database)
      database.exec(`PRAGMA user_version = ${index + 1}; COMMIT`)
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}

/** The schema version of an open database. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

/**
 * Throws NewerSchema before anything opens the file for writing, so that a refused file keeps every byte.
 * (Closing a writable connection would already checkpoint the log into it.)
 */
export function refuseNewerSchema(path: string, known: number): void {
  if (!existsSync(path)) return
  const inFile = versionInHeader(path)
  if (inFile > known) throw new NewerSchema(inFile)
  if (!existsSync(`${path}-wal`) || statSync(`${path}-wal`).size === 0) return
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const version = schemaVersion(database)
    if (version > known) throw new NewerSchema(version)
  } finally {
    database.close()
  }
}

/** `user_version` is big-endian at offset 60 of the file; see sqlite.org/fileformat.html. */
function versionInHeader(path: string): number {
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(64)
    return readSync(descriptor, header, 0, 64, 0) === 64 && header.toString('latin1', 0, 15) === 'SQLite format 3'
      ? header.readUInt32BE(60)
      : 0
  } finally {
    closeSync(descriptor)
  }
}
