import { z } from 'zod'
import { scenarioSchema } from './scenarioFormat.ts'

type Json = z.core.util.JSONType
type JsonSchema = Record<string, Json>

/**
 * The format as a JSON Schema, with which editors complete and check a file. Pure.
 * @param reused whether repeated parts are there in full, or once in `$defs`
 */
export function scenarioJsonSchema(reused: 'inline' | 'ref' = 'inline'): JsonSchema {
  const schema = z.toJSONSchema(scenarioSchema, { unrepresentable: 'any', io: 'input', reused })
  return {
    ...(withTemplates(JSON.parse(JSON.stringify(schema)) as JsonSchema) as JsonSchema),
    title: 'Hookscope scenario',
    description: 'A webhook flow as a file: what is sent, what is answered, and what is expected.',
  }
}

/** A text with a value in it, such as ${vars.amount}. */
const template: JsonSchema = { type: 'string', pattern: '\\$\\{' }

/** Allows a template in the place of each number, fixed value and text with a pattern. Pure. */
function withTemplates(schema: Json): Json {
  if (!isSchema(schema)) return schema
  if (isNarrow(schema)) {
    const { description, ...narrow } = schema
    return { ...(description === undefined ? {} : { description }), anyOf: [narrow, template] }
  }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, partWithTemplates(name, value)]))
}

/** Keys with schemas by name, and with one schema. */
const holders = new Set(['properties', '$defs'])
const schemas = new Set(['items', 'additionalProperties'])

function partWithTemplates(name: string, value: Json): Json {
  if (schemas.has(name)) return withTemplates(value)
  if (holders.has(name) && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([each, schema]) => [each, withTemplates(schema)]))
  if (name !== 'anyOf' || !Array.isArray(value)) return value
  const options = value.map((option) => (isNarrow(option) ? option : withTemplates(option)))
  return options.some(isNarrow) ? [...options, template] : options
}

function isSchema(value: Json): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNarrow(schema: Json): boolean {
  if (!isSchema(schema)) return false
  if (['const', 'enum', 'pattern', 'format'].some((name) => name in schema)) return true
  return ['integer', 'number', 'boolean'].some((type) => type === schema['type'])
}
