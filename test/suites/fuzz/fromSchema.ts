import fc from 'fast-check'
import { nastyJson, nastyText } from './fuzz.ts'

interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
}

/** Values for a schema, or nearly: every part may be left out, or be something else. */
export function fromSchema(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: wanted(schema, depth) }, { weight: 1, arbitrary: nastyJson })
}

function wanted(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return nastyJson
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const any = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (any !== undefined) return fc.oneof(...any.map((one) => fromSchema(one, depth + 1)))
  const types = [schema.type ?? 'any'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, depth)))
}

function ofType(type: string, { properties = {}, additionalProperties, items }: Schema, depth: number) {
  switch (type) {
    case 'string':
      return nastyText
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: -10, max: 1000 }), fc.constantFrom(0, 1, 2 ** 31, 2 ** 53, 1e300, -0.5))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(fromSchema(items ?? {}, depth + 1), { maxLength: 4 })
    case 'object':
      if (typeof additionalProperties === 'object') {
        return fc.dictionary(nastyText, fromSchema(additionalProperties, depth + 1), { maxKeys: 4 })
      }
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fromSchema(one, depth + 1)])),
        { requiredKeys: [] },
      )
    default:
      return nastyJson
  }
}
