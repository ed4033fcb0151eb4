import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { indexFile } from './indexSchema.ts'
import { truthFile } from './truthSchema.ts'

/** deliveries.db has no bytes, and other files of its folder show that it had some. */
export class EmptiedDatabase extends Error {
  override name = 'EmptiedDatabase'
}

/**
 * Throws EmptiedDatabase before SQLite opens the file: SQLite would treat an empty file as a new database and delete its
 * write-ahead log, and the index would be rebuilt as empty. An empty file without traces of deliveries comes from a first
 * start that was killed or had no space, so it is accepted.
 */
export function refuseEmptied(folder: string): void {
  const trace = traceOfDeliveries(folder)
  if (trace === null) return
  throw new EmptiedDatabase(
    `The file ${truthFile} in ${folder} is empty, but ${trace}. Put the file back from a copy, or a backup in its place with \`hookscope restore NAME\`. To begin with an empty inbox, move ${truthFile} out of the folder and start again. Nothing was changed.`,
  )
}

/**
 * Evidence that an empty database had deliveries; continues "it is empty, but". Null if the file is not empty or there is
 * no evidence.
 */
export function traceOfDeliveries(folder: string): string | null {
  const file = join(folder, truthFile)
  if (!existsSync(file) || statSync(file).size > 0) return null
  const log = `${file}-wal`
  if (existsSync(log) && statSync(log).size > 0) return `${truthFile}-wal beside it holds data`
  const indexed = indexedIn(folder)
  if (indexed > 0) return `${indexFile} has indexed deliveries up to number ${indexed}`
  const backups = join(folder, 'backups')
  return existsSync(backups) && readdirSync(backups).length > 0 ? 'the folder has backups' : null
}

/** The newest delivery that the index has; 0 where it cannot be read. */
function indexedIn(folder: string): number {
  const file = join(folder, indexFile)
  if (!existsSync(file) || statSync(file).size === 0) return 0
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return Number(database.prepare('SELECT indexed_up_to AS indexed FROM progress').get()?.['indexed'] ?? 0)
    } finally {
      database.close()
    }
  } catch {
    return 0
  }
}
