import { type DeliveryFilter, foldCase, needsContent, noFilter } from '../../../shared/filter/deliveryFilter.ts'
import { isGenuine } from '../../../shared/model.ts'
import type { IndexEntry } from '../index/indexEntry.ts'
import { type Condition, filterConditions, isAmongRecords } from './filterConditions.ts'
import { type FieldTerm, wordsForField } from './fieldTerms.ts'
import { matchExpression, type WordTerm } from './wordTerms.ts'

/** Field values of a listed delivery; an undefined field does not matter. */
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

/** The terms of a filter that the content of a delivery decides. */
export interface ContentTerms {
  terms: WordTerm[]
  fieldTerms: FieldTerm[]
}

/** Everything that a list asks for. */
export interface Wanted extends ContentTerms {
  fields: EntryFields
  /** Words of `q`. */
  words: string[]
  filter: DeliveryFilter
}

/** A request for some fields and nothing else. */
export function wantedFields(fields: EntryFields): Wanted {
  return { fields, words: [], filter: noFilter, terms: [], fieldTerms: [] }
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

/** Ids between these two, both left out, and in which order. */
export interface Scope {
  after: number
  before: number
  order: 'newest-first' | 'oldest-first'
}

/** The positive words of a list, those of `q` included. */
export function positiveTerms({ words, terms }: Wanted): WordTerm[] {
  const q: WordTerm[] = words.length === 0 ? [] : [{ words, together: false, negated: false }]
  return [...q, ...terms.filter(({ negated }) => !negated)]
}

/** The query of FTS5 for all that must be among the words of a delivery, or null where nothing must. */
function wordsWanted(wanted: Wanted): string | null {
  const positive = positiveTerms(wanted)
  const fields = wanted.fieldTerms.flatMap((term) => {
    const alternatives = wordsForField(term)?.map((words) => matchExpression([words]))
    return alternatives === undefined ? [] : [`(${alternatives.map((each) => `(${each})`).join(' OR ')})`]
  })
  const all = [...(positive.length === 0 ? [] : [matchExpression(positive)]), ...fields]
  return all.length === 0 ? null : all.join(' AND ')
}

/**
 * Whether one index serves the whole list, so that reading it ends with the page: a list of everything, of one value, of
 * words, or of few records. With more conditions SQLite reads one index and checks the rest row by row, perhaps all rows.
 */
export function isServedByOneIndex(wanted: Wanted): boolean {
  const { fields, filter } = wanted
  const has = (value: unknown): number => (value === undefined ? 0 : 1)
  if (fields.resourceId !== undefined || fields.notificationId !== undefined) return true
  const words = wordsWanted(wanted) === null ? 0 : 1
  const values = has(fields.verdict) + has(fields.resourceType) + has(fields.action) + has(fields.environment)
  // A field that words do not lead to is looked for in each delivery.
  if (wanted.fieldTerms.some((term) => wordsForField(term) === null)) return false
  const others = filter.terms.filter((term) => !needsContent(term) || term.negated)
  if (others.some((term) => !term.negated && (term.key === 'id' || isAmongRecords(term)))) return true
  return words + values <= 1 && others.length === 0
}

/** The query for entries that may be listed. Phrases are not checked in it, because the word index knows no order. */
export function entriesQuery(wanted: Wanted, { after, before, order }: Scope): Condition {
  const { fields, filter, terms } = wanted
  const match = wordsWanted(wanted)
  const conditions: Condition[] = [
    { sql: 'e.id < ?', values: [before] },
    { sql: 'e.id > ?', values: [after] },
  ]
  if (match !== null) {
    // The words drive: FTS5 returns rowids in either order, within these bounds.
    conditions.push(
      { sql: 'w.words MATCH ?', values: [match] },
      { sql: 'w.rowid < ?', values: [before] },
      { sql: 'w.rowid > ?', values: [after] },
    )
  }
  const driver = driverOf(wanted)
  for (const [field, column] of Object.entries(columns)) {
    const value = fields[field as keyof typeof columns]
    if (value !== undefined) conditions.push(fieldIs(field as keyof typeof columns, column, value, driver))
  }
  if (fields.genuine === true) conditions.push({ sql: 'e.verified = 1', values: [] })
  conditions.push(...filterConditions(filter.terms))
  for (const term of terms.filter(({ negated, together, words }) => negated && (!together || words.length === 1))) {
    conditions.push({
      sql: 'e.id NOT IN (SELECT rowid FROM words WHERE words MATCH ? AND rowid < ? AND rowid > ?)',
      values: [matchExpression([term]), before, after],
    })
  }
  const [from, id] =
    match !== null ? ['words AS w CROSS JOIN entries AS e ON e.id = w.rowid', 'w.rowid'] : ['entries AS e', 'e.id']
  return {
    sql: `SELECT e.* FROM ${from} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}
      ORDER BY ${id} ${order === 'newest-first' ? 'DESC' : 'ASC'}`,
    values: conditions.flatMap(({ values }) => values),
  }
}

/** The index of ids takes them without their case, because a filter asks for them so. */
function fieldIs(field: keyof typeof columns, column: string, value: string, driver: Driver): Condition {
  if (field === 'resourceId' || field === 'notificationId') {
    return { sql: `e.${column} = ? COLLATE NOCASE AND +e.${column} = ?`, values: [value, value] }
  }
  // The plus sign keeps SQLite from an index that narrows down less than the one that drives.
  const isLeft = driver === 'id' || driver === 'words' || (driver === 'value' && field === 'environment')
  return { sql: `${isLeft ? '+' : ''}e.${column} = ?`, values: [value] }
}

/** The condition that a list is best driven by: SQLite keeps no statistics here and would not always choose it. */
type Driver = 'words' | 'id' | 'value' | 'environment'

function driverOf(wanted: Wanted): Driver {
  const { verdict, resourceType, action, resourceId, notificationId } = wanted.fields
  if (wordsWanted(wanted) !== null) return 'words'
  if (resourceId !== undefined || notificationId !== undefined) return 'id'
  return [verdict, resourceType, action].some((value) => value !== undefined) ? 'value' : 'environment'
}
