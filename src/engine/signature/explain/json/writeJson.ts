import { orderedMembers, type KeyOrder } from './keyOrder.ts'
import { askedEvery, entriesOf, type JsonTokens } from '../../../../shared/basics/jsonTokens.ts'
import { kind } from '../../../../shared/basics/readJson.ts'

/** White space and separators of a writer of JSON. */
export interface JsonFormat {
  item: string
  colon: string
  /** One level of indentation, or null for one line. */
  indent: string | null
  newline: string
  /** Whether arrays stay on one line while objects do not, as Jackson writes them. */
  inlineArrays?: boolean
  /** Empty containers as `{ }` and `[ ]`. */
  spacedEmpty?: boolean
  /** Empty containers over several lines, as Ruby's json before 2.10 writes them. */
  emptyLines?: boolean
}

/** Changes that a writer makes in addition to white space. */
export interface JsonRewrite {
  /** The tokens' texts, rewritten or as they came; by token. */
  texts: readonly string[]
  order: KeyOrder
  /** Drops members whose value is null. */
  dropNulls?: boolean
  /** Keeps the last of equal keys, at the place of the first. */
  dropDuplicates?: boolean
  /** Text of an empty object, where it is not `{}`. */
  emptyObject?: string
}

interface Level {
  /** Tokens of the keys of an object, or of the values of an array, in the order of writing. */
  entries: readonly number[]
  next: number
  isObject: boolean
  inline: boolean
}

/** Writes JSON from its tokens; null when time is up. Iterative, so that no depth exhausts the stack. */
export function writeJson(
  tokens: JsonTokens,
  format: JsonFormat,
  rewrite: JsonRewrite,
  isSpent: () => boolean,
): string | null {
  const out: string[] = []
  const levels: Level[] = []
  const breaks = newlines(format)
  let depth = 0
  let value: number | null = 0
  for (let steps = 1; ; steps++) {
    if (steps % askedEvery === 0 && isSpent()) return null
    if (value !== null) {
      const level = open(tokens, value, format, rewrite)
      if (level === null) out.push(rewrite.texts[value] ?? '')
      else if (level.entries.length === 0) out.push(empty(level, format, rewrite, breaks(depth)))
      else {
        out.push(level.isObject ? '{' : '[')
        levels.push(level)
        if (!level.inline) depth++
      }
      value = null
    }
    const level = levels.at(-1)
    if (level === undefined) return out.join('')
    if (level.next === level.entries.length) {
      levels.pop()
      if (!level.inline) depth--
      out.push(level.inline ? ' ' : breaks(depth), level.isObject ? '}' : ']')
      continue
    }
    const entry = level.entries[level.next] as number
    if (level.inline) out.push(level.next === 0 ? ' ' : ', ')
    else out.push(level.next === 0 ? '' : format.item, breaks(depth))
    level.next++
    if (level.isObject) out.push(rewrite.texts[entry] ?? '', format.colon)
    value = level.isObject ? entry + 1 : entry
  }
}

/** The line break before an entry of this depth. */
function newlines({ indent, newline }: JsonFormat): (depth: number) => string {
  if (indent === null) return () => ''
  const known: string[] = []
  return (depth) => (known[depth] ??= newline + indent.repeat(depth))
}

function empty(level: Level, format: JsonFormat, rewrite: JsonRewrite, lineBreak: string): string {
  if (format.emptyLines === true) return level.isObject ? `{${lineBreak}}` : `[${format.newline}${lineBreak}]`
  if (level.isObject && rewrite.emptyObject !== undefined) return rewrite.emptyObject
  const space = format.spacedEmpty === true ? ' ' : ''
  return level.isObject ? `{${space}}` : `[${space}]`
}

function open(tokens: JsonTokens, at: number, format: JsonFormat, rewrite: JsonRewrite): Level | null {
  const what = tokens.kinds[at]
  if (what === kind.object)
    return { entries: orderedMembers(tokens, at, rewrite), next: 0, isObject: true, inline: false }
  if (what !== kind.array) return null
  return { entries: entriesOf(tokens, at), next: 0, isObject: false, inline: format.inlineArrays === true }
}
