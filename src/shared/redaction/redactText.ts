import { addressWithoutCredentials, namesCredential } from '../credentials.ts'
import { withoutPersonal } from './detectors.ts'
import { meaningOf, nameReader, type PathMeaning } from './fieldNames.ts'
import type { ReplaceLiterals } from './literals.ts'
import { stringText } from '../basics/readJson.ts'
import { pointerOf, pointsAt, type Redacted, rewriteJson } from './rewriteJson.ts'
import { type OnHit, type PersonalDetector, type RedactionKind, type RedactionRules, markOf } from './rules.ts'

/** Inside of a text, other texts are looked into so deeply: JSON within a string within JSON. */
const deepest = 4

/** Rules and context of a search in a text. */
export interface Search {
  rules: Pick<RedactionRules, 'personal' | 'pointers'>
  /** Fields that are named for a credential are replaced as well. */
  credentials: boolean
  /** Values that were replaced elsewhere in the same delivery. */
  literals: ReplaceLiterals | null
  onHit: OnHit
}

/** Replaces what is looked for in a text of any kind: JSON, a form, or just letters. Pure. */
export function redactText(text: string, form: boolean, search: Search, at = '', depth = 0): Redacted {
  // UTF-16 is valid UTF-8 with such a letter between any two: nothing would be found in it.
  if (text.includes('\0')) return { unread: 'binary' }
  const mark = /^\ufeff?\s*/.exec(text)?.[0].length ?? 0
  if (/^[{["\d-]/.test(text.charAt(mark)) && depth < deepest) {
    const clean = redactJson(text.slice(mark), search, at, depth)
    if (clean !== null) return 'text' in clean ? { text: text.slice(0, mark) + clean.text } : clean
  }
  if (form) return { text: redactForm(text, search, at, depth) }
  return { text: redactPlain(text, search, () => at) }
}

function redactJson(text: string, search: Search, at: string, depth: number): Redacted | null {
  const { rules, onHit } = search
  const isPointed = (path: readonly string[]) => rules.pointers.some((pointer) => pointsAt(pointer, path))
  const hit = (kind: RedactionKind, path: readonly string[], before: string): string => {
    const after = markOf(kind)
    onHit({ kind, at: at + pointerOf(path), before, after })
    return JSON.stringify(after)
  }
  return rewriteJson(
    text,
    ({ path, meaning, isName, raw }) => {
      const value = scalarOf(raw)
      if (value === null || value === '' || isMark(value)) return undefined
      if (isName) return inText(String(value), search, () => at + pointerOf(path.slice(0, -1)), depth)
      if (isPointed(path)) return hit('pointer', path, String(value))
      const kind = kindByName(meaning, value, search)
      if (kind !== null) return hit(kind, path, String(value))
      if (typeof value === 'boolean') return undefined
      return inText(String(value), search, () => at + pointerOf(path), depth)
    },
    (path, raw) => (depth === 0 && path.length > 0 && isPointed(path) ? hit('pointer', path, raw()) : undefined),
  )
}

function scalarOf(raw: string): string | number | boolean | null {
  return raw.startsWith('"') ? stringText(raw) : (JSON.parse(raw) as number | boolean | null)
}

function isMark(value: unknown): boolean {
  return typeof value === 'string' && /^\[(?:redacted(?: \w+)?|receiver-key|tunnel-host)\]$/.test(value)
}

/** Returns the kind of a value that is replaced because of the names that lead to it. Credentials are texts; only their own name counts. */
function kindByName(
  { name, isPersonal }: PathMeaning,
  value: unknown,
  { rules, credentials }: Search,
): RedactionKind | null {
  if (credentials && typeof value === 'string' && value.length >= 6 && namesCredential(name)) return 'credential'
  return rules.personal.includes('field') && isPersonal ? 'field' : null
}

/** A replaced text as JSON; undefined where nothing in it was found. */
function inText(value: string, search: Search, place: () => string, depth: number): string | undefined {
  const isNested = /^\s*[{[]/.test(value)
  const clean = isNested
    ? redactText(value, false, search, place(), depth + 1)
    : { text: redactPlain(value, search, place) }
  const next = orLeftOut(clean, value, search)
  return next === value ? undefined : JSON.stringify(next)
}

/** A text inside of another after redaction: where personal data is left out and it could not be searched, all of it goes. */
function orLeftOut(clean: Redacted, before: string, { rules }: Search): string {
  if ('text' in clean) return clean.text
  return rules.personal.length > 0 || rules.pointers.length > 0 ? markOf('field') : before
}

/** Addresses without what opens them, and what the detectors find. @param place where the text is, asked for on a hit */
export function redactPlain(
  text: string,
  { rules, credentials, literals, onHit }: Search,
  place: () => string,
): string {
  let clean = text
  if (credentials && /[?&]|:\/\//.test(text)) {
    clean = addressWithoutCredentials(text).text
    if (clean !== text) onHit({ kind: 'credential', at: place(), before: text, after: clean })
  }
  clean = withoutPersonal(clean, rules.personal, (kind: PersonalDetector, found) =>
    onHit({ kind, at: place(), before: found, after: markOf(kind) }),
  )
  if (literals === null) return clean
  return literals(clean, (found) => {
    onHit({ kind: 'value', at: place(), before: found, after: markOf('field') })
    return markOf('field')
  })
}

/** The pairs of a form or a query, each decoded, looked into, and written again only where something was found. */
function redactForm(text: string, search: Search, at: string, depth: number): string {
  const addName = nameReader()
  const redactPair = (pair: string): string => {
    const equals = pair.indexOf('=')
    if (equals === -1) return pair
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)]
    const plainName = decoded(name)
    const plain = decoded(value)
    if (plain === '' || isMark(plain)) return pair
    const path = [plainName]
    const { rules, onHit } = search
    const kind = rules.pointers.some((pointer) => pointsAt(pointer, path))
      ? 'pointer'
      : kindByName(meaningOf(namesIn(plainName), addName), plain, search)
    const place = at + pointerOf(path)
    if (kind !== null) {
      onHit({ kind, at: place, before: plain, after: markOf(kind) })
      return `${name}=${encodeURIComponent(markOf(kind))}`
    }
    const clean = redactText(plain, false, search, place, depth + 1)
    const next = orLeftOut(clean, plain, search)
    return next === plain ? pair : `${name}=${encodeURIComponent(next)}`
  }
  let result = ''
  let done = 0
  for (let start = 0; start <= text.length;) {
    const next = text.indexOf('&', start)
    const end = next === -1 ? text.length : next
    const pair = text.slice(start, end)
    const clean = redactPair(pair)
    // Most pairs stay: what lies between two that do not is copied at once.
    if (clean !== pair) {
      result += text.slice(done, start) + clean
      done = end
    }
    start = end + 1
  }
  return result + text.slice(done)
}

/** The names in that of a field, such as "customer[address][city]". */
function namesIn(name: string): string[] {
  return /[[\].]/.test(name) ? name.split(/[[\].]+/).filter(Boolean) : [name]
}

function decoded(text: string): string {
  if (!/[+%]/.test(text)) return text
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
