import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { enableIncrementalVacuum } from '../store/schema/freeSpace.ts'
import { ensureChangeTables } from '../store/schema/changeTables.ts'
import { ensureSchema } from '../store/schema/schemaVersion.ts'
import { createTruth, truthVersion } from '../store/schema/truthSchema.ts'
import { readDamagedTable, type Unreadable } from './readDamagedTable.ts'

/** The result of reading a damaged file. */
export interface Recovered {
  /** Number of rows of each table that are in the new file. */
  rows: Record<string, number>
  /** Number of row ids of each table that could not be read: at most this many rows are lost. */
  unreadable: Record<string, number>
  /** Tables that could be read only up to a row: it is not known how many followed. */
  cutOff: string[]
  /** Number of environments; without one nothing is received until the user makes one. */
  environments: number
}

/**
 * Tables that are copied. Counters are counted again; forward rules go on from the newest delivery, so that nothing that an app
 * took is sent to it again.
 */
const tables = [
  'documents',
  'deliveries',
  'attempts',
  'jobs',
  'later_verdicts',
  'late_answers',
  'annotations',
  'batch_times',
  'hidden',
  'removed',
  'shape_changes',
  'change_marks',
  'change_progress',
] as const

type Table = (typeof tables)[number]

const changeTables: ReadonlySet<Table> = new Set(['shape_changes', 'change_marks', 'change_progress'])

/** Columns whose JSON shows that a row of several pages is damaged. */
const jsonColumns: Partial<Record<Table, string>> = { documents: 'json', deliveries: 'head', attempts: 'rest' }

/**
 * Copies all rows of a damaged deliveries.db that SQLite can reach into a new file. The damaged file is only read. Rows are as
 * they were stored, except that a damaged page in the middle of a large body is not noticed. Throws what SQLite says when the
 * new file cannot be written.
 */
export function recoverDatabase(from: string, to: string): Recovered {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(to + suffix, { force: true })
  const source = new DatabaseSync(from, { readOnly: true })
  const target = new DatabaseSync(to)
  try {
    source.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON')
    enableIncrementalVacuum(target)
    target.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY')
    ensureSchema(target, truthVersion, createTruth)
    ensureChangeTables(target)
    target.exec('BEGIN; DELETE FROM removed; DELETE FROM change_progress')
    const unreadable: Record<string, number> = {}
    const cutOff: string[] = []
    for (const table of tables) {
      const { ids, isCutOff } = copyTable(source, target, table)
      if (ids > 0) unreadable[table] = ids
      if (isCutOff) cutOff.push(table)
    }
    raiseSequences(source, target)
    settle(target)
    // Without its row, all is compared again.
    ensureChangeTables(target)
    target.exec('COMMIT')
    const count = (from: string) => Number(target.prepare(`SELECT count(*) AS count FROM ${from}`).get()?.['count'])
    const rows = Object.fromEntries(tables.map((table) => [table, count(table)]))
    return { rows, unreadable, cutOff, environments: count("documents WHERE collection = 'environments'") }
  } finally {
    source.close()
    target.close()
  }
}

function copyTable(source: DatabaseSync, target: DatabaseSync, table: Table): Unreadable {
  let columns: string[]
  try {
    const found = columnsOf(source, table)
    columns = columnsOf(target, table).filter((column) => found.includes(column))
  } catch {
    // The page that leads to all tables is damaged.
    columns = []
  }
  // Files of earlier builds lack the tables of changes.
  if (columns.length === 0) return { ids: 0, isCutOff: !changeTables.has(table) || !hasTables(source) }
  const places = columns.map(() => '?').join(', ')
  const insert = target.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  let refused = 0
  const unreadable = readDamagedTable(source, table, columns, (row) => {
    // Such as NULL where damage left nothing else.
    if (insert.run(...columns.map((column) => row[column] ?? null)).changes === 0) refused += 1
  })
  const json = jsonColumns[table]
  if (json !== undefined) {
    const { changes } = target.prepare(`DELETE FROM ${table} WHERE NOT json_valid(CAST(${json} AS TEXT))`).run()
    refused += Number(changes)
  }
  return { ...unreadable, ids: unreadable.ids + refused }
}

/** Whether the page that leads to all tables can be read. */
function hasTables(database: DatabaseSync): boolean {
  try {
    return columnsOf(database, 'deliveries').length > 0
  } catch {
    return false
  }
}

function columnsOf(database: DatabaseSync, table: string): string[] {
  const rows = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
  return rows.map(({ name }) => String(name))
}

/** Ids of attempts that were given are never given again. */
function raiseSequences(source: DatabaseSync, target: DatabaseSync): void {
  const raise = target.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
  try {
    for (const { name, seq } of source.prepare('SELECT name, seq FROM sqlite_sequence').all())
      raise.run(Number(seq), String(name))
  } catch {
    // The rows that were copied have raised it as far as they can.
  }
}

/** Deletes rows of deliveries that are lost, and counts the counters again. */
function settle(target: DatabaseSync): void {
  target.exec(`
    INSERT INTO removed SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM removed);
    UPDATE removed SET last_id = max(last_id, (SELECT coalesce(max(id), 0) FROM deliveries),
      (SELECT coalesce(max(delivery_id), 0) FROM attempts), (SELECT coalesce(max(delivery_id), 0) FROM jobs));
    DELETE FROM attempts WHERE delivery_id NOT IN (SELECT id FROM deliveries);
    DELETE FROM jobs WHERE delivery_id NOT IN (SELECT id FROM deliveries);
    DELETE FROM later_verdicts WHERE delivery_id NOT IN (SELECT id FROM deliveries);
    DELETE FROM late_answers WHERE delivery_id NOT IN (SELECT id FROM deliveries);
    DELETE FROM annotations WHERE delivery_id NOT IN (SELECT id FROM deliveries);
    DELETE FROM change_marks WHERE delivery_id NOT IN (SELECT id FROM deliveries);
    DELETE FROM counters;
    DELETE FROM environment_counters;
    INSERT INTO counters SELECT coalesce(v.verdict, json_extract(CAST(d.head AS TEXT), '$[1]')) AS name, count(*)
      FROM deliveries AS d LEFT JOIN later_verdicts AS v ON v.delivery_id = d.id
      GROUP BY 1 HAVING name IS NOT NULL;
    INSERT INTO environment_counters SELECT json_extract(CAST(head AS TEXT), '$[0]') AS name, count(*) FROM deliveries
      GROUP BY 1 HAVING name IS NOT NULL;
    UPDATE job_progress SET created_up_to = (SELECT last_id FROM removed);
  `)
}
