import type { DatabaseSync } from 'node:sqlite'
import { redacted } from '../../../shared/credentials.ts'
import { contentOf } from '../search/fieldTerms.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'
import type { ShapeSource } from '../records/changes.ts'

/** The parsed content of one proven delivery or fetched object. */
export interface Sample {
  /** Id of the delivery, or of the attempt that fetched the object. */
  id: number
  deliveryId: number
  /** When it came, ms since the epoch. */
  at: number
  content: unknown
}

/** The type of a message: of the service its object type, of any other sender its event. */
export const typeOfEntry = 'CASE WHEN e.events IS NULL THEN e.resource_type ELSE e.action END'
/** A fetched object that a shape learns from. */
export const isSnapshot = `kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL`

/** The newest samples that a shape is learned from, and how many bytes of them at most. */
export const maxSamples = 2000
const maxBytes = 5 * 1024 * 1024
/** Larger bodies are not learned from, bytes. */
export const maxSample = 256 * 1024

/** Reads samples of a connection that openReader made. */
export interface SampleReader {
  /** The newest samples of a type up to an id, the oldest of them first. @param hidden JSON pointers of secrets */
  newest(
    environment: string,
    source: ShapeSource,
    type: string,
    upTo: number,
    hidden: readonly string[],
    limit?: number,
  ): Sample[]
  /** The ids of those, without the work of reading and parsing their bodies. */
  newestIds(environment: string, source: ShapeSource, type: string, upTo: number): number[]
  /** A single sample; null where there is none, or it is no JSON or form. */
  sample(source: ShapeSource, id: number, hidden: readonly string[]): Sample | null
}

/** Makes it. Every query reads an index from its end: a rare type costs no scan, and no body is sorted. */
export function sampleReader(database: DatabaseSync): SampleReader {
  const messageIds = database.prepare(`
    SELECT id, id AS delivery_id, size FROM (
      SELECT * FROM (SELECT id, size FROM entries WHERE action = ?2 AND id <= ?3 AND events IS NOT NULL
        AND +environment_id = ?1 AND +verified = 1 AND size <= ${maxSample} ORDER BY id DESC LIMIT ${maxSamples})
      UNION ALL
      SELECT * FROM (SELECT id, size FROM entries WHERE resource_type = ?2 AND id <= ?3 AND events IS NULL
        AND +environment_id = ?1 AND +verified = 1 AND size <= ${maxSample} ORDER BY id DESC LIMIT ${maxSamples}))
    ORDER BY id DESC LIMIT ?4`)
  const objectIds = database.prepare(`
    SELECT id, delivery_id, length(body) AS size FROM attempts INDEXED BY snapshots WHERE environment_id = ?1 AND resource_type = ?2 AND id <= ?3
    AND ${isSnapshot} AND length(body) <= ${maxSample} ORDER BY id DESC LIMIT ?4`)
  const message = database.prepare(`
    SELECT e.id, e.id AS delivery_id, e.received_at AS at, ${headColumns}, d.body
    FROM entries AS e JOIN deliveries AS d ON d.id = e.id ${laterFacts} WHERE e.id = ?`)
  const object = database.prepare('SELECT id, delivery_id, started_at AS at, body FROM attempts WHERE id = ?')
  const readHidden = hiddenReader(database)

  function sampleOf(source: ShapeSource, row: Row, hidden: readonly string[]): Sample | null {
    const body = row['body'] as Uint8Array
    const content =
      source === 'body' ? contentOf(headOf(row).headers, body, () => null).body : contentOf([], body, () => body).object
    if (content === undefined) return null
    for (const pointer of hidden) hideAt(content, pointer.split('/').slice(1))
    return { id: Number(row['id']), deliveryId: Number(row['delivery_id']), at: Number(row['at']), content }
  }

  const rowOf = (source: ShapeSource, id: number): Row | undefined => (source === 'body' ? message : object).get(id)

  function newestIds(environment: string, source: ShapeSource, type: string, upTo: number, limit: number): number[] {
    const isHidden = readHidden()
    const ids: number[] = []
    let bytes = 0
    for (const row of (source === 'body' ? messageIds : objectIds).all(environment, type, upTo, limit)) {
      if (isHidden(Number(row['delivery_id']))) continue
      bytes += Number(row['size'])
      if (bytes > maxBytes) break
      ids.push(Number(row['id']))
    }
    return ids.toReversed()
  }

  function sample(source: ShapeSource, id: number, hidden: readonly string[]): Sample | null {
    const row = rowOf(source, id)
    return row === undefined ? null : sampleOf(source, row, hidden)
  }

  return {
    newest(environment, source, type, upTo, hidden, limit = maxSamples) {
      const ids = newestIds(environment, source, type, upTo, limit)
      return ids.map((id) => sample(source, id, hidden)).filter((each) => each !== null)
    },
    newestIds: (environment, source, type, upTo) => newestIds(environment, source, type, upTo, maxSamples),
    sample,
  }
}

type Row = Record<string, unknown>

/** Replaces the value at a place, `*` for any element, in the value itself. */
function hideAt(value: unknown, [name, ...rest]: readonly string[]): void {
  if (typeof value !== 'object' || value === null || name === undefined) return
  if (name === '*') {
    for (const element of Object.values(value)) hideAt(element, rest)
  } else if (Object.hasOwn(value, name)) {
    const members = value as Record<string, unknown>
    if (rest.length === 0) members[name] = redacted
    else hideAt(members[name], rest)
  }
}
