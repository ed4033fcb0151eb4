import { entriesOf, type JsonTokens } from '../../../../shared/basics/jsonTokens.ts'
import { kind } from '../../../../shared/basics/readJson.ts'
import { stringValue } from './stringRules.ts'

/**
 * - sorted: by UTF-16 code units; sortedTop: only the outermost object
 * - sortedJs: as JavaScript keeps an object that was filled in sorted order: whole numbers come first, by size
 * - length: shorter keys first, then by bytes, as Postgres's jsonb and MySQL keep them
 * - javaHash: the iteration order of Java's HashMap with String keys
 */
export type KeyOrder = 'kept' | 'sorted' | 'sortedTop' | 'sortedJs' | 'length' | 'javaHash'

interface MemberRules {
  order: KeyOrder
  dropNulls?: boolean
  dropDuplicates?: boolean
}

/** An object with more keys keeps its order, because sorting would take seconds. */
const maxSorted = 50_000

/** The tokens of an object's keys in the order in which its members are written. */
export function orderedMembers(tokens: JsonTokens, object: number, rules: MemberRules): number[] {
  let keys = entriesOf(tokens, object)
  if (rules.dropNulls === true) keys = keys.filter((key) => !isNull(tokens, key + 1))
  if (rules.dropDuplicates === true) keys = lastOfEqual(tokens, keys)
  if (rules.order === 'kept' || (rules.order === 'sortedTop' && object !== 0) || keys.length > maxSorted) return keys
  const named = keys.map((key) => ({ key, name: stringValue(tokens.text, tokens.starts[key], tokens.ends[key]) }))
  if (rules.order === 'length') return byLength(named)
  if (rules.order === 'javaHash') return byJavaHash(named)
  if (rules.order === 'sortedJs') return named.sort((a, b) => byJsOrder(a.name, b.name)).map(({ key }) => key)
  return named.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(({ key }) => key)
}

function isNull(tokens: JsonTokens, at: number): boolean {
  return tokens.kinds[at] === kind.word && tokens.text[tokens.starts[at] as number] === 'n'
}

function lastOfEqual(tokens: JsonTokens, keys: readonly number[]): number[] {
  const last = new Map<string, number>()
  for (const key of keys) last.set(stringValue(tokens.text, tokens.starts[key], tokens.ends[key]), key)
  return [...last.values()]
}

/** An index of an array is no more than 2^32 - 2; V8 sorts such names as numbers, before all others. */
function byJsOrder(a: string, b: string): number {
  const [first, second] = [indexOf(a), indexOf(b)]
  if (first !== null && second !== null) return first - second
  if (first !== null || second !== null) return first !== null ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

function indexOf(name: string): number | null {
  return /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1 ? Number(name) : null
}

function byLength(named: readonly { key: number; name: string }[]): number[] {
  return named
    .map(({ key, name }) => ({ key, bytes: Buffer.from(name) }))
    .sort((a, b) => a.bytes.length - b.bytes.length || Buffer.compare(a.bytes, b.bytes))
    .map(({ key }) => key)
}

/** Java's HashMap: a table of a power of two that grows beyond three quarters; equal places keep their order. */
function byJavaHash(named: { key: number; name: string }[]): number[] {
  let size = 16
  while (named.length > size * 0.75) size *= 2
  const place = (name: string) => {
    let hash = 0
    for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0
    return (hash ^ (hash >>> 16)) & (size - 1)
  }
  return named
    .map(({ key, name }) => ({ key, place: place(name) }))
    .sort((a, b) => a.place - b.place)
    .map(({ key }) => key)
}
