import type { DatabaseSync } from 'node:sqlite'
import { annotationReader } from './annotationRow.ts'
import { type DeliveryHead, headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { entriesQuery, hasFields, type Wanted } from './entriesQuery.ts'
import { entryOf } from './entryRow.ts'
import type { IndexEntry } from './indexEntry.ts'
import { newestFirst } from './newestFirst.ts'
import { searchText } from './searchText.ts'
import { foldText } from './searchWords.ts'
import { createTail } from './tail.ts'
import { isExact } from './wordTerms.ts'

/** A delivery that may be one of those that are wanted. */
export interface Candidate {
  entry: IndexEntry
  /** Reads all that a search looks at; null: of its words nothing is left to check. */
  text: (() => string) | null
  /** The index was asked for no more than up to here. */
  isLast: boolean
}

/** Ids between these two, both left out. */
export interface Span {
  after: number
  before: number
}

/**
 * Makes a function that finds deliveries that may fit, newest first: those that the index has not reached, then what it
 * finds. Read one by one: stop when there are enough. The index is asked for `limit` at most.
 */
export function createCandidates(
  database: DatabaseSync,
): (wanted: Wanted, span: Span, limit: number) => Generator<Candidate> {
  const tail = createTail(database)
  const isCommon = commonEnvironments(database)
  const { textOf, textIn } = searchTexts(database)
  const progress = database.prepare('SELECT indexed FROM idx.progress')
  const notYetTaken = database.prepare(
    'SELECT 1 FROM idx.progress WHERE removals < (SELECT max(number) FROM main.removals)',
  )
  const noted = database.prepare(`
    SELECT e.* FROM main.annotations AS a CROSS JOIN idx.entries AS e ON e.id = a.delivery_id
    WHERE a.note IS NOT NULL AND a.delivery_id < ? AND a.delivery_id > ? ORDER BY a.delivery_id DESC`)

  return function* candidates(wanted, { after, before }, limit) {
    const indexed = Number(progress.get()?.['indexed'] ?? 0)
    const hasWords = wanted.words.length > 0 || wanted.terms.length > 0
    for (const { entry, head, body } of tail.newestFirst(indexed, before)) {
      if (entry.id <= after) return
      if (!hasFields(wanted.fields, entry)) continue
      yield { entry, text: hasWords ? () => textOf(entry.id, head, body) : null, isLast: false }
    }
    const upTo = Math.min(before, indexed + 1)
    const { sql, values } = entriesQuery(wanted, {
      before: upTo,
      after,
      limit,
      onlyPresent: notYetTaken.get() !== undefined,
      commonEnvironment: isCommon(wanted.fields.environment),
      withoutNotes: hasWords,
    })
    const isDecided = wanted.terms.every(isExact)
    const found = mapRows(database.prepare(sql).iterate(...values), (entry, count) => ({
      entry,
      text: isDecided ? null : () => textIn(entry.id),
      isLast: count === limit,
    }))
    if (!hasWords) {
      yield* found
      return
    }
    const withNotes = mapRows(noted.iterate(upTo, after), (entry) => ({
      entry,
      text: () => textIn(entry.id),
      isLast: false,
    }))
    yield* newestFirst(found, withNotes, ({ entry }) => entry.id)
  }
}

/** What a search looks at: the request, and what a person noted on it. */
export function searchTexts(database: DatabaseSync) {
  const annotationOf = annotationReader(database, 'main')
  const request = database.prepare(
    `SELECT ${headColumns}, d.body FROM deliveries AS d ${laterFacts('main')} WHERE d.id = ?`,
  )
  const textOf = (id: number, head: DeliveryHead, body: Uint8Array): string =>
    `${searchText(head, body)} ${foldText(annotationOf(id).note ?? '')}`
  return {
    textOf,
    textIn(id: number): string {
      const row = request.get(id)
      return row === undefined ? '' : textOf(id, headOf(row), row['body'] as Uint8Array)
    },
  }
}

/** Makes a function that says whether a good part of all deliveries are of an environment. */
function commonEnvironments(database: DatabaseSync): (environment: string | undefined) => boolean {
  const share = database.prepare(`
    SELECT sum(deliveries) AS deliveries, sum(CASE WHEN environment_id = ? THEN deliveries END) AS own
    FROM main.environment_counters`)
  return (environment) => {
    if (environment === undefined) return false
    const row = share.get(environment)
    return Number(row?.['own'] ?? 0) * 10 > Number(row?.['deliveries'] ?? 0)
  }
}

/** Rows of `entries` one by one; `count` is how many that makes. */
function* mapRows<T>(
  rows: Iterable<Record<string, unknown>>,
  read: (entry: IndexEntry, count: number) => T,
): Generator<T> {
  let count = 0
  for (const row of rows) yield read(entryOf(row), (count += 1))
}
