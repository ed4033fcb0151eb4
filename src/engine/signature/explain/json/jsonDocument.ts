import { askedEvery, type JsonTokens, jsonTokens, kind } from './jsonTokens.ts'
import { type NumberRuleName, numberRules } from './numberRules.ts'
import { type FormatName, formats } from './profiles.ts'
import { jsonString, type StringRuleName, stringRules, stringValue } from './stringRules.ts'
import { type JsonFormat, type JsonRewrite, writeJson } from './writeJson.ts'

/** A JSON body that can be written in many ways without being parsed more than once. */
export interface JsonDocument {
  tokens: JsonTokens
  /** Whether it is small enough to be written in hundreds of ways. */
  small: boolean
  /** The tokens' texts by these rules; `kept` leaves strings as they came. */
  texts(strings: StringRuleName | 'kept', numbers: NumberRuleName): readonly string[]
  /** Writes it with other white space and other texts; null where that would be gigabytes of spaces, or time is up. */
  write(format: FormatName | JsonFormat, rewrite: JsonRewrite): string | null
  /** Replaces texts of tokens and keeps everything between them. */
  inPlace(replace: (raw: string, what: number, isKey: boolean) => string): string | null
}

/** Beyond this depth nothing is indented: 100,000 levels would be gigabytes of spaces. */
const deepestIndentation = 1_000

/** Beyond these, writing it once would take longer than a whole search may. No honest body comes near. */
const deepest = 200_000
const mostTokens = 500_000

/** Null when the text is not JSON, or more of it than can be written in time. */
export function jsonDocument(text: string, isSpent: () => boolean): JsonDocument | null {
  const tokens = jsonTokens(text, { isSpent, most: mostTokens })
  if (tokens === null || tokens.depth > deepest) return null
  const small = tokens.count < 20_000
  const known = new Map<string, readonly string[]>()
  return {
    tokens,
    small,
    texts(strings, numbers) {
      const name = `${strings} ${numbers}`
      const texts = known.get(name) ?? rewriteTexts(tokens, strings, numbers, isSpent)
      if (small) known.set(name, texts)
      return texts
    },
    write(named, rewrite) {
      const format = typeof named === 'string' ? formats[named] : named
      const tooDeep = format.indent !== null && tokens.depth > deepestIndentation
      return tooDeep || isSpent() ? null : writeJson(tokens, format, rewrite, isSpent)
    },
    inPlace: (replace) => inPlace(tokens, replace, isSpent),
  }
}

/** Stops in the middle when time is up: then nothing is written any more. */
function rewriteTexts(
  tokens: JsonTokens,
  strings: StringRuleName | 'kept',
  numbers: NumberRuleName,
  isSpent: () => boolean,
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
    else if (what === kind.string && strings !== 'kept') {
      texts[index] = jsonString(stringValue(tokens.text, start, end), stringRules[strings])
    } else texts[index] = raw
  }
  return texts
}

function inPlace(
  tokens: JsonTokens,
  replace: (raw: string, what: number, isKey: boolean) => string,
  isSpent: () => boolean,
): string | null {
  const out: string[] = []
  let from = 0
  for (let index = 0; index < tokens.count; index++) {
    if (index % askedEvery === 0 && isSpent()) return null
    const what = tokens.kinds[index] as number
    if (what !== kind.string && what !== kind.number) continue
    const start = tokens.starts[index] as number
    const end = tokens.ends[index] as number
    out.push(tokens.text.slice(from, start), replace(tokens.text.slice(start, end), what, isKey(tokens.text, end)))
    from = end
  }
  out.push(tokens.text.slice(from))
  return out.join('')
}

/** In valid JSON only a key is followed by a colon. */
function isKey(text: string, end: number): boolean {
  for (let at = end; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code === 58
  }
  return false
}
