import { type DeliveryFilter, foldCase, noFilter } from '../../shared/deliveryFilter.ts'
import { isGenuine } from '../../shared/model.ts'
import { type Condition, filterConditions, isAmongRecords } from './filterConditions.ts'
import type { IndexEntry } from './indexEntry.ts'
import type { WordTerm } from './wordTerms.ts'

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

/** Which entries a query is to look at. */
export interface EntryScope {
  /** Ids between these two, both left out. */
  after: number
  before: number
  /** Only these; null: all. */
  ids: readonly number[] | null
  /** Null: all. */
  limit: number | null
  /** Leaves out what is removed already and still in the index. */
  onlyPresent: boolean
  /** Leaves out deliveries with a note: their words are in the note too, which the index does not know. */
  withoutNotes: boolean
}

/**
 * The query for entries of the index, newest first, without words. What is among records is not asked where ids are given: a list of
 * all records would be made for each few ids, and the caller checks every entry in the end.
 */
export function entriesQuery({ fields, filter }: Wanted, scope: EntryScope): Condition {
  const conditions: Condition[] = [{ sql: 'e.id < ?', values: [scope.before] }]
  if (scope.after > 0) conditions.push({ sql: 'e.id > ?', values: [scope.after] })
  if (scope.ids !== null) {
    conditions.push({ sql: 'e.id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(scope.ids)] })
  }
  for (const [field, column] of Object.entries(columns)) {
    const wanted = fields[field as keyof typeof columns]
    if (wanted !== undefined) conditions.push(fieldIs(field, column, wanted))
  }
  if (fields.genuine === true) conditions.push({ sql: 'e.verified = 1', values: [] })
  conditions.push(...filterConditions(filter.terms.filter((term) => scope.ids === null || !isAmongRecords(term))))
  if (scope.withoutNotes) {
    conditions.push({
      sql: 'e.id NOT IN (SELECT delivery_id FROM main.annotations WHERE note IS NOT NULL)',
      values: [],
    })
  }
  if (scope.onlyPresent) {
    conditions.push({ sql: 'EXISTS (SELECT 1 FROM main.deliveries AS d WHERE d.id = e.id)', values: [] })
  }
  const where = conditions.map(({ sql }) => sql).join(' AND ')
  return {
    sql: `SELECT e.* FROM idx.entries AS e WHERE ${where} ORDER BY e.id DESC ${scope.limit === null ? '' : 'LIMIT ?'}`,
    values: [...conditions.flatMap(({ values }) => values), ...(scope.limit === null ? [] : [scope.limit])],
  }
}

/** The index of ids takes them without their case, because a filter asks for them so. */
function fieldIs(field: string, column: string, wanted: string): Condition {
  if (field === 'resourceId' || field === 'notificationId') {
    return { sql: `e.${column} = ? COLLATE NOCASE AND +e.${column} = ?`, values: [wanted, wanted] }
  }
  // The plus sign keeps SQLite from an index that would narrow nothing down, and cost a look-up for each row.
  const sign = field === 'environment' ? '+' : ''
  return { sql: `${sign}e.${column} = ?`, values: [wanted] }
}
