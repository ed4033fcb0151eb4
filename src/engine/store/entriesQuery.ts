import { type DeliveryFilter, foldCase, noFilter } from '../../shared/deliveryFilter.ts'
import { isGenuine } from '../../shared/model.ts'
import { type Condition, filterConditions } from './filterConditions.ts'
import type { IndexEntry } from './indexEntry.ts'
import { matchExpression } from './searchWords.ts'
import { isExact, termExpression, type WordTerm } from './wordTerms.ts'

/** What a listed delivery must be; a field that is undefined does not matter. */
export interface EntryFields {
  verdict?: string | undefined
  resourceType?: string | undefined
  resourceId?: string | undefined
  notificationId?: string | undefined
  action?: string | undefined
  environment?: string | undefined
  /** True leaves out what is not proven or was refused. */
  genuine?: boolean | undefined
}

/** Everything that a list asks for. */
export interface Wanted {
  fields: EntryFields
  /** Words of `q`. */
  words: string[]
  filter: DeliveryFilter
  /** The word terms of the filter. */
  terms: WordTerm[]
}

/** What asks for nothing but some fields. */
export function wantedFields(fields: EntryFields): Wanted {
  return { fields, words: [], filter: noFilter, terms: [] }
}

const columns: Record<keyof Omit<EntryFields, 'genuine'>, string> = {
  verdict: 'verdict',
  resourceType: 'resource_type',
  resourceId: 'resource_id',
  notificationId: 'notification_id',
  action: 'action',
  environment: 'environment_id',
}

/** Whether an entry has the fields, without what only a summary knows. */
export function hasFields(fields: EntryFields, entry: IndexEntry): boolean {
  const sameText = (wanted: string | undefined, value: string | null): boolean =>
    wanted === undefined || (value !== null && foldCase(wanted) === foldCase(value))
  return (
    (fields.verdict === undefined || fields.verdict === entry.verdict) &&
    (fields.environment === undefined || fields.environment === entry.environmentId) &&
    (fields.notificationId === undefined || fields.notificationId === entry.notificationId) &&
    (fields.resourceId === undefined || fields.resourceId === entry.resourceId) &&
    sameText(fields.resourceType, entry.resourceType) &&
    sameText(fields.action, entry.action) &&
    (fields.genuine !== true || isGenuine(entry))
  )
}

export interface Range {
  before: number
  /** Only those that came after this one; 0: all. */
  after: number
  limit: number
  /** Leaves out what is removed already and still in the index. */
  onlyPresent: boolean
  /** A good part of all deliveries are of the environment that is asked for. */
  commonEnvironment: boolean
  /** Leaves out deliveries with a note: their words are in the note too, which the index does not know. */
  withoutNotes: boolean
}

/** The query for entries of the index, newest first. The caller checks words that must follow each other. */
export function entriesQuery({ fields, words, filter, terms }: Wanted, range: Range): Condition {
  const conditions: Condition[] = []
  const match = [
    ...(words.length === 0 ? [] : [matchExpression(words)]),
    ...terms.filter(({ negated }) => !negated).map(termExpression),
  ].join(' AND ')
  const key = match === '' ? 'e.id' : 'w.rowid'
  // CROSS JOIN keeps SQLite from turning the order around: the words are read newest first.
  const from = match === '' ? 'idx.entries AS e' : 'idx.words AS w CROSS JOIN idx.entries AS e'
  if (match !== '') conditions.push({ sql: 'w.words MATCH ? AND e.id = w.rowid', values: [match] })
  conditions.push({ sql: `${key} < ?`, values: [range.before] })
  if (range.after > 0) conditions.push({ sql: `${key} > ?`, values: [range.after] })
  for (const [field, column] of Object.entries(columns)) {
    const wanted = fields[field as keyof typeof columns]
    if (wanted === undefined) continue
    // The plus sign keeps SQLite from an index that would narrow nothing down, and cost a look-up for each row.
    const sign = field === 'environment' && range.commonEnvironment ? '+' : ''
    conditions.push({ sql: `${sign}e.${column} = ?`, values: [wanted] })
  }
  if (fields.genuine === true) conditions.push({ sql: 'e.verified = 1', values: [] })
  conditions.push(...filterConditions(filter))
  for (const term of terms.filter((term) => term.negated && isExact(term))) {
    conditions.push({
      sql: 'e.id NOT IN (SELECT rowid FROM idx.words WHERE words MATCH ? AND rowid < ?)',
      values: [termExpression(term), range.before],
    })
  }
  if (range.withoutNotes) {
    conditions.push({
      sql: 'e.id NOT IN (SELECT delivery_id FROM main.annotations WHERE note IS NOT NULL)',
      values: [],
    })
  }
  if (range.onlyPresent) {
    conditions.push({ sql: 'EXISTS (SELECT 1 FROM main.deliveries AS d WHERE d.id = e.id)', values: [] })
  }
  return {
    sql: `SELECT e.* FROM ${from} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY ${key} DESC LIMIT ?`,
    values: [...conditions.flatMap(({ values }) => values), range.limit],
  }
}
