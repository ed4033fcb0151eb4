import type { DatabaseSync } from 'node:sqlite'
import { matchesFields, noFilter } from '../../shared/deliveryFilter.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { createCandidates, type Span } from './candidates.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { hasFields, type Wanted, wantedFields } from './entriesQuery.ts'
import { hiddenReader } from './hiddenDeliveries.ts'
import { createMatcher } from './matchText.ts'
import { atOneMoment } from './openReader.ts'
import { textHasWords, wordsOf } from './searchWords.ts'
import { summaryReader } from './summaryReader.ts'
import type { DeliveryQuery } from './types.ts'
import { isExact, textFits, type WordTerm, wordTermsOf } from './wordTerms.ts'

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
const mostMatching = { ms: 100, size: 256 * 1024 }

/** Ids looked through at once for a page with `after`. */
const spanOfIds = 500

/** Maximum bodies read per page if the index alone does not decide; the next page continues there. */
const mostRead = 2000
/** Ends a page after this time, ms, so that results appear early and a search can be cancelled. */
const mostMs = 8
/** Minimum bodies read before that time limit applies. */
const fewRead = 100

/**
 * Makes the lists of a connection that openReader made.
 * @param shouldEnd see createQueries: a page may end anywhere, the next one goes on there
 */
export function createDeliveryLists(database: DatabaseSync, shouldEnd: (sinceMs: number) => boolean): DeliveryLists {
  const candidates = createCandidates(database)
  const withMatches = createMatches(database)
  const readHidden = hiddenReader(database)
  const newestId = database.prepare('SELECT max(id) AS id FROM main.deliveries')
  const summarise = summaryReader(database, 'main')

  /** @param mayEnd a page that took long enough may end before its limit */
  function pageOf(wanted: Wanted, span: Span, limit: number, mayEnd = true): DeliveryPage {
    const items: DeliverySummary[] = []
    // One more than wanted says whether there is another page.
    const mostFound = wanted.terms.every(isExact) ? limit + 1 : mostRead
    let reads = 0
    let last: string | null = null
    const isHidden = readHidden()
    const startedAt = performance.now()
    const isOver = (): boolean => {
      const since = performance.now() - startedAt
      return mayEnd && (since > mostMs || shouldEnd(since))
    }
    for (const found of candidates(wanted, span, mostFound)) {
      if (items.length === limit) return { items, next: last }
      if ('passed' in found) {
        last = String(found.passed)
        if (isOver()) return { items, next: last }
        continue
      }
      const { entry, text, isIndexed, isLast } = found
      const summary = summarise(entry)
      if (text !== null) reads += 1
      // The index finds what may fit; the language itself, which the page shares, has the last word.
      if (
        !isHidden(entry.id) &&
        hasFields(wanted.fields, entry) &&
        matchesFields(wanted.filter, summary) &&
        hasText(wanted, text)
      ) {
        items.push(summary)
      }
      last = summary.id
      const hasReadMuch = mayEnd && (reads >= mostRead || (isIndexed && reads >= fewRead && isOver()))
      if (isLast || hasReadMuch || (mayEnd && shouldEnd(performance.now() - startedAt))) return { items, next: last }
    }
    return { items, next: null }
  }

  /** The oldest after an id, in spans of ids, because an index and its words are read from the newest down. */
  function pageAfter(wanted: Wanted, after: number, limit: number): DeliveryPage {
    const newest = Number(newestId.get()?.['id'] ?? 0)
    const items: DeliverySummary[] = []
    const startedAt = performance.now()
    let seen = after
    while (seen < newest && items.length < limit) {
      const before = Math.min(newest, seen + spanOfIds) + 1
      items.push(...pageOf(wanted, { after: seen, before }, spanOfIds, false).items.toReversed())
      seen = before - 1
      if (shouldEnd(performance.now() - startedAt)) break
    }
    if (items.length > limit) seen = Number(items[limit - 1]?.id)
    return { items: items.slice(0, limit), next: seen < newest ? String(seen) : null, seen: String(seen) }
  }

  const everything: Span = { after: 0, before: Number.MAX_SAFE_INTEGER }
  const all = (wanted: Wanted, limit: number): DeliverySummary[] =>
    atOneMoment(database, () => pageOf(wanted, everything, limit).items)

  return {
    list: ({ limit, before, after, q, filter = noFilter, matches, ...fields }) =>
      atOneMoment(database, () => {
        const wanted = { fields, words: wordsOf(q ?? ''), filter, terms: wordTermsOf(filter) }
        const page =
          after === undefined
            ? pageOf(wanted, before === undefined ? everything : { after: 0, before: Number(before) }, limit)
            : pageAfter(wanted, Number(after), limit)
        return matches === 'true' ? { ...page, items: withMatches(page.items, wanted) } : page
      }),
    deliveriesOf: (environment, resourceType, resourceId, limit, genuine) =>
      all(wantedFields({ environment, resourceType, resourceId, genuine }), limit),
    deliveriesCarrying: (environment, notificationId, limit) =>
      all(wantedFields({ environment, notificationId }), limit),
  }
}

/** Makes a function that adds to summaries where they have the words that were asked for. */
function createMatches(database: DatabaseSync) {
  const request = database.prepare(
    `SELECT ${headColumns}, d.body FROM deliveries AS d ${laterFacts('main')} WHERE d.id = ?`,
  )
  return (items: readonly DeliverySummary[], { words, terms }: Wanted): DeliverySummary[] => {
    const asked: WordTerm[] = [...(words.length === 0 ? [] : [{ words, together: false, negated: false }]), ...terms]
    if (!asked.some(({ negated }) => !negated)) return [...items]
    const matchOf = createMatcher(asked)
    const startedAt = performance.now()
    return items.map((item) => {
      const isLate = performance.now() - startedAt > mostMatching.ms
      const row = isLate || item.size > mostMatching.size ? undefined : request.get(Number(item.id))
      if (row === undefined) return { ...item, match: null }
      const searched = { head: headOf(row), body: row['body'] as Uint8Array, note: item.note }
      return { ...item, match: matchOf(searched) }
    })
  }
}

function hasText({ words, terms }: Wanted, text: (() => string) | null): boolean {
  if (text === null) return true
  const folded = text()
  return (words.length === 0 || textHasWords(folded, words)) && textFits(folded, terms)
}
