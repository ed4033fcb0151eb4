import type { DatabaseSync } from 'node:sqlite'
import { annotationReader } from './annotationRow.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { entriesQuery, type EntryScope, hasFields, type Wanted } from './entriesQuery.ts'
import { entryOf } from './entryRow.ts'
import { isAmongRecords } from './filterConditions.ts'
import { idsInWordBlock } from './idBlocks.ts'
import type { IndexEntry } from './indexEntry.ts'
import { createNarrowing, narrowingOf } from './narrowing.ts'
import { newestFirst } from './newestFirst.ts'
import { searchText } from './searchText.ts'
import { foldText } from './searchWords.ts'
import { createTail } from './tail.ts'
import { createWordFinder, type Passed } from './wordBlocks.ts'
import { isExact, type WordTerm } from './wordTerms.ts'

/** A delivery that may be one of those that are wanted. */
export interface Candidate {
  entry: IndexEntry
  /** Reads all that a search looks at; null: of its words nothing is left to check. */
  text: (() => string) | null
  /** False of what the index has not come to yet. */
  isIndexed: boolean
  /** The index was asked for no more than up to here. */
  isLast: boolean
}

/** Ids between these two, both left out. */
export interface Span {
  after: number
  before: number
}

/** So many entries are read at once, more and more. */
const chunk = { first: 128, most: 1024 }

/**
 * Makes a function that finds deliveries that may fit, newest first: those that the index has not reached, then what it
 * finds. Read one by one: stop when there are enough, or where it says how far it has looked. The index is asked for
 * `limit` at most, if it is asked for all at once.
 */
export function createCandidates(
  database: DatabaseSync,
): (wanted: Wanted, span: Span, limit: number) => Generator<Candidate | Passed> {
  const tail = createTail(database)
  const textIn = searchTextReader(database)
  const indexEntries = createIndexEntries(database)
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
    for (const entry of tail.newestFirst(indexed, before)) {
      if (entry.id <= after) return
      if (!hasFields(wanted.fields, entry)) continue
      yield { entry, text: hasWords ? () => textIn(entry.id) : null, isIndexed: false, isLast: false }
    }
    const upTo = Math.min(before, indexed + 1)
    const isDecided = wanted.terms.every(isExact)
    let count = 0
    const found = mapFound(
      indexEntries(wanted, {
        before: upTo,
        after,
        limit,
        onlyPresent: notYetTaken.get() !== undefined,
        withoutNotes: hasWords,
      }),
      (entry): Candidate => {
        count += 1
        return { entry, text: isDecided ? null : () => textIn(entry.id), isIndexed: true, isLast: count === limit }
      },
    )
    if (!hasWords) {
      yield* found
      return
    }
    const withNotes = mapFound(noted.iterate(upTo, after), (row): Candidate => {
      const entry = entryOf(row)
      return { entry, text: () => textIn(entry.id), isIndexed: true, isLast: false }
    })
    // What was passed by one goes out only once the other has come there, too.
    yield* newestFirst(found, withNotes, (one) => ('passed' in one ? one.passed : one.entry.id))
  }
}

type Scope = Omit<EntryScope, 'ids' | 'limit'> & { limit: number }

/** Makes a function that finds entries of the index by all but the notes on them and the places of their words. */
function createIndexEntries(database: DatabaseSync): (wanted: Wanted, scope: Scope) => Generator<IndexEntry | Passed> {
  const words = createWordFinder(database)
  const narrow = createNarrowing(database)

  function* read(wanted: Wanted, scope: EntryScope): Generator<IndexEntry> {
    const { sql, values } = entriesQuery(wanted, scope)
    for (const row of database.prepare(sql).iterate(...values)) yield entryOf(row)
  }

  /** Ids of what may fit; null: the index knows of none that it could leave out. */
  function idsOf(wanted: Wanted, positive: readonly WordTerm[], { after, before }: Span) {
    const narrowing = narrowingOf(wanted)
    const narrowed = narrowing === null ? null : narrow(narrowing)
    if (positive.length === 0) return narrowed?.newestFirst({ after, before }) ?? null
    const mayHave = narrowed === null ? null : narrowed.hasAny
    const found = words.newestFirst(positive, { after, before, mayHave })
    return narrowed === null ? found : filterFound(found, narrowed.has)
  }

  /** A walk over everything, which may stop at the end of each block. */
  function* walk(wanted: Wanted, scope: EntryScope): Generator<IndexEntry | Passed> {
    for (let before = scope.before; before > scope.after + 1;) {
      const from = Math.max(scope.after, Math.floor((before - 2) / idsInWordBlock) * idsInWordBlock)
      yield* read(wanted, { ...scope, before, after: from })
      before = from + 1
      if (before > scope.after + 1) yield { passed: before }
    }
  }

  return function* entries(wanted, scope) {
    const { fields, filter } = wanted
    const q: WordTerm[] = wanted.words.length === 0 ? [] : [{ words: wanted.words, together: false, negated: false }]
    const positive = [...q, ...wanted.terms.filter(({ negated }) => !negated)]
    const without = wanted.terms.filter((term) => term.negated && isExact(term)).map(words.having)
    const isWithout = (id: number): boolean => without.every((has) => !has(id))
    const hasKey = fields.resourceId !== undefined || fields.notificationId !== undefined
    const isById = hasKey || filter.terms.some((term) => isAmongRecords(term) || (term.key === 'id' && !term.negated))
    if (positive.length === 0 && isById) {
      // A limit counts what is found before words are left out.
      const limit = without.length === 0 ? scope.limit : null
      yield* filterFound(read(wanted, { ...scope, ids: null, limit }), ({ id }) => isWithout(id))
      return
    }
    const ids = idsOf(wanted, positive, scope)
    if (ids === null) {
      const all = { ...scope, ids: null, limit: null }
      yield* filterFound(filter.terms.length === 0 ? read(wanted, all) : walk(wanted, all), ({ id }) => isWithout(id))
      return
    }
    for (const some of inChunks(filterFound(ids, isWithout))) {
      if ('passed' in some) yield some
      else yield* read(wanted, { ...scope, ids: some, limit: null })
    }
  }
}

/** Numbers in lists that grow; what was passed is said after what was found before it. */
function* inChunks(ids: Iterable<number | Passed>): Generator<number[] | Passed> {
  let size = chunk.first
  let gathered: number[] = []
  for (const id of ids) {
    if (typeof id === 'number') gathered.push(id)
    if (gathered.length === size || (typeof id !== 'number' && gathered.length > 0)) {
      yield gathered
      gathered = []
      size = Math.min(2 * size, chunk.most)
    }
    if (typeof id !== 'number') yield id
  }
  if (gathered.length > 0) yield gathered
}

function isPassed(found: object | number): found is Passed {
  return typeof found === 'object' && 'passed' in found
}

function* filterFound<T extends object | number>(
  found: Iterable<T | Passed>,
  keeps: (item: T) => boolean,
): Generator<T | Passed> {
  for (const item of found) if (isPassed(item) || keeps(item)) yield item
}

function* mapFound<T extends object, U>(found: Iterable<T | Passed>, read: (item: T) => U): Generator<U | Passed> {
  for (const item of found) yield isPassed(item) ? item : read(item)
}

/** Makes a function that reads what a search looks at: the request, and what a person noted on it. */
export function searchTextReader(database: DatabaseSync): (id: number) => string {
  const annotationOf = annotationReader(database, 'main')
  const request = database.prepare(
    `SELECT ${headColumns}, d.body FROM deliveries AS d ${laterFacts('main')} WHERE d.id = ?`,
  )
  return (id) => {
    const row = request.get(id)
    if (row === undefined) return ''
    return `${searchText(headOf(row), row['body'] as Uint8Array)} ${foldText(annotationOf(id).note ?? '')}`
  }
}
