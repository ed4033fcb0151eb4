import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { letGiveBack } from '../store/schema/freeSpace.ts'
import { ensureSchema } from '../store/schema/schemaVersion.ts'
import { createTruth, truthVersion } from '../store/schema/truthSchema.ts'
import { leafRows } from './leafRows.ts'
import { columnsOfTable, tableOfRow } from './rowsOfOurs.ts'

/** What was read out of a damaged file. */
export interface Recovered {
  /** Rows of each table that were read. */
  rows: Record<string, number>
  /** Places of each table that could not be read the usual way. */
  unreadable: Record<string, number>
  /** Rows that were found only by looking at every page. */
  fromPages: number
  /** Environments were found; without them nothing is received until a person makes new ones. */
  environments: number
}

/**
 * The tables that are copied, with the column that rows are found by. Counters are counted again; rules of forwarding go on
 * from the newest delivery, so that nothing that an app took is sent to it again.
 */
const tables: readonly (readonly [table: string, key: string])[] = [
  ['documents', 'rowid'],
  ['deliveries', 'id'],
  ['attempts', 'id'],
  ['jobs', 'id'],
  ['later_verdicts', 'delivery_id'],
  ['late_answers', 'delivery_id'],
  ['annotations', 'delivery_id'],
  ['batch_times', 'first_id'],
  ['hidden', 'delivery_id'],
  ['removed', 'rowid'],
]

const batch = 500

/**
 * Copies what can be read of a damaged deliveries.db into a new file: first row by row, forwards up to the damage, backwards
 * from the end, and one by one between; then, where anything could not be read, the rows of every page that looks like one
 * of ours. The damaged file is only read. What is read is as it was stored, but for a body of several pages: a destroyed page
 * in the middle of one looks like any other bytes.
 */
export function recoverDatabase(from: string, to: string): Recovered {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(to + suffix, { force: true })
  const target = new DatabaseSync(to)
  try {
    letGiveBack(target)
    target.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY')
    ensureSchema(target, truthVersion, createTruth)
    const { rows, unreadable } = copyByTable(from, target)
    const fromPages = Object.keys(unreadable).length === 0 ? 0 : copyByPage(from, target, rows)
    settle(target)
    const environments = Number(
      target.prepare("SELECT count(*) AS count FROM documents WHERE collection = 'environments'").get()?.['count'],
    )
    rows['deliveries'] = Number(target.prepare('SELECT count(*) AS count FROM deliveries').get()?.['count'])
    return { rows, unreadable, fromPages, environments }
  } finally {
    target.close()
  }
}

/** Rows by way of their tables, as far as these can be read. */
function copyByTable(from: string, target: DatabaseSync): Pick<Recovered, 'rows' | 'unreadable'> {
  const rows: Record<string, number> = {}
  const unreadable: Record<string, number> = {}
  let source: DatabaseSync | undefined
  try {
    source = new DatabaseSync(from, { readOnly: true })
    source.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON')
    for (const [table, key] of tables) {
      const copied = copyTable(source, target, table, key)
      rows[table] = copied.rows
      if (copied.failures > 0) unreadable[table] = copied.failures
    }
    raiseSequences(source, target)
  } catch {
    unreadable['schema'] = 1
  } finally {
    source?.close()
  }
  return { rows, unreadable }
}

/** Rows of every page; those that are there already stay as they are. Answers how many are new. */
function copyByPage(from: string, target: DatabaseSync, rows: Record<string, number>): number {
  const inserts = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  let added = 0
  target.exec('BEGIN')
  for (const row of leafRows(from)) {
    const table = tableOfRow(row)
    if (table === null) continue
    const columns = columnsOfTable[table].slice(0, row.values.length)
    const sql = `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
    const insert = inserts.get(sql) ?? target.prepare(sql)
    inserts.set(sql, insert)
    const changes = Number(insert.run(row.rowid, ...row.values.slice(1)).changes)
    added += changes
    rows[table] = (rows[table] ?? 0) + changes
  }
  target.exec('COMMIT')
  return added
}

interface Copied {
  rows: number
  failures: number
}

function columnsOf(database: DatabaseSync, table: string): string[] {
  try {
    return database
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map((row) => String(row['name']))
  } catch {
    return []
  }
}

function copyTable(source: DatabaseSync, target: DatabaseSync, table: string, key: string): Copied {
  const known = columnsOf(target, table)
  const columns = columnsOf(source, table).filter((column) => known.includes(column))
  if (columns.length === 0) return { rows: 0, failures: 1 }
  if (table === 'removed') target.exec('DELETE FROM removed')
  const places = columns.map(() => '?').join(', ')
  const insert = target.prepare(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`)
  let rows = 0
  const take = (found: Record<string, unknown>[]): void => {
    target.exec('BEGIN')
    for (const row of found) {
      const values = columns.map((column) => row[column] as null | number | string | Uint8Array)
      try {
        rows += Number(insert.run(...values).changes)
      } catch {
        // A value that the table does not take, such as NULL where damage left nothing else: no row of ours.
      }
    }
    target.exec('COMMIT')
  }
  const failures = walkTable(source, `SELECT ${key} AS "$key", ${columns.join(', ')} FROM ${table}`, key, take)
  return { rows, failures }
}

/** Reads a table through damage; answers how many places could not be read. */
function walkTable(
  source: DatabaseSync,
  select: string,
  key: string,
  take: (rows: Record<string, unknown>[]) => void,
): number {
  const upwards = source.prepare(`${select} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`)
  const downwards = source.prepare(`${select} WHERE ${key} > ? AND ${key} < ? ORDER BY ${key} DESC LIMIT ?`)
  const one = source.prepare(`${select} WHERE ${key} = ?`)
  let failures = 0

  /** As many rows as come before the first error; answers the last key, and whether the end was reached. */
  const read = (rows: () => Iterable<Record<string, unknown>>): { keys: number[]; broken: boolean } => {
    const found: Record<string, unknown>[] = []
    let broken = false
    try {
      for (const row of rows()) found.push(row)
    } catch {
      broken = true
    }
    if (found.length > 0) take(found)
    return { keys: found.map((row) => Number(row['$key'])), broken }
  }

  const walkUp = (after: number): { last: number; broken: boolean } => {
    for (let last = after; ;) {
      const { keys, broken } = read(() => upwards.iterate(last, batch))
      const reached = keys.at(-1) ?? last
      // Damage can lead in a circle.
      if (keys.length > 0 && reached <= last) return { last, broken: true }
      last = reached
      if (broken) return { last, broken }
      if (keys.length < batch) return { last, broken: false }
    }
  }
  const walkDown = (above: number, below: number): number => {
    for (let first = below; ;) {
      const { keys, broken } = read(() => downwards.iterate(above, first, batch))
      const reached = keys.at(-1) ?? first
      if (keys.length > 0 && reached >= first) return first
      first = reached
      if (broken || keys.length < batch) return first
    }
  }

  const forward = walkUp(-1)
  if (!forward.broken) return 0
  failures += 1
  // From the other end up to the same damage, or to another one.
  const upper = walkDown(forward.last, Number.MAX_SAFE_INTEGER)
  if (upper === Number.MAX_SAFE_INTEGER)
    return failures + probeOpenEnd(forward.last, (id) => read(() => one.all(id)), walkUp)
  return failures + probeBetween(forward.last, upper, (id) => read(() => one.all(id)), walkUp)
}

type ReadOne = (id: number) => { keys: number[]; broken: boolean }
type WalkUp = (after: number) => { last: number; broken: boolean }

/** Between two damages: every row by its own key, and onwards from each that can be read. */
function probeBetween(lower: number, upper: number, readOne: ReadOne, walkUp: WalkUp): number {
  let failures = 0
  for (let id = lower + 1; id < upper; id++) {
    const { keys, broken } = readOne(id)
    if (broken) failures += 1
    if (keys.length === 0) continue
    const { last } = walkUp(id)
    if (last > id) id = Math.min(last, upper)
  }
  return failures
}

/** Nothing can be read from the upper end, so it is not known where that is: it is looked for ever further on. */
const farthest = 2_000_000

function probeOpenEnd(lower: number, readOne: ReadOne, walkUp: WalkUp): number {
  let failures = 0
  let found = lower
  for (let id = lower + 1; id < found + 10_000 && id < lower + farthest; id++) {
    const { keys, broken } = readOne(id)
    if (broken) failures += 1
    if (keys.length === 0) continue
    found = Math.max(id, walkUp(id).last)
    id = found
  }
  return failures
}

/** Ids of attempts that were given are never given again. */
function raiseSequences(source: DatabaseSync, target: DatabaseSync): void {
  try {
    const sequences = source.prepare('SELECT name, seq FROM sqlite_sequence').all()
    const raise = target.prepare('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
    for (const { name, seq } of sequences) raise.run(Number(seq), String(name))
  } catch {
    // As the rows that are left say.
  }
}

/** What hangs on rows that were lost goes, and what is counted is counted again. */
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
    DELETE FROM counters;
    DELETE FROM environment_counters;
    INSERT INTO counters SELECT coalesce(v.verdict, json_extract(CAST(d.head AS TEXT), '$[1]')) AS name, count(*)
      FROM deliveries AS d LEFT JOIN later_verdicts AS v ON v.delivery_id = d.id
      WHERE json_valid(CAST(d.head AS TEXT)) GROUP BY 1 HAVING name IS NOT NULL;
    INSERT INTO environment_counters SELECT json_extract(CAST(head AS TEXT), '$[0]') AS name, count(*) FROM deliveries
      WHERE json_valid(CAST(head AS TEXT)) GROUP BY 1 HAVING name IS NOT NULL;
    DELETE FROM deliveries WHERE NOT json_valid(CAST(head AS TEXT));
    UPDATE job_progress SET created_up_to = (SELECT last_id FROM removed);
  `)
}
