import { isClosed, type Shape, type ShapeNode } from './learnShape.ts'
import type { TextFormat } from './textFormats.ts'

/** A part of a JSON Schema (2020-12). */
export type JsonSchema = Record<string, unknown>

/** Formats that JSON Schema names, too. */
const schemaFormats: ReadonlySet<TextFormat> = new Set(['uuid', 'date-time', 'date', 'email', 'uri'])

/**
 * The JSON Schema (2020-12) of a shape: every body that it was learned from is valid. Fields of every object are required,
 * texts of a few repeated values are an enum. Pure.
 */
export function jsonSchemaOf(shape: Shape, title: string): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schemaOf(shape.root) }
}

function schemaOf(node: ShapeNode): JsonSchema {
  const kinds = [...node.kinds.keys()].sort()
  const types = kinds.map((kind) => (kind === 'number' && node.whole ? 'integer' : kind))
  const isNullable = kinds.includes('null')
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(kinds.includes('object') ? objectSchema(node) : {}),
    ...(kinds.includes('array') && node.elements !== null ? { items: schemaOf(node.elements) } : {}),
    ...(kinds.every((kind) => kind === 'string' || kind === 'null') ? textSchema(node, isNullable) : {}),
  }
}

function objectSchema(node: ShapeNode): JsonSchema {
  if (node.map !== null) return { additionalProperties: schemaOf(node.map) }
  const members = [...(node.members ?? [])]
  const objects = node.kinds.get('object') ?? 0
  const required = members.filter(([, { count }]) => count === objects).map(([name]) => name)
  return {
    properties: Object.fromEntries(members.map(([name, member]) => [name, schemaOf(member)])),
    ...(required.length === 0 ? {} : { required }),
  }
}

function textSchema(node: ShapeNode, isNullable: boolean): JsonSchema {
  if (isClosed(node)) return { enum: [...(node.distinct ?? []).toSorted(), ...(isNullable ? [null] : [])] }
  const format = [...(node.formats ?? [])].find((each) => schemaFormats.has(each))
  return format === undefined ? {} : { format }
}
