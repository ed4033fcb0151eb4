import type { DatabaseSync } from 'node:sqlite'
import { type DeliverySummary, isGenuine } from '../../shared/model.ts'
import { entryOf } from './entryRow.ts'
import { followUpReader } from './followUpRow.ts'
import { summaryOf, type IndexEntry } from './indexEntry.ts'
import { atOneMoment } from './openReader.ts'
import { searchText } from './searchText.ts'
import { matchExpression, textHasWords, wordsOf } from './searchWords.ts'
import { createTail, type TailRow } from './tail.ts'
import type { DeliveryQuery } from './types.ts'

/** Every query that answers summaries. Pages go by key: never OFFSET, never a count. */
export interface DeliveryLists {
  list(query: DeliveryQuery): { items: DeliverySummary[]; next: string | null }
  deliveriesOf(
    environmentId: string,
    resourceType: string,
    resourceId: string,
    limit: number,
    onlyGenuine?: boolean,
  ): DeliverySummary[]
  deliveriesCarrying(environmentId: string, notificationId: string, limit: number): DeliverySummary[]
}

/** What a listed delivery must be; a field that is undefined does not matter. */
interface Filter {
  verdict?: string | undefined
  resourceType?: string | undefined
  resourceId?: string | undefined
  notificationId?: string | undefined
  action?: string | undefined
  environment?: string | undefined
  /** True leaves out what is not proven or was refused. */
  genuine?: boolean | undefined
}

const columns: Record<keyof Omit<Filter, 'genuine'>, string> = {
  verdict: 'verdict',
  resourceType: 'resource_type',
  resourceId: 'resource_id',
  notificationId: 'notification_id',
  action: 'action',
  environment: 'environment_id',
}

/** Makes the lists of a connection that openReader made. */
export function createDeliveryLists(database: DatabaseSync): DeliveryLists {
  const tail = createTail(database)
  const followUpOf = followUpReader(database, 'main')
  const progress = database.prepare('SELECT indexed FROM idx.progress')
  const notYetTaken = database.prepare(
    'SELECT 1 FROM idx.progress WHERE removals < (SELECT max(number) FROM main.removals)',
  )

  function find(filter: Filter, words: string[], before: number, limit: number): IndexEntry[] {
    const indexed = Number(progress.get()?.['indexed'] ?? 0)
    const found: IndexEntry[] = []
    for (const row of tail.newestFirst(indexed, before)) {
      if (matches(row, filter, words)) found.push(row.entry)
      if (found.length >= limit) return found
    }
    const upTo = Math.min(before, indexed + 1)
    const onlyPresent = notYetTaken.get() !== undefined
    const { sql, values } = entriesQuery({ filter, words, before: upTo, limit: limit - found.length, onlyPresent })
    for (const row of database.prepare(sql).all(...values)) found.push(entryOf(row))
    return found
  }

  const summarise = (entry: IndexEntry): DeliverySummary => summaryOf(entry, followUpOf(entry))

  return {
    list: (query) =>
      atOneMoment(database, () => {
        const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : Number(query.before)
        // One more than wanted says whether there is another page.
        const found = find(query, wordsOf(query.q ?? ''), before, query.limit + 1)
        const items = found.slice(0, query.limit).map(summarise)
        return { items, next: found.length > query.limit ? (items.at(-1)?.id ?? null) : null }
      }),
    deliveriesOf: (environment, resourceType, resourceId, limit, genuine) =>
      atOneMoment(database, () =>
        find({ environment, resourceType, resourceId, genuine }, [], Number.MAX_SAFE_INTEGER, limit).map(summarise),
      ),
    deliveriesCarrying: (environment, notificationId, limit) =>
      atOneMoment(database, () =>
        find({ environment, notificationId }, [], Number.MAX_SAFE_INTEGER, limit).map(summarise),
      ),
  }
}

function matches({ entry, head, body }: TailRow, filter: Filter, words: string[]): boolean {
  const sameText = (wanted: string | undefined, value: string | null): boolean =>
    wanted === undefined || wanted.toLowerCase() === value?.toLowerCase()
  return (
    (filter.verdict === undefined || filter.verdict === entry.verdict) &&
    (filter.environment === undefined || filter.environment === entry.environmentId) &&
    (filter.notificationId === undefined || filter.notificationId === entry.notificationId) &&
    (filter.resourceId === undefined || filter.resourceId === entry.resourceId) &&
    sameText(filter.resourceType, entry.resourceType) &&
    sameText(filter.action, entry.action) &&
    (filter.genuine !== true || isGenuine(entry)) &&
    (words.length === 0 || textHasWords(searchText(head, body), words))
  )
}

interface EntriesQuery {
  filter: Filter
  words: string[]
  before: number
  limit: number
  /** Leaves out what is removed already and still in the index. */
  onlyPresent: boolean
}

function entriesQuery({ filter, words, before, limit, onlyPresent }: EntriesQuery): {
  sql: string
  values: (string | number)[]
} {
  const values: (string | number)[] = []
  let from = 'idx.entries AS e'
  let key = 'e.id'
  const conditions: string[] = []
  if (words.length > 0) {
    // CROSS JOIN keeps SQLite from turning the order around: the words are read newest first.
    from = 'idx.words AS w CROSS JOIN idx.entries AS e'
    key = 'w.rowid'
    conditions.push('w.words MATCH ?', 'e.id = w.rowid')
    values.push(matchExpression(words))
  }
  conditions.push(`${key} < ?`)
  values.push(before)
  for (const [field, column] of Object.entries(columns)) {
    const wanted = filter[field as keyof typeof columns]
    if (wanted === undefined) continue
    conditions.push(`e.${column} = ?`)
    values.push(wanted)
  }
  if (filter.genuine === true) conditions.push('e.verified = 1')
  if (onlyPresent) conditions.push('EXISTS (SELECT 1 FROM main.deliveries AS d WHERE d.id = e.id)')
  return {
    sql: `SELECT e.* FROM ${from} WHERE ${conditions.join(' AND ')} ORDER BY ${key} DESC LIMIT ?`,
    values: [...values, limit],
  }
}
