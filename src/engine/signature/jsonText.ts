import { entriesOf, type JsonTokens, jsonTokens, rawOf } from '../../shared/basics/jsonTokens.ts'
import { kind, stringText } from '../../shared/basics/readJson.ts'

/**
 * Changes single values of a JSON text and leaves every other byte as it is: layout, escapes, digits and repeated names.
 * The text must be valid JSON. All of it is pure.
 */

/**
 * The text with another value at a pointer, written as it is given; null where the pointer leads through something that is
 * no object. A missing member is added at the end of its object. A repeated name counts where it is last, as for
 * `JSON.parse`.
 */
export function withValueInText(text: string, pointer: string, literal: string): string | null {
  const tokens = tokensOf(text)
  const names = namesOf(pointer)
  let at = 0
  for (const [depth, name] of names.entries()) {
    const entry = entryOf(tokens, at, name)
    if (entry === null) {
      const rest = names.slice(depth + 1).reduceRight((inner, each) => `{${JSON.stringify(each)}:${inner}}`, literal)
      return tokens.kinds[at] === kind.object ? withMemberAt(tokens, at, `${JSON.stringify(name)}:${rest}`) : null
    }
    at = valueOf(tokens, at, entry)
  }
  return text.slice(0, tokens.starts[at]) + literal + text.slice(endOf(tokens, at))
}

/** The text with one more member at the end of its outermost object. */
export function withMemberInText(text: string, member: string): string {
  return withMemberAt(tokensOf(text), 0, member)
}

/** The text without the member at a pointer; the text itself where there is none. */
export function withoutMemberInText(text: string, pointer: string): string {
  const tokens = tokensOf(text)
  let at = 0
  let cut: { start: number; end: number } | null = null
  for (const name of namesOf(pointer)) {
    const entry = entryOf(tokens, at, name)
    if (entry === null || tokens.kinds[at] !== kind.object) return text
    cut = cutOf(tokens, at, entry)
    at = entry + 1
  }
  return cut === null ? text : text.slice(0, cut.start) + text.slice(cut.end)
}

/** The text cut at the items of the array at a pointer: what is between them at even places, the items at odd ones. */
export function cutAtItems(text: string, pointer: string): string[] {
  const tokens = tokensOf(text)
  let at = 0
  for (const name of namesOf(pointer)) {
    const entry = entryOf(tokens, at, name)
    if (entry === null) return [text]
    at = valueOf(tokens, at, entry)
  }
  if (tokens.kinds[at] !== kind.array) return [text]
  const places = entriesOf(tokens, at).flatMap((item) => [tokens.starts[item] as number, endOf(tokens, item)])
  return [...places, text.length].map((place, index) => text.slice(index === 0 ? 0 : places[index - 1], place))
}

function tokensOf(text: string): JsonTokens {
  const tokens = jsonTokens(text)
  if (tokens === null) throw new Error('The text is not JSON.')
  return tokens
}

function namesOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The token of a member's name, or of an item; null where there is none. */
function entryOf(tokens: JsonTokens, container: number, name: string): number | null {
  const what = tokens.kinds[container]
  if (what !== kind.object && what !== kind.array) return null
  const named = (entry: number, index: number) =>
    (what === kind.array ? String(index) : stringText(rawOf(tokens, entry))) === name
  return entriesOf(tokens, container).findLast(named) ?? null
}

function valueOf({ kinds }: JsonTokens, container: number, entry: number): number {
  return kinds[container] === kind.object ? entry + 1 : entry
}

/** The place behind the value that begins with a token. */
function endOf({ ends, closes }: JsonTokens, at: number): number {
  return ends[closes[at] as number] as number
}

/** A member with the comma that parts it from the next, or else from the one before. */
function cutOf(tokens: JsonTokens, object: number, name: number): { start: number; end: number } {
  const { text, starts, closes } = tokens
  const start = starts[name] as number
  const end = endOf(tokens, name + 1)
  const after = (closes[name + 1] as number) + 1
  if (after < (closes[object] as number)) return { start, end: starts[after] as number }
  const comma = text.lastIndexOf(',', start)
  return name === object + 1 ? { start, end } : { start: comma, end }
}

function withMemberAt(tokens: JsonTokens, object: number, member: string): string {
  const { text, ends, closes } = tokens
  const last = (closes[object] as number) - 1
  const end = ends[last] as number
  return `${text.slice(0, end)}${last === object ? '' : ','}${member}${text.slice(end)}`
}
