import { type KeyOrder, orderedMembers } from './keyOrder.ts'
import { askedEvery, type JsonTokens, jsonTokens } from '../../../../shared/basics/jsonTokens.ts'
import { kind } from '../../../../shared/basics/readJson.ts'
import { type NumberRuleName, numberRules } from './numberRules.ts'
import { type FormatName, formats } from './profiles.ts'
import { jsonString, type StringRuleName, stringRules, stringValue } from './stringRules.ts'
import { type JsonFormat, type JsonRewrite, writeJson } from './writeJson.ts'
import { lazy } from '../../../../shared/basics/lazy.ts'

/** A JSON body, parsed once, that can be rewritten in many ways. */
export interface JsonDocument {
  tokens: JsonTokens
  /** Whether it is small enough for hundreds of rewrites. */
  small: boolean
  /** The tokens' texts by these rules; `kept` leaves strings as they came. Rules that give the same texts give the same array. */
  texts(strings: StringRuleName | 'kept', numbers: NumberRuleName): readonly string[]
  /** Returns the simplest order with the same result for this document. */
  orderOf(order: KeyOrder): KeyOrder
  /** Writes it with other white space and other texts; null where it is nested too deep, or time is up. */
  write(format: FormatName | JsonFormat, rewrite: JsonRewrite): string | null
  /** The same in UTF-8. Results for a small document are cached. */
  bytes(format: FormatName, rewrite: JsonRewrite): Buffer | null
  /** The tokens' texts as they came, or null where the rule changes none of them. */
  replaced(rule: TokenRule): readonly string[] | null
  /** Replaces texts of tokens and keeps everything between them; null where nothing changes, or time is up. */
  inPlace(rule: TokenRule): string | null
}

/** Deeper documents are not indented: 100,000 levels would be gigabytes of spaces. */
const maxIndentedDepth = 1_000

/** Larger documents are not rewritten, because a single rewrite would exceed the time limit of a search. */
const maxDepth = 200_000
const maxTokens = 500_000

/** Parses a text; null when it is not JSON, or too large or too deep to rewrite. */
export function jsonDocument(text: string, isSpent: () => boolean): JsonDocument | null {
  const tokens = jsonTokens(text, { isSpent, max: maxTokens })
  if (tokens === null || tokens.depth > maxDepth) return null
  const small = tokens.count < 20_000 && text.length < 500_000
  const rules = cachedTexts(tokens, isSpent)
  const orderOf = cachedOrders(tokens, small)
  const write = (named: FormatName | JsonFormat, rewrite: JsonRewrite) => {
    const format = typeof named === 'string' ? formats[named] : named
    const tooDeep = format.indent !== null && tokens.depth > maxIndentedDepth
    return tooDeep || isSpent() ? null : writeJson(tokens, format, rewrite, isSpent)
  }
  const written = new Map<readonly string[], Map<string, Buffer | null>>()
  const hasNulls = text.includes('null')
  const hasDuplicates = lazy(() => duplicateNames(tokens))
  const hasEmpty = /\{\s*\}/.test(text)
  return {
    tokens,
    small,
    texts: rules,
    orderOf,
    write,
    bytes(format, rewrite) {
      const encode = (made: string | null) => (made === null ? null : Buffer.from(made, 'utf8'))
      if (!small) return encode(write(format, rewrite))
      const order = orderOf(rewrite.order)
      const { emptyObject = '{}' } = rewrite
      const dropDuplicates = rewrite.dropDuplicates === true && hasDuplicates()
      const dropNulls = rewrite.dropNulls === true && hasNulls
      const name = `${format} ${order} ${dropNulls} ${dropDuplicates} ${hasEmpty ? emptyObject : ''}`
      let results = written.get(rewrite.texts)
      if (results === undefined) written.set(rewrite.texts, (results = new Map()))
      let made = results.get(name)
      if (made === undefined)
        results.set(name, (made = encode(write(format, { ...rewrite, order, dropNulls, dropDuplicates }))))
      return made
    },
    inPlace: (rule) => inPlace(tokens, rule, isSpent),
    replaced: (rule) => replaced(tokens, rule),
  }
}

/** Texts by rules, cached; rules with the same result share an array. */
function cachedTexts(tokens: JsonTokens, isSpent: () => boolean): JsonDocument['texts'] {
  const known = new Map<string, readonly string[]>()
  const distinct = new Map<string, readonly string[]>()
  const small = tokens.count < 20_000
  const isPlain = small ? plainStrings(tokens) : null
  const texts: JsonDocument['texts'] = (strings, numbers) => {
    const name = `${strings} ${numbers}`
    const made = known.get(name)
    if (made !== undefined) return made
    let all: readonly string[]
    if (strings !== 'kept' && numbers !== 'kept' && small) {
      const [byString, byNumber] = [texts(strings, 'kept'), texts('kept', numbers)]
      const kept = texts('kept', 'kept')
      if (byNumber === kept) all = byString
      else if (byString === kept) all = byNumber
      else
        all = byString.map((text, index) => (tokens.kinds[index] === kind.number ? (byNumber[index] as string) : text))
    } else all = rewriteTexts(tokens, strings, numbers, { isSpent, isPlain })
    if (!small) return all
    const joined = all.join('\n')
    const same = distinct.get(joined)
    if (same === undefined) distinct.set(joined, all)
    known.set(name, same ?? all)
    return same ?? all
  }
  return texts
}

/** Maps orders to the first one with the same result for this document. */
function cachedOrders(tokens: JsonTokens, small: boolean): (order: KeyOrder) => KeyOrder {
  const known = new Map<KeyOrder, KeyOrder>()
  const distinct = new Map<string, KeyOrder>()
  const place = (order: KeyOrder) => {
    const places: number[] = []
    for (let at = 0; at < tokens.count; at++)
      if (tokens.kinds[at] === kind.object) places.push(...orderedMembers(tokens, at, { order }))
    return places.join()
  }
  const add = (order: KeyOrder) => {
    const places = place(order)
    const same = distinct.get(places)
    if (same === undefined) distinct.set(places, order)
    known.set(order, same ?? order)
  }
  return (order) => {
    if (!small || order === 'kept') return order
    if (known.size === 0) add('kept')
    if (!known.has(order)) add(order)
    return known.get(order) ?? order
  }
}

/** Marks strings that no rule changes, by token. */
function plainStrings({ text, kinds, starts, ends, count }: JsonTokens): Uint8Array {
  const plain = new Uint8Array(count)
  for (let index = 0; index < count; index++) {
    if (kinds[index] !== kind.string) continue
    plain[index] = /^"[\w .,:;()[\]{}#@*?!$%|~^-]*"$/.test(text.slice(starts[index], ends[index])) ? 1 : 0
  }
  return plain
}

/** Whether an object has a name twice. */
function duplicateNames(tokens: JsonTokens): boolean {
  const names = { order: 'kept' } as const
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kinds[at] !== kind.object) continue
    const all = orderedMembers(tokens, at, names).length
    if (orderedMembers(tokens, at, { ...names, dropDuplicates: true }).length < all) return true
  }
  return false
}

/** Stops in the middle when time is up; the result is not used then. */
function rewriteTexts(
  tokens: JsonTokens,
  strings: StringRuleName | 'kept',
  numbers: NumberRuleName,
  { isSpent, isPlain }: { isSpent: () => boolean; isPlain: Uint8Array | null },
): string[] {
  const number = numberRules[numbers]
  const texts = Array.from<string>({ length: tokens.count })
  for (let index = 0; index < tokens.count; index++) {
    if (index % askedEvery === 0 && isSpent()) return texts
    const start = tokens.starts[index] as number
    const end = tokens.ends[index] as number
    const what = tokens.kinds[index]
    const raw = tokens.text.slice(start, end)
    if (what === kind.number) texts[index] = number(raw)
    else if (what === kind.string && strings !== 'kept' && isPlain?.[index] !== 1) {
      texts[index] = jsonString(stringValue(tokens.text, start, end), stringRules[strings])
    } else texts[index] = raw
  }
  return texts
}

/** Rewrites the text of one token. */
export type TokenRule = (raw: string, what: number, isKey: boolean) => string

function inPlace(tokens: JsonTokens, rule: TokenRule, isSpent: () => boolean): string | null {
  const out: string[] = []
  const { text, kinds, starts, ends } = tokens
  let from = 0
  for (let index = 0; index < tokens.count; index++) {
    if (index % askedEvery === 0 && isSpent()) return null
    const what = kinds[index] as number
    if (what !== kind.string && what !== kind.number) continue
    const [start, end] = [starts[index] as number, ends[index] as number]
    const raw = text.slice(start, end)
    const made = rule(raw, what, what === kind.string && isKey(text, end))
    if (made === raw) continue
    out.push(text.slice(from, start), made)
    from = end
  }
  if (from === 0) return null
  out.push(text.slice(from))
  return out.join('')
}

function replaced({ text, kinds, starts, ends, count }: JsonTokens, rule: TokenRule): readonly string[] | null {
  let changed = false
  const texts = Array.from({ length: count }, (_none, index) => {
    const [what, end] = [kinds[index] as number, ends[index] as number]
    const raw = text.slice(starts[index], end)
    const made =
      what === kind.string || what === kind.number ? rule(raw, what, what === kind.string && isKey(text, end)) : raw
    changed ||= made !== raw
    return made
  })
  return changed ? texts : null
}

/** In valid JSON only a key is followed by a colon. */
function isKey(text: string, end: number): boolean {
  for (let at = end; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code === 58
  }
  return false
}
