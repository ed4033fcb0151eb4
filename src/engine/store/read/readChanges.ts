import type { DatabaseSync } from 'node:sqlite'
import { kindOf, shown } from '../../shapes/learnShape.ts'
import { valuesAt } from '../../shapes/showsChange.ts'
import type { StoredChange } from '../records/changes.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { deliveryChangesReader } from '../write/changeWriter.ts'
import { type Sample, sampleReader } from './shapeSamples.ts'

/** Selects the changes to list. */
export interface ChangeQuery {
  environment: string
  source?: StoredChange['source'] | undefined
  type?: string | undefined
  /** Accepted ones, too. */
  all: boolean
}

export interface ChangeQueries {
  /** The newest first, those that wait to be accepted before the others. @param hidden JSON pointers of secrets */
  changes(query: ChangeQuery, hidden: readonly string[]): StoredChange[]
  /** Ids of deliveries that show one of these changes, the newest first. */
  deliveriesShowing(numbers: readonly number[], limit: number): string[]
  /** The numbers of the changes that each of these deliveries shows. */
  changesOfDeliveries(ids: readonly string[]): { id: string; changes: number[] }[]
  /** Deliveries and fetched objects that were not compared with their shape yet. */
  uncheckedForChanges(): number
}

const maxListed = 1000
/** Samples before a change that are searched for an example of before. */
const maxBefore = 10

/** Makes the queries of a connection that openReader made. Examples are read from the deliveries, so they go with them. */
export function createChangeQueries(database: DatabaseSync): ChangeQueries {
  const list = database.prepare(`
    SELECT c.*, m.deliveries AS open_deliveries, m.first_id, m.last_at AS open_last_at
    FROM shape_changes AS c LEFT JOIN (
      SELECT change, count(*) AS deliveries, min(delivery_id) AS first_id, max(at) AS last_at FROM change_marks GROUP BY change
    ) AS m ON m.change = c.number
    WHERE c.environment_id = ?1 AND (?2 IS NULL OR c.source = ?2) AND (?3 IS NULL OR c.type = ?3)
    AND (?4 = 1 OR c.accepted_at IS NULL)
    ORDER BY c.accepted_at IS NOT NULL, c.number DESC LIMIT ${maxListed}`)
  const marked = database.prepare(`
    SELECT DISTINCT delivery_id AS id FROM change_marks WHERE change IN (SELECT value FROM json_each(?))
    ORDER BY delivery_id DESC LIMIT ?`)
  const changesOf = deliveryChangesReader(database)
  const unchecked = database.prepare(`
    SELECT max(0, (SELECT indexed_up_to FROM progress) - deliveries_up_to)
      + max(0, (SELECT coalesce(max(id), 0) FROM attempts) - attempts_up_to) AS count FROM change_progress`)
  const attempt = database.prepare(`
    SELECT id FROM attempts WHERE delivery_id = ? AND kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL
    ORDER BY id LIMIT 1`)
  const samples = sampleReader(database)

  /** Makes a function that reads the first sample that shows a change and those before it, once for each delivery. */
  function exampleReader(hidden: readonly string[]) {
    const read = new Map<string, { first: Sample | null; before: Sample[] }>()
    return ({ environmentId, source, type }: StoredChange, deliveryId: number) => {
      const key = JSON.stringify([source, deliveryId])
      const known = read.get(key)
      if (known !== undefined) return known
      const id = source === 'body' ? deliveryId : Number(attempt.get(deliveryId)?.['id'] ?? 0)
      const around = {
        first: samples.sample(source, id, hidden),
        before: samples.newest(environmentId, source, type, id - 1, hidden, maxBefore).toReversed(),
      }
      read.set(key, around)
      return around
    }
  }

  return {
    changes: ({ environment, source = null, type = null, all }, hidden) =>
      inReadTransaction(database, () => {
        const examples = exampleReader(hidden)
        return list.all(environment, source, type, all ? 1 : 0).map((row) => {
          const change = changeOf(row)
          const firstId = row['first_id']
          if (firstId === null) return change
          const { first, before } = examples(change, Number(firstId))
          return { ...change, before: exampleOfBefore(change, before), now: exampleOfNow(change, first) }
        })
      }),
    deliveriesShowing: (numbers, limit) => marked.all(JSON.stringify(numbers), limit).map(({ id }) => String(id)),
    changesOfDeliveries: (ids) => ids.map((id) => ({ id, changes: changesOf(Number(id)) })),
    uncheckedForChanges: () => Number(unchecked.get()?.['count'] ?? 0),
  }
}

function changeOf(row: Record<string, unknown>): StoredChange {
  const firstId = row['first_id'] as number | null
  const isAccepted = row['accepted_at'] !== null
  const detail = String(row['detail'])
  return {
    number: Number(row['number']),
    environmentId: String(row['environment_id']),
    source: row['source'] as StoredChange['source'],
    type: String(row['type']),
    kind: row['kind'] as StoredChange['kind'],
    path: JSON.parse(String(row['path'])) as string[],
    detail,
    before: '',
    now: row['kind'] === 'new-value' ? detail : '',
    deliveryId: firstId === null ? null : String(firstId),
    deliveries: Number((isAccepted ? row['deliveries'] : row['open_deliveries']) ?? 0),
    firstAt: Number(row['first_at']),
    lastAt: Number((isAccepted ? row['last_at'] : row['open_last_at']) ?? row['first_at']),
    acceptedAt: isAccepted ? Number(row['accepted_at']) : null,
  }
}

function exampleOfNow({ kind, path, detail }: StoredChange, sample: Sample | null): string {
  if (kind === 'new-value') return detail
  if (kind === 'missing-field' || sample === null) return ''
  if (kind === 'null-value') return 'null'
  const values = valuesAt(sample.content, path)
  const value = kind === 'other-type' ? values.find((each) => kindOf(each) === detail) : values[0]
  return value === undefined ? '' : shown(value)
}

function exampleOfBefore({ kind, path, detail }: StoredChange, before: readonly Sample[]): string {
  if (kind === 'new-field') return ''
  const values = before.flatMap(({ content }) => valuesAt(content, path))
  if (kind === 'new-value') {
    const others = values.filter((value) => typeof value === 'string' && value !== detail).map(shown)
    return [...new Set(others)].slice(0, 5).join(', ')
  }
  const value = values.find((each) => kindOf(each) !== 'null' && kindOf(each) !== detail)
  return value === undefined ? '' : shown(value)
}
