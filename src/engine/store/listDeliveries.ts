import type { DatabaseSync } from 'node:sqlite'
import { matchesFields, noFilter } from '../../shared/deliveryFilter.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import { annotationReader } from './annotationRow.ts'
import { createCandidates } from './candidates.ts'
import { headColumns, headOf, laterFacts } from './deliveryHead.ts'
import { hasFields, type Wanted, wantedFields } from './entriesQuery.ts'
import { followUpReader } from './followUpRow.ts'
import { forwardReader } from './forwardRow.ts'
import { hiddenReader } from './hiddenDeliveries.ts'
import { type IndexEntry, summaryOf } from './indexEntry.ts'
import { createMatcher } from './matchText.ts'
import { atOneMoment } from './openReader.ts'
import { textHasWords, wordsOf } from './searchWords.ts'
import type { DeliveryQuery } from './types.ts'
import { isExact, textFits, type WordTerm, wordTermsOf } from './wordTerms.ts'

/** Some summaries. A page can be short, or empty, and yet not the last. */
export interface DeliveryPage {
  items: DeliverySummary[]
  /** Where the next page begins, or null at the end. */
  next: string | null
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

/** To say where the rows of a page have the words takes so long at most, ms; bodies above the size are not read for it. */
const mostMatching = { ms: 100, size: 256 * 1024 }

/** So many bodies are read for one page, where the index alone does not decide; the next page goes on there. */
const mostRead = 2000

/**
 * Makes the lists of a connection that openReader made.
 * @param shouldEnd see createQueries: a page may end anywhere, the next one goes on there
 */
export function createDeliveryLists(database: DatabaseSync, shouldEnd: (sinceMs: number) => boolean): DeliveryLists {
  const candidates = createCandidates(database)
  const followUpOf = followUpReader(database, 'main')
  const annotationOf = annotationReader(database, 'main')
  const forwardOf = forwardReader(database, 'main')
  const withMatches = createMatches(database)
  const readHidden = hiddenReader(database)
  const summarise = (entry: IndexEntry): DeliverySummary =>
    summaryOf(entry, followUpOf(entry), annotationOf(entry.id), forwardOf(entry.id))

  function pageOf(wanted: Wanted, before: number, limit: number): DeliveryPage {
    const items: DeliverySummary[] = []
    // One more than wanted says whether there is another page.
    const mostFound = wanted.terms.every(isExact) ? limit + 1 : mostRead
    let reads = 0
    let last: string | null = null
    const isHidden = readHidden()
    const startedAt = performance.now()
    for (const { entry, text, isLast } of candidates(wanted, before, mostFound)) {
      if (items.length === limit) return { items, next: last }
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
      if (isLast || reads >= mostRead || shouldEnd(performance.now() - startedAt)) return { items, next: last }
    }
    return { items, next: null }
  }

  const all = (wanted: Wanted, limit: number): DeliverySummary[] =>
    atOneMoment(database, () => pageOf(wanted, Number.MAX_SAFE_INTEGER, limit).items)

  return {
    list: ({ limit, before, q, filter = noFilter, matches, ...fields }) =>
      atOneMoment(database, () => {
        const wanted = { fields, words: wordsOf(q ?? ''), filter, terms: wordTermsOf(filter) }
        const page = pageOf(wanted, before === undefined ? Number.MAX_SAFE_INTEGER : Number(before), limit)
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
