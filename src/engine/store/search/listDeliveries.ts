import type { DatabaseSync } from 'node:sqlite'
import { matchesFields, noFilter } from '../../../shared/filter/deliveryFilter.ts'
import type { DeliverySummary } from '../../../shared/model.ts'
import { entryOf } from '../index/entryRow.ts'
import { fetchedBodyReader, relatedTextsReader, searchTextReader } from '../index/searchText.ts'
import { wordsOf } from '../index/searchWords.ts'
import { summaryReader } from '../index/summaryReader.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import type { DeliveryQuery } from '../records/deliveries.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'
import {
  type ContentTerms,
  entriesQuery,
  hasFields,
  isServedByOneIndex,
  type Scope,
  type Wanted,
  wantedFields,
} from './entriesQuery.ts'
import { contentOf, fieldMatch, fieldsFit, fieldTermsOf } from './fieldTerms.ts'
import { createMatcher } from './matchText.ts'
import { isExact, textMatches, type WordTerm, wordTermsOf } from './wordTerms.ts'

/** Some summaries. A page can be short, or empty, and yet not the last. */
export interface DeliveryPage {
  items: DeliverySummary[]
  /** Where the next page begins, or null at the end. */
  next: string | null
  /** Newest delivery that was looked at; only on pages with `after`. */
  seen?: string
}

/** Every query that answers summaries. Pages go by key: never OFFSET, never a count. */
export interface DeliveryLists {
  list(query: DeliveryQuery): DeliveryPage
  /** Null where there is no such delivery, or it is hidden. */
  summary(id: string): DeliverySummary | null
  deliveriesOf(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
    onlyGenuine?: boolean,
  ): DeliverySummary[]
  deliveriesCarrying(environmentId: string, notificationId: string, limit: number): DeliverySummary[]
}

/** Maximum time to locate the words in the rows of a page, ms, and maximum body size read for it, bytes. */
const maxMatching = { ms: 100, bytes: 256 * 1024 }

/** A page that no index serves alone ends after this many ids. */
const maxExamined = 20_000
/** A page whose texts must be read ends after this many, or this much, bytes. */
const maxRead = { texts: 500, bytes: 8 * 1024 * 1024 }

/** Makes the lists of a connection that openReader made. */
export function createDeliveryLists(database: DatabaseSync): DeliveryLists {
  const withMatches = createMatches(database)
  const readHidden = hiddenReader(database)
  const fits = contentCheck(database)
  const entryWithId = database.prepare('SELECT * FROM entries WHERE id = ?')
  const progress = database.prepare('SELECT indexed_up_to FROM progress')
  /** A newer delivery may be committed already; a list has looked at none that is not indexed. */
  const newestIndexed = (): number => Number(progress.get()?.['indexed_up_to'] ?? 0)
  const summarise = summaryReader(database)

  /** The ids that this page examines: all of them where an index leads from hit to hit. */
  function scopeOf(wanted: Wanted, scope: Scope): Scope {
    if (isServedByOneIndex(wanted) && wanted.terms.every(isExact)) return scope
    const newest = newestIndexed() + 1
    return scope.order === 'newest-first'
      ? { ...scope, after: Math.max(scope.after, Math.min(scope.before, newest) - maxExamined - 1) }
      : { ...scope, before: Math.min(scope.before, scope.after + maxExamined + 1) }
  }

  /** Reads a page. `last` is the last id that was looked at, null where everything in the scope was. */
  function read(wanted: Wanted, scope: Scope, limit: number): { items: DeliverySummary[]; last: number | null } {
    const items: DeliverySummary[] = []
    const isHidden = readHidden()
    const isDecided = wanted.fieldTerms.length === 0 && wanted.terms.every(isExact)
    const { sql, values } = entriesQuery(wanted, scope)
    let last = 0
    const read = { texts: 0, bytes: 0 }
    for (const row of database.prepare(sql).iterate(...values)) {
      if (items.length === limit || read.texts >= maxRead.texts || read.bytes >= maxRead.bytes) return { items, last }
      const entry = entryOf(row)
      last = entry.id
      if (isHidden(entry.id) || !hasFields(wanted.fields, entry)) continue
      // The index finds what may fit; the language itself, which the page shares, has the last word.
      const summary = summarise(entry)
      if (!matchesFields(wanted.filter, summary)) continue
      if (!isDecided) {
        read.texts += 1
        read.bytes += entry.size
        if (!fits(entry.id, wanted)) continue
      }
      items.push(summary)
    }
    return { items, last: null }
  }

  function pageBefore(wanted: Wanted, before: number, limit: number): DeliveryPage {
    const scope = scopeOf(wanted, { after: 0, before, order: 'newest-first' })
    const { items, last } = read(wanted, scope, limit)
    if (last !== null) return { items, next: String(last) }
    return { items, next: scope.after > 0 ? String(scope.after + 1) : null }
  }

  function pageAfter(wanted: Wanted, after: number, limit: number): DeliveryPage {
    const newest = Math.max(after, newestIndexed())
    const scope = scopeOf(wanted, { after, before: newest + 1, order: 'oldest-first' })
    const { items, last } = read(wanted, scope, limit)
    const seen = last ?? scope.before - 1
    return { items, next: seen < newest ? String(seen) : null, seen: String(seen) }
  }

  const all = (wanted: Wanted, limit: number): DeliverySummary[] =>
    inReadTransaction(database, () => pageBefore(wanted, Number.MAX_SAFE_INTEGER, limit).items)

  return {
    list: ({ limit, before, after, q, filter = noFilter, matches, ...fields }) =>
      inReadTransaction(database, () => {
        const wanted = {
          fields,
          words: wordsOf(q ?? ''),
          filter,
          terms: wordTermsOf(filter),
          fieldTerms: fieldTermsOf(filter),
        }
        const page =
          after === undefined
            ? pageBefore(wanted, before === undefined ? Number.MAX_SAFE_INTEGER : Number(before), limit)
            : pageAfter(wanted, Number(after), limit)
        return matches === 'true' ? { ...page, items: withMatches(page.items, wanted) } : page
      }),
    summary: (id) => {
      const row = /^\d{1,15}$/.test(id) ? entryWithId.get(Number(id)) : undefined
      return row === undefined || readHidden()(Number(id)) ? null : summarise(entryOf(row))
    },
    deliveriesOf: (environment, resourceType, resourceId, limit, genuine) =>
      all(wantedFields({ environment, resourceType, resourceId, genuine }), limit),
    deliveriesCarrying: (environment, notificationId, limit) =>
      all(wantedFields({ environment, notificationId }), limit),
  }
}

/** Makes a function that tells whether the content of a delivery has the words and fields that are wanted. */
export function contentCheck(database: DatabaseSync): (id: number, wanted: ContentTerms) => boolean {
  const request = database.prepare(`SELECT ${headColumns}, d.body FROM deliveries AS d ${laterFacts} WHERE d.id = ?`)
  const textOf = searchTextReader(database)
  const fetchedBody = fetchedBodyReader(database)
  return (id, { terms, fieldTerms }) => {
    if (terms.length === 0 && fieldTerms.length === 0) return true
    const row = request.get(id)
    if (row === undefined) return false
    const [head, body] = [headOf(row), row['body'] as Uint8Array]
    if (terms.length > 0 && !textMatches(textOf(id, head, body), terms)) return false
    return fieldsFit(
      contentOf(head.headers, body, () => fetchedBody(id)),
      fieldTerms,
    )
  }
}

/** Makes a function that adds to summaries where they have the words that were asked for. */
function createMatches(database: DatabaseSync) {
  const request = database.prepare(`SELECT ${headColumns}, d.body FROM deliveries AS d ${laterFacts} WHERE d.id = ?`)
  const textsBeside = relatedTextsReader(database)
  const fetchedBody = fetchedBodyReader(database)
  return (items: readonly DeliverySummary[], { words, terms, fieldTerms }: Wanted): DeliverySummary[] => {
    const asked: WordTerm[] = [...(words.length === 0 ? [] : [{ words, together: false, negated: false }]), ...terms]
    if (![...asked, ...fieldTerms].some(({ negated }) => !negated)) return [...items]
    const matchOf = createMatcher(asked)
    const startedAt = performance.now()
    return items.map((item) => {
      const isTooLong = performance.now() - startedAt > maxMatching.ms || item.size > maxMatching.bytes
      const row = isTooLong ? undefined : request.get(Number(item.id))
      if (row === undefined) return { ...item, match: null }
      const id = Number(item.id)
      const [head, body] = [headOf(row), row['body'] as Uint8Array]
      const inText = matchOf({ head, body, ...textsBeside(id) })
      return {
        ...item,
        match:
          inText ??
          fieldMatch(
            contentOf(head.headers, body, () => fetchedBody(id)),
            fieldTerms,
          ),
      }
    })
  }
}
