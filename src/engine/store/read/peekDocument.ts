import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { refuseForeignSchema, schemaVersion } from '../schema/schemaVersion.ts'
import { truthFile, truthVersion } from '../schema/truthSchema.ts'

/**
 * Reads one document of a store that is not open, without starting its threads; null where it is not there. Throws
 * SQLite's error or ForeignSchema.
 */
export function peekDocument<T>(folder: string, collection: string, id: string): T | null {
  const path = join(folder, truthFile)
  if (!existsSync(path)) return null
  refuseForeignSchema(path, truthVersion)
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    if (schemaVersion(database) === 0) return null
    const row = database.prepare('SELECT json FROM documents WHERE collection = ? AND id = ?').get(collection, id)
    return row === undefined ? null : (JSON.parse(String(row['json'])) as T)
  } finally {
    database.close()
  }
}
