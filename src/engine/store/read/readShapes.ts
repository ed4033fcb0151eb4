import type { DatabaseSync } from 'node:sqlite'
import { redacted } from '../../../shared/credentials.ts'
import { describeShape, type ShapeField } from '../../shapes/describeShape.ts'
import { type JsonSchema, jsonSchemaOf } from '../../shapes/jsonSchema.ts'
import { learnShape, minSamples, newShape, type ShapeChange } from '../../shapes/learnShape.ts'
import { headColumns, headOf, laterFacts } from '../write/deliveryHead.ts'
import { hiddenReader } from '../write/hiddenWriter.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { contentOf } from '../search/fieldTerms.ts'

/** A kind of message that a sender sends, or of object that was fetched. */
export interface ShapeType {
  source: 'body' | 'object'
  /** The event type, or the type of the object. */
  type: string
  /** Number of proven deliveries or fetched objects that its shape is learned from. */
  samples: number
}

/** A change of a shape, and the delivery that showed it first. */
export interface SeenChange extends ShapeChange {
  deliveryId: string
  /** When it came, ms since the epoch. */
  at: number
}

/** Learns from the newest deliveries of a type. */
export interface StoredShape {
  samples: number
  /** Fewer samples than this show no changes. */
  minSamples: number
  /** Some fields were left out: there are too many. */
  cut: boolean
  fields: ShapeField[]
  /** Newest first. */
  changes: SeenChange[]
  schema: JsonSchema
}

export interface ShapeQueries {
  shapeTypes(environment: string): ShapeType[]
  /** @param hidden JSON pointers of secrets, `*` for any element: nothing is learned of their values */
  shape(environment: string, source: ShapeType['source'], type: string, hidden: readonly string[]): StoredShape
}

/** The newest samples that a shape is learned from, and how many bytes of them at most; each sample at most `maxSample`. */
const maxSamples = 2000
const maxBytes = 16 * 1024 * 1024
const maxSample = 256 * 1024
/** Newest deliveries that are looked at for the list of types. */
const window = 20_000
const maxTypes = 200

/** A message of the service is told apart by its object, one of another sender by its event. */
const typeOfEntry = 'CASE WHEN e.events IS NULL THEN e.resource_type ELSE e.action END'

/** Makes the queries of a connection that openReader made. A shape is learned when it is asked for; nothing is kept. */
export function createShapeQueries(database: DatabaseSync): ShapeQueries {
  const messageTypes = database.prepare(`
    SELECT type, count(*) AS samples FROM (
      SELECT ${typeOfEntry} AS type FROM entries AS e
      WHERE e.environment_id = ? AND +e.verified = 1 ORDER BY e.id DESC LIMIT ${window})
    WHERE type IS NOT NULL GROUP BY type ORDER BY samples DESC, type LIMIT ${maxTypes}`)
  const objectTypes = database.prepare(`
    SELECT resource_type AS type, count(*) AS samples FROM attempts INDEXED BY snapshots
    WHERE environment_id = ? AND kind = 'follow-up' AND status BETWEEN 200 AND 299 AND body IS NOT NULL
    AND resource_type IS NOT NULL GROUP BY resource_type ORDER BY samples DESC, type LIMIT ${maxTypes}`)
  const messages = database.prepare(`
    SELECT e.id AS entry, e.received_at AS at, ${headColumns}, d.body
    FROM entries AS e JOIN deliveries AS d ON d.id = e.id ${laterFacts}
    WHERE e.environment_id = ?1 AND (e.action = ?2 OR e.resource_type = ?2) AND +e.verified = 1
    AND ${typeOfEntry} = ?2 AND e.size <= ${maxSample} ORDER BY e.id DESC LIMIT ${maxSamples}`)
  const objects = database.prepare(`
    SELECT delivery_id AS entry, started_at AS at, body FROM attempts
    WHERE environment_id = ? AND resource_type = ? AND kind = 'follow-up' AND status BETWEEN 200 AND 299
    AND body IS NOT NULL AND length(body) <= ${maxSample} ORDER BY started_at DESC LIMIT ${maxSamples}`)
  const readHidden = hiddenReader(database)

  /** The newest samples, the oldest of them first. */
  function samplesOf(environment: string, source: ShapeType['source'], type: string): Sample[] {
    const isHidden = readHidden()
    const samples: Sample[] = []
    let bytes = 0
    for (const row of (source === 'body' ? messages : objects).iterate(environment, type)) {
      const [id, body] = [Number(row['entry']), row['body'] as Uint8Array]
      if (isHidden(id)) continue
      bytes += body.length
      if (bytes > maxBytes) break
      const content =
        source === 'body'
          ? contentOf(headOf(row).headers, body, () => null).body
          : contentOf([], body, () => body).object
      if (content !== undefined) samples.push({ deliveryId: String(id), at: Number(row['at']), content })
    }
    return samples.toReversed()
  }

  return {
    shapeTypes: (environment) =>
      inReadTransaction(database, () => [
        ...messageTypes.all(environment).map((row) => typeOf('body', row)),
        ...objectTypes.all(environment).map((row) => typeOf('object', row)),
      ]),
    shape: (environment, source, type, hidden) =>
      inReadTransaction(database, () => {
        const shape = newShape()
        const changes: SeenChange[] = []
        for (const { content, ...sample } of samplesOf(environment, source, type)) {
          for (const pointer of hidden) hideAt(content, pointer.split('/').slice(1))
          for (const change of learnShape(shape, content)) changes.push({ ...change, ...sample })
        }
        const { samples, cut } = shape
        const fields = describeShape(shape)
        return { samples, minSamples, cut, fields, changes: changes.toReversed(), schema: jsonSchemaOf(shape, type) }
      }),
  }
}

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

interface Sample {
  deliveryId: string
  at: number
  content: unknown
}

function typeOf(source: ShapeType['source'], row: Record<string, unknown>): ShapeType {
  return { source, type: String(row['type']), samples: Number(row['samples']) }
}
