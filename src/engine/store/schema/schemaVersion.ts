import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Marks our files since the schemas began again at version 1; files of earlier builds have none. "Hksc" in ASCII. */
const applicationId = 0x48_6b_73_63

/** The file has a schema that this build does not read: it is newer, or of a build before the first release. */
export class ForeignSchema extends Error {
  override name = 'ForeignSchema'
  readonly age: 'newer' | 'earlier'
  readonly found: number
  constructor(age: 'newer' | 'earlier', found: number) {
    super(`schema ${found} is ${age} than this build reads`)
    this.age = age
    this.found = found
  }
}

/**
 * Creates the tables of an empty database in one transaction, and marks it as ours with this version.
 * Throws ForeignSchema where the database has another schema.
 */
export function ensureSchema(database: DatabaseSync, version: number, create: (database: DatabaseSync) => void): void {
  const found = schemaVersion(database)
  const mark = Number(database.prepare('PRAGMA application_id').get()?.['application_id'] ?? 0)
  if (found !== 0) {
    checkVersion({ version: found, mark }, version)
    return
  }
  database.exec('BEGIN IMMEDIATE')
  try {
    create(database)
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}; COMMIT`)
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** The schema version of an open database; 0 where it has no tables of ours. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
}

/**
 * Throws ForeignSchema before anything opens the file for writing, so that a refused file keeps every byte.
 * (Closing a writable connection would already checkpoint the WAL into it.)
 */
export function refuseForeignSchema(path: string, known: number): void {
  if (!existsSync(path)) return
  checkVersion(inHeader(path), known)
  if (!existsSync(`${path}-wal`) || statSync(`${path}-wal`).size === 0) return
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const mark = Number(database.prepare('PRAGMA application_id').get()?.['application_id'] ?? 0)
    checkVersion({ version: schemaVersion(database), mark }, known)
  } finally {
    database.close()
  }
}

function checkVersion({ version, mark }: { version: number; mark: number }, known: number): void {
  if (version === 0) return
  if (mark !== applicationId) throw new ForeignSchema('earlier', version)
  if (version > known) throw new ForeignSchema('newer', version)
  if (version < known) throw new ForeignSchema('earlier', version)
}

/** `user_version` and `application_id` are big-endian at offsets 60 and 68 of the file; see sqlite.org/fileformat.html. */
function inHeader(path: string): { version: number; mark: number } {
  const descriptor = openSync(path, 'r')
  try {
    const header = Buffer.alloc(72)
    const isDatabase =
      readSync(descriptor, header, 0, 72, 0) === 72 && header.toString('latin1', 0, 15) === 'SQLite format 3'
    return isDatabase ? { version: header.readUInt32BE(60), mark: header.readUInt32BE(68) } : { version: 0, mark: 0 }
  } finally {
    closeSync(descriptor)
  }
}
