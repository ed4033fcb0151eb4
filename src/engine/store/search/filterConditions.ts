import { filterMarks, type FilterTerm, foldCase, forwardStates } from '../../../shared/filter/deliveryFilter.ts'
import { maxTransitMs } from '../../../shared/transit.ts'
import { cameLateAfterMs, type FollowUpState } from '../../../shared/model.ts'
import { isGivenUp, isShown } from '../write/forwardRow.ts'

/** A part of a WHERE clause over `entries AS e`, with its values. */
export interface Condition {
  sql: string
  values: (string | number)[]
}

/** Whether the few deliveries that may fit a term are in a list of records, so that it is best to begin with those. */
export function isAmongRecords({ key, values, negated }: FilterTerm): boolean {
  const all = (known: readonly string[]): boolean => values.every((value) => known.includes(foldCase(value)))
  if (negated) return false
  if (key === 'is') return all(['pinned', 'noted', 'drift'])
  if (key === 'change') return true
  if (key === 'status') return all(inRecords)
  if (key === 'contract') return all(['violated', 'unfinished'])
  return key === 'forward' && all(['waiting', 'failed'])
}

/** Returns the conditions of a filter's terms, without words. */
export function filterConditions(terms: readonly FilterTerm[]): Condition[] {
  return terms.flatMap((term) => {
    const condition = conditionOf(term)
    if (condition === null) return []
    // A field that an entry does not have equals nothing, so a negated term fits.
    const turned = term.negated ? { ...condition, sql: `NOT ifnull(${condition.sql}, 0)` } : condition
    return term.key === 'status' && term.negated ? [turned, ended] : [turned]
  })
}

function conditionOf({ key, values, negated, at }: FilterTerm): Condition | null {
  switch (key) {
    case 'verdict':
      return isOneOf('e.verdict', values.map(foldCase))
    case 'type':
      return isOneOf('e.resource_type', values)
    case 'action':
      return isOneOf('e.action', values)
    case 'method':
      return isOneOf('e.method COLLATE NOCASE', values)
    case 'id':
      return hasIdOf(values)
    case 'status':
      return statusIsOneOf(values.map(foldCase), negated)
    case 'forward':
      return anyOf(
        forwardStates.flatMap((known) => (values.some((value) => foldCase(value) === known) ? [forwards[known]] : [])),
      )
    case 'contract':
      return contractIs(values.map(foldCase))
    case 'is':
      return anyOf(
        filterMarks.flatMap((mark) => (values.some((value) => foldCase(value) === mark) ? [marks[mark]] : [])),
      )
    case 'change':
      return {
        sql: `(e.id IN (SELECT delivery_id FROM change_marks WHERE change IN (SELECT value FROM json_each(?))))`,
        values: [JSON.stringify(values.filter(isNumber).map(Number))],
      }
    case 'after':
      return at === null ? null : { sql: '(e.received_at >= ?)', values: [at] }
    case 'before':
      return at === null ? null : { sql: '(e.received_at < ?)', values: [at] }
    case 'text':
    case 'field':
      return null
  }
}

/** The id may be of the delivery, the notification or the object. Each is looked up, because SQLite would choose a scan. */
function hasIdOf(values: readonly string[]): Condition {
  const lists = [
    ...['notification_id', 'resource_id'].map((column): Condition => {
      const asked = isOneOf(`${column} COLLATE NOCASE`, values)
      return { ...asked, sql: `SELECT id FROM entries WHERE ${asked.sql}` }
    }),
    ...values.filter(isNumber).map((value): Condition => ({ sql: 'SELECT ?', values: [Number(value)] })),
  ]
  return {
    sql: `(e.id IN (${lists.map(({ sql }) => sql).join(' UNION ')}))`,
    values: lists.flatMap((list) => list.values),
  }
}

/** Whether a text is how the number of a delivery is written. */
function isNumber(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

function isOneOf(field: string, values: readonly string[]): Condition {
  if (values.length === 1) return { sql: `(${field} = ?)`, values: [...values] }
  return { sql: `(${field} IN (${values.map(() => '?').join(', ')}))`, values: [...values] }
}

/** Violations are few and listed; the other states are looked up for each delivery. */
function contractIs(states: readonly string[]): Condition {
  const { sql, values } = isOneOf('r.state', states)
  const results = `SELECT r.id FROM current_contracts AS c CROSS JOIN contract_results AS r
    ON r.environment_id = c.environment_id AND r.contract = c.contract WHERE ${sql}`
  const isListed = states.every((known) => known === 'violated' || known === 'unfinished')
  return isListed ? { sql: `(e.id IN (${results}))`, values } : { sql: `(EXISTS (${results} AND r.id = e.id))`, values }
}

function anyOf(conditions: readonly Condition[]): Condition {
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(' OR ')})`,
    values: conditions.flatMap(({ values }) => values),
  }
}

const plain = (sql: string): Condition => ({ sql, values: [] })

const marks: Record<(typeof filterMarks)[number], Condition> = {
  late: plain(
    `(e.received_at - e.created_at > ${cameLateAfterMs} AND e.received_at - e.created_at <= ${maxTransitMs})`,
  ),
  duplicate: plain('(e.duplicate = 1)'),
  retried: plain('(e.retried = 1)'),
  pinned: plain('(e.id IN (SELECT delivery_id FROM annotations WHERE pinned = 1))'),
  noted: plain('(e.id IN (SELECT delivery_id FROM annotations WHERE note IS NOT NULL))'),
  drift: plain('(e.id IN (SELECT delivery_id FROM change_marks))'),
}

/** Deliveries with such a job, found in the partial indexes of its states: done jobs are not read. */
const hasJob = (condition: string): string => {
  const inState = ["state IN ('waiting', 'running')", "state = 'asking'", "state = 'failed'"]
  const found = inState.map((states) => `SELECT delivery_id FROM jobs WHERE ${states} AND ${condition}`)
  return `e.id IN (${found.join(' UNION ALL ')})`
}
const isNoted = hasJob(isShown)
const isTaken = `EXISTS (SELECT 1 FROM attempts AS a
  WHERE a.delivery_id = e.id AND a.kind = 'forward' AND a.status BETWEEN 200 AND 299)`
const isPassedOver = hasJob(isGivenUp)

/** The result of forwarding, as `forwardReader` returns it. */
const forwards: Record<(typeof forwardStates)[number], Condition> = {
  none: plain(`(NOT ${isNoted} AND NOT ${isTaken})`),
  waiting: plain(`(${isNoted} AND NOT ${isPassedOver})`),
  done: plain(`(NOT ${isNoted} AND ${isTaken})`),
  failed: plain(`(${isPassedOver})`),
}

/** The state of a follow-up as `followUpReader` and `summaryOf` give it. */
const state = `coalesce(
  (SELECT j.state FROM jobs AS j WHERE j.delivery_id = e.id AND j.kind = 'follow-up'),
  CASE
    WHEN e.verified = 0 OR e.duplicate = 1 THEN 'skipped'
    WHEN EXISTS (
      SELECT 1 FROM jobs AS j WHERE j.claim = e.notification_id AND j.owner = e.environment_id
    ) THEN 'skipped'
    WHEN e.notification_id IS NULL OR e.resource_type IS NULL OR e.resource_id IS NULL THEN 'none'
    ELSE 'waiting'
  END)`

const ended = plain(`(${state} NOT IN ('waiting', 'running'))`)

/** States that are only in records, and that an index of those with them finds. */
const inRecords: readonly string[] = ['failed', 'running'] satisfies FollowUpState[]

function statusIsOneOf(states: readonly string[], negated: boolean): Condition {
  // A negated term is checked for each delivery: listing all records would cost more.
  if (negated || !states.every((known) => inRecords.includes(known))) return isOneOf(state, states)
  const found = states.map(
    (known) => `e.id IN (SELECT delivery_id FROM jobs WHERE kind = 'follow-up' AND state = '${known}')`,
  )
  return plain(`(${found.join(' OR ')})`)
}
