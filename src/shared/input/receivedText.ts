import type { z } from 'zod'
import { ownText } from '../codes/coded.ts'
import { schemaDef } from './schemaDef.ts'

/** A value without received text, and that text: the n-th where the value has `[untrusted n]`. */
export interface ReceivedApart<Value> {
  value: Value
  received: string[]
}

/**
 * Takes the texts of a code apart that may have been received: all but those whose schema is `ownText`. A sentence made
 * from the rest is ours alone. Pure.
 */
export function receivedApart<Value>(schema: z.core.$ZodType, value: Value): ReceivedApart<Value> {
  const received: string[] = []
  return { value: withMarks(schema, value, received) as Value, received }
}

/** A sentence with `[untrusted n]` in place of the n-th text that it quotes. Pure. */
export function quotesApart(words: string, quotes: readonly string[]): string {
  // The longest first: one may be a part of another.
  const longestFirst = quotes.filter((quote) => quote !== '').toSorted((a, b) => b.length - a.length)
  let apart = ''
  for (let at = 0; at < words.length;) {
    const quote = longestFirst.find((each) => words.startsWith(each, at))
    apart += quote === undefined ? words.charAt(at) : `[untrusted ${quotes.indexOf(quote) + 1}]`
    at += quote?.length ?? 1
  }
  return apart
}

function markOf(text: string, received: string[]): string {
  if (!received.includes(text)) received.push(text)
  return `[untrusted ${received.indexOf(text) + 1}]`
}

/** Types of values that are never text of a sender. */
const plainTypes: ReadonlySet<string> = new Set(['enum', 'literal', 'number', 'boolean'])

function withMarks(schema: z.core.$ZodType, value: unknown, received: string[]): unknown {
  if (value === null || value === undefined) return value
  const def = schemaDef(schema)
  if (def.type === 'string') return schema === ownText ? value : markOf(value as string, received)
  if (def.type === 'nullable' || def.type === 'optional') return withMarks(def.innerType, value, received)
  if (def.type === 'array') return (value as unknown[]).map((entry) => withMarks(def.element, entry, received))
  if (def.type === 'object') {
    const fields = Object.entries(def.shape).map(([name, field]) => [
      name,
      withMarks(field, (value as Record<string, unknown>)[name], received),
    ])
    return Object.fromEntries(fields)
  }
  const option = def.type === 'union' ? def.options.find((one) => codeOf(one) === codeIn(value)) : undefined
  if (option !== undefined) return withMarks(option, value, received)
  if (plainTypes.has(def.type)) return value
  throw new Error(`A code has a field of the type ${def.type}, of which it is not known whether it was received.`)
}

function codeIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'code' in value ? value.code : undefined
}

/** The code of an option of `coded`. */
function codeOf(option: z.core.$ZodType): unknown {
  const def = schemaDef(option)
  const code = def.type === 'object' ? def.shape['code'] : undefined
  const codeDef = code === undefined ? undefined : schemaDef(code)
  return codeDef?.type === 'literal' ? codeDef.values[0] : undefined
}
