import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { isDamaged, messageOf } from '../store/schema/sqliteProblem.ts'
import { schemaVersion } from '../store/schema/schemaVersion.ts'

/** The tables that say whether a copy is whole. */
const counted = ['deliveries', 'attempts', 'documents', 'annotations', 'jobs', 'later_verdicts'] as const
/** Number of bodies that are compared byte for byte, spread over all. */
const sampled = 64

/** Facts about a database's content, compared with those of a copy. */
export interface DatabaseFacts {
  schema: number
  storeId: string
  counts: Record<string, number>
  newestId: number
  sample: { id: number; sha256: string }[]
}

/** Reads them from a file that no process writes. Throws SQLite's error. */
export function databaseFacts(path: string): DatabaseFacts {
  return inDatabase(path, (database) => {
    const one = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0]
    const newestId = Number(one('SELECT max(id) FROM deliveries') ?? 0)
    return {
      schema: schemaVersion(database),
      storeId: String(one('SELECT id FROM store')),
      counts: Object.fromEntries(counted.map((table) => [table, Number(one(`SELECT count(*) FROM ${table}`))])),
      newestId,
      sample: sampleOf(database, newestId),
    }
  })
}

/** Returns the damage of a file in SQLite's words, or null. Reads all of it. */
export function integrityProblem(path: string): string | null {
  try {
    const rows = inDatabase(path, (database) => database.prepare('PRAGMA integrity_check(5)').all())
    const said = rows.map((row) => String(Object.values(row)[0]))
    return said.length === 1 && said[0] === 'ok' ? null : said.join('; ')
  } catch (error) {
    if (isDamaged(error)) return messageOf(error)
    throw error
  }
}

/** The first and the last delivery, and others between them at equal distances. */
function sampleOf(database: DatabaseSync, newestId: number): DatabaseFacts['sample'] {
  const next = database.prepare('SELECT id, body FROM deliveries WHERE id >= ? ORDER BY id LIMIT 1')
  const found = new Map<number, string>()
  for (let place = 0; place <= sampled; place++) {
    const row = next.get(Math.floor((newestId * place) / sampled))
    if (row === undefined) continue
    found.set(
      Number(row['id']),
      createHash('sha256')
        .update(row['body'] as Uint8Array)
        .digest('hex'),
    )
  }
  return [...found].map(([id, sha256]) => ({ id, sha256 }))
}

function inDatabase<Result>(path: string, read: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON')
    return read(database)
  } finally {
    database.close()
  }
}
