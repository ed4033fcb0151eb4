import type { z } from 'zod'
import { ownText } from './codes/coded.ts'

/** A value without received text, which stands beside it: the n-th where the value has `[untrusted n]`. */
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
export function quotesApart(sentence: string, quotes: readonly string[]): string {
  // The longest first: one may be a part of another.
  const longestFirst = quotes.filter((quote) => quote !== '').toSorted((a, b) => b.length - a.length)
  let apart = ''
  for (let at = 0; at < sentence.length;) {
    const quote = longestFirst.find((each) => sentence.startsWith(each, at))
    apart += quote === undefined ? sentence.charAt(at) : `[untrusted ${quotes.indexOf(quote) + 1}]`
    at += quote?.length ?? 1
  }
  return apart
}

function markOf(text: string, received: string[]): string {
  if (!received.includes(text)) received.push(text)
  return `[untrusted ${received.indexOf(text) + 1}]`
}

function withMarks(schema: z.core.$ZodType, value: unknown, received: string[]): unknown {
  if (value === null || value === undefined) return value
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return schema === ownText ? value : markOf(String(value), received)
    case 'nullable':
    case 'optional':
      return withMarks(def.innerType, value, received)
    case 'array':
      return (value as unknown[]).map((entry) => withMarks(def.element, entry, received))
    case 'object': {
      const entries = Object.entries(def.shape).map(([name, field]) => [
        name,
        withMarks(field, (value as Record<string, unknown>)[name], received),
      ])
      return Object.fromEntries(entries)
    }
    case 'union': {
      const option = def.options.find((one) => codeOf(one) === (value as { code: unknown }).code)
      if (option === undefined) throw new Error('A code that its schema does not know.')
      return withMarks(option, value, received)
    }
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
      return value
    default:
      throw new Error(`A code has a field of the type ${def.type}, of which it is not known whether it was received.`)
  }
}

/** The code of an option of `coded`. */
function codeOf(option: z.core.$ZodType): unknown {
  const { def } = (option as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return undefined
  const code = (def.shape['code'] as z.core.$ZodTypes | undefined)?._zod.def
  return code?.type === 'literal' ? code.values[0] : undefined
}
