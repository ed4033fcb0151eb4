import type { DatabaseSync } from 'node:sqlite'
import { describeShape, type ShapeField } from '../../shapes/describeShape.ts'
import { type JsonSchema, jsonSchemaOf } from '../../shapes/jsonSchema.ts'
import { learnShape, minSamples, newShape } from '../../shapes/learnShape.ts'
import type { ShapeSource } from '../records/changes.ts'
import { inReadTransaction } from '../schema/openReader.ts'
import { isSnapshot, sampleReader, typeOfEntry } from './shapeSamples.ts'

/** A kind of message that a sender sends, or of object that was fetched. */
export interface ShapeType {
  source: ShapeSource
  /** The event type, or the type of the object. */
  type: string
  /** Number of proven deliveries or fetched objects that its shape is learned from. */
  samples: number
}

/** The shape of a type, learned from its newest samples. */
export interface StoredShape {
  samples: number
  /** Fewer samples than this show no changes. */
  minSamples: number
  /** Some fields were left out: there are too many. */
  cut: boolean
  fields: ShapeField[]
  schema: JsonSchema
}

export interface ShapeQueries {
  shapeTypes(environment: string): ShapeType[]
  /** @param hidden JSON pointers of secrets, `*` for any element: nothing is learned of their values */
  shape(environment: string, source: ShapeSource, type: string, hidden: readonly string[]): StoredShape
}

/** Newest deliveries that are looked at for the list of types. */
const window = 20_000
const maxTypes = 200

/** Makes the queries of a connection that openReader made. A shape is learned when it is asked for; nothing is kept. */
export function createShapeQueries(database: DatabaseSync): ShapeQueries {
  const messageTypes = database.prepare(`
    SELECT type, count(*) AS samples FROM (
      SELECT ${typeOfEntry} AS type FROM entries AS e
      WHERE e.environment_id = ? AND +e.verified = 1 ORDER BY e.id DESC LIMIT ${window})
    WHERE type IS NOT NULL GROUP BY type ORDER BY samples DESC, type LIMIT ${maxTypes}`)
  const objectTypes = database.prepare(`
    SELECT resource_type AS type, count(*) AS samples FROM attempts INDEXED BY snapshots
    WHERE environment_id = ? AND ${isSnapshot} AND resource_type IS NOT NULL
    GROUP BY resource_type ORDER BY samples DESC, type LIMIT ${maxTypes}`)
  const samples = sampleReader(database)

  return {
    shapeTypes: (environment) =>
      inReadTransaction(database, () => [
        ...messageTypes.all(environment).map((row) => typeOf('body', row)),
        ...objectTypes.all(environment).map((row) => typeOf('object', row)),
      ]),
    shape: (environment, source, type, hidden) =>
      inReadTransaction(database, () => {
        const shape = newShape()
        for (const { content } of samples.newest(environment, source, type, Number.MAX_SAFE_INTEGER, hidden)) {
          learnShape(shape, content)
        }
        const fields = describeShape(shape)
        return { samples: shape.samples, minSamples, cut: shape.cut, fields, schema: jsonSchemaOf(shape, type) }
      }),
  }
}

function typeOf(source: ShapeSource, row: Record<string, unknown>): ShapeType {
  return { source, type: String(row['type']), samples: Number(row['samples']) }
}
