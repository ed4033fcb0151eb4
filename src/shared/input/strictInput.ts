import { z } from 'zod'
import { schemaDef, type SchemaDef } from './schemaDef.ts'
import { nearestName } from '../nearestName.ts'

/** The role of a given name. */
export type NamedPart = 'query parameter' | 'field' | 'argument'

/** Names longer than this are cut in a sentence. */
const maxShown = 60

/** Says which names are unknown and what to write instead. `known`: all names that may be given there. Pure. */
export function unknownNamesSentence(part: NamedPart, unknown: readonly string[], known: readonly string[]): string {
  const nearest = unknown.map((name) => nearestName(name, known))
  const sentences = unknown.map((name, at) => {
    const shown = name.length > maxShown ? `${name.slice(0, maxShown)}…` : name
    return `Unknown ${part} ${shown}.${nearest[at] == null ? '' : ` Did you mean ${nearest[at]}?`}`
  })
  if (nearest.some((name) => name !== null)) return sentences.join(' ')
  return `${sentences.join(' ')} ${known.length === 0 ? 'None is taken here.' : `Known: ${known.join(', ')}.`}`
}

/** The names of an object, and those that are given elsewhere, such as in the path. */
interface Names {
  part: NamedPart
  elsewhere: readonly string[]
}

type Copy = (schema: z.core.$ZodType) => z.core.$ZodType

/**
 * Returns a copy of an input schema that refuses unknown names at every depth and suggests the nearest known one. Without
 * it a schema drops them, and a misspelled filter lists everything. Objects that are declared loose stay loose.
 */
export function strictInput<Schema extends z.ZodType>(
  schema: Schema,
  part: NamedPart,
  elsewhere: readonly string[] = [],
): Schema {
  const fields = copier({ part: 'field', elsewhere: [] })
  return copier({ part, elsewhere }, fields)(schema) as Schema
}

/** Returns the schema of a call that takes nothing. */
export function noInput(part: NamedPart): z.ZodType {
  return strictInput(z.object({}), part).optional()
}

/** `inner` copies the values of an object; the same copier where it is left out. */
function copier(names: Names, inner?: Copy): Copy {
  // Schemas share parts, and one may contain itself.
  const made = new Map<z.core.$ZodType, z.core.$ZodType>()
  const copy: Copy = (schema) => {
    const known = made.get(schema)
    if (known !== undefined) return known
    const parts = partsOf(schemaDef(schema), copy, (def) => strictObject(def, names, inner ?? copy))
    const copied = parts === null ? schema : z.core.clone(schema, { ...schemaDef(schema), ...parts }, { parent: true })
    made.set(schema, copied)
    return copied
  }
  return copy
}

type ObjectDef = z.core.$ZodObjectDef

/** The parts of a schema as copies, or null where it has none. */
function partsOf(def: SchemaDef, copy: Copy, object: (def: ObjectDef) => Partial<ObjectDef>): object | null {
  if (def.type === 'object') return object(def)
  if (def.type === 'array') return { element: copy(def.element) }
  if (def.type === 'tuple') return { items: def.items.map(copy), rest: def.rest === null ? null : copy(def.rest) }
  if (def.type === 'record') return { valueType: copy(def.valueType) }
  if (def.type === 'union') return { options: def.options.map(copy), error: unionError(def) }
  if (def.type === 'pipe') return { in: copy(def.in), out: copy(def.out) }
  if (def.type === 'lazy') return { getter: () => copy(def.getter()) }
  return 'innerType' in def ? { innerType: copy(def.innerType) } : null
}

function strictObject(def: ObjectDef, { part, elsewhere }: Names, copy: Copy): Partial<ObjectDef> {
  const shape = Object.fromEntries(Object.entries(def.shape).map(([name, value]) => [name, copy(value)]))
  const isLoose = def.catchall !== undefined && schemaDef(def.catchall).type !== 'never'
  if (isLoose) return { shape }
  const known = Object.keys(shape).filter((name) => !elsewhere.includes(name))
  const error: z.core.$ZodErrorMap = (issue) => {
    if (issue.code !== 'unrecognized_keys') return def.error?.(issue as never)
    return unknownNamesSentence(part, issue.keys, known)
  }
  return { shape, catchall: z.never(), error }
}

/** A union says of itself only that nothing fits: an unknown name in one of its options says more. */
function unionError(def: z.core.$ZodUnionDef): z.core.$ZodErrorMap {
  return (issue) => {
    const own = def.error?.(issue as never)
    if (own !== undefined && own !== null) return own
    if (issue.code !== 'invalid_union') return undefined
    const unknown = issue.errors.flat().find(({ code, path }) => code === 'unrecognized_keys' && path.length === 0)
    return unknown?.message
  }
}
