import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readDamagedTable } from '../../src/engine/upkeep/readDamagedTable.ts'
import { temporaryFolder } from '../store/build.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

const pageSize = 512
const count = 3000
/** SQLite's first byte of a page with rows of a table, and of one that leads to such pages. */
const leaf = 13
const inner = 5

/** A table with ids from 1 to 3000, of which some are deleted, and its pages of each kind. */
function makeTable(deleted: readonly number[] = []) {
  const file = join(temporaryFolder(), 'table.db')
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA page_size = ${pageSize}; CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT)`)
  database.exec(`WITH RECURSIVE ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < ${count})
    INSERT INTO things SELECT id, 'name ' || id || ' of a thing that takes some space' FROM ids`)
  for (const id of deleted) database.prepare('DELETE FROM things WHERE id = ?').run(id)
  database.close()
  const bytes = readFileSync(file)
  const pages = Array.from({ length: bytes.length / pageSize }, (_, page) => page).slice(1)
  const ofKind = (kind: number) => pages.filter((page) => bytes[page * pageSize] === kind)
  // The first page below the schema is the table's own: everything is below it.
  const [root, ...inners] = ofKind(inner)
  return { file, bytes, leaves: ofKind(leaf), root: root ?? 0, inners }
}

function damage({ file, bytes }: { file: string; bytes: Buffer }, pages: readonly number[]): DatabaseSync {
  const damaged = Buffer.from(bytes)
  for (const page of pages) damaged.fill(0xa5, page * pageSize, (page + 1) * pageSize)
  writeFileSync(file, damaged)
  return new DatabaseSync(file, { readOnly: true })
}

function readAll(source: DatabaseSync, maxAttempts?: number) {
  const found = new Map<number, unknown>()
  const take = (row: Record<string, unknown>) => void found.set(Number(row['id']), row['name'])
  return { found, ...readDamagedTable(source, 'things', ['id', 'name'], take, maxAttempts) }
}

/** Ids of all rows that SQLite answers one by one. */
function readableOneByOne(source: DatabaseSync): number[] {
  const one = source.prepare('SELECT id FROM things WHERE id = ?')
  return Array.from({ length: count }, (_, index) => index + 1).filter((id) => {
    try {
      return one.get(id) !== undefined
    } catch {
      return false
    }
  })
}

const name = 'finds exactly the rows that SQLite can read by their id, whichever leaves are lost and ids deleted'
fewAndAll(name, [10, 100], (numRuns) => {
  const id = fc.integer({ min: 1, max: count })
  const input = fc.record({ places: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), deleted: fc.array(id) })
  fc.assert(
    fc.property(input, ({ places, deleted }) => {
      const table = makeTable(deleted)
      const source = damage(
        table,
        places.map((place) => table.leaves[place % table.leaves.length] ?? 0),
      )
      const { found, ids, isCutOff } = readAll(source)
      expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(readableOneByOne(source))
      for (const [id, name] of found) expect(name).toBe(`name ${id} of a thing that takes some space`)
      // No loss is left untold.
      const lost = count - new Set(deleted).size - found.size
      if (!isCutOff) expect(ids).toBeGreaterThanOrEqual(lost)
      source.close()
    }),
    { numRuns },
  )
})

it('a lost inner page costs the rows below it, and a lost root costs all, which is known to be unknown', () => {
  const table = makeTable()
  const source = damage(table, table.inners.slice(1, 2))
  const { found, ids, isCutOff } = readAll(source)
  expect(found.size).toBeGreaterThan(count / 2)
  expect([...found.keys()].toSorted((a, b) => a - b)).toEqual(readableOneByOne(source))
  expect([ids, isCutOff]).toEqual([count - found.size, false])
  source.close()
  const rootless = damage(table, [table.root])
  expect(readAll(rootless)).toEqual({ found: new Map(), ids: 0, isCutOff: true })
  rootless.close()
})

it('stops after its attempts, and counts what was not tried as unreadable', () => {
  const table = makeTable()
  const source = damage(table, table.inners.slice(1, 2))
  const all = readAll(source)
  const hurried = readAll(source, 10)
  expect(hurried.found.size).toBeLessThanOrEqual(all.found.size)
  expect(hurried.found.size + hurried.ids).toBe(count)
  source.close()
})
