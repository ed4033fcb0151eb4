import { checkUtf8 } from './utf8.ts'

/** Values longer than this are not looked at. */
export const longestGuess = 100_000

/** All that a value could mean, the likeliest first. Pure. */
export function guessMeaning(value: string, isNumber: boolean): Guess[] {
  if (value.length > longestGuess) return []
  const guesses = isNumber
    ? [guessTime(value)]
    : [guessUuid(value), guessTime(value), guessToken(value), guessUrlText(value), guessBase64(value)]
  return guesses.filter((guess) => guess !== null)
}

/** Something that a value could mean. Never more than a guess: the value is only a value. */
export type Guess =
  | { kind: 'time'; form: 'seconds' | 'milliseconds' | 'instant'; at: number }
  | { kind: 'token'; header: string; claims: string; expires: number | null }
  | { kind: 'base64'; url: boolean; text: string | null; hex: string; size: number; cut: boolean }
  | { kind: 'url'; text: string }
  | { kind: 'uuid'; version: string; at: number | null }

/** Maximum number of characters shown of a decoded value. */
const longestText = 2000
const longestHex = 48

/**
 * Base64 or base64url. Many words and ids happen to be valid base64, so it takes padding, or length and a mix of letters and
 * digits, or text that makes sense when it comes out.
 */
function guessBase64(value: string): Guess | null {
  if (value.length < 8 || !/^[\w+/-]+={0,2}$/.test(value)) return null
  if (/^\d+$/.test(value) || /^[\da-f]+$/i.test(value)) return null
  const bytes = bytesOfBase64(value)
  if (bytes === null) return null
  const check = checkUtf8(bytes)
  const isText = check.invalid + check.nuls + check.controls === 0
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
  const padded = value.endsWith('=')
  if (!padded && !(isText && check.ascii) && !(isMixed && value.length >= 40)) return null
  const hex = Array.from(bytes.subarray(0, longestHex), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const text = isText ? new TextDecoder().decode(bytes) : null
  return {
    kind: 'base64',
    url: /[_-]/.test(value),
    text: text === null ? null : text.slice(0, longestText),
    hex,
    size: bytes.length,
    cut: text === null ? bytes.length > longestHex : text.length > longestText,
  }
}

/** The bytes that base64 or base64url encodes, or null when it is neither. Padding may be missing, but not be wrong. */
export function bytesOfBase64(value: string): Uint8Array | null {
  const bare = value.replace(/={1,2}$/, '')
  if (bare.length % 4 === 1 || (bare.length !== value.length && value.length % 4 !== 0)) return null
  if (/[+/]/.test(bare) && /[_-]/.test(bare)) return null
  try {
    const text = atob(bare.replace(/-/g, '+').replace(/_/g, '/'))
    return Uint8Array.from(text, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** Unix times are only guessed within these years: other numbers are more likely amounts and ids. */
const earliest = Date.UTC(2001, 8, 9)
const latest = Date.UTC(2100, 0, 1)

/** A Unix time in seconds or milliseconds, or an ISO 8601 instant. */
function guessTime(value: string): Guess | null {
  if (/^\d{9,10}(?:\.\d+)?$/.test(value)) return withinYears('seconds', Number(value) * 1000)
  if (/^\d{12,13}$/.test(value)) return withinYears('milliseconds', Number(value))
  // More digits than milliseconds are cut: the instant is shown to the millisecond.
  const iso = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d)?)(\.\d{1,3})?\d*([Zz]|[+-]\d\d:?\d\d)$/.exec(value)
  if (iso === null) return null
  const at = Date.parse(`${iso[1]?.replace(' ', 'T')}${iso[2] ?? ''}${iso[3]}`)
  return Number.isNaN(at) ? null : { kind: 'time', form: 'instant', at }
}

function withinYears(form: 'seconds' | 'milliseconds', at: number): Guess | null {
  return at >= earliest && at < latest ? { kind: 'time', form, at: Math.floor(at) } : null
}

/** A JSON Web Token: two parts that are JSON objects, and a signature that is not checked here. */
function guessToken(value: string): Guess | null {
  const parts = /^(?:Bearer )?([\w-]{4,})\.([\w-]{4,})\.([\w-]*)$/.exec(value)
  if (parts === null) return null
  const header = readObject(parts[1] ?? '')
  const claims = readObject(parts[2] ?? '')
  if (header === null || claims === null || typeof header.object['alg'] !== 'string') return null
  const expires = claims.object['exp']
  return {
    kind: 'token',
    header: header.text,
    claims: claims.text,
    expires: typeof expires === 'number' && Math.abs(expires) < 8.64e12 ? expires * 1000 : null,
  }
}

function readObject(part: string): { text: string; object: Record<string, unknown> } | null {
  const bytes = bytesOfBase64(part)
  if (bytes === null) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const object: unknown = JSON.parse(text)
    const isObject = typeof object === 'object' && object !== null && !Array.isArray(object)
    return isObject ? { text, object: object as Record<string, unknown> } : null
  } catch {
    return null
  }
}

/** Text with percent escapes, decoded once. */
function guessUrlText(value: string): Guess | null {
  if (!/%[\da-f]{2}/i.test(value)) return null
  try {
    const text = decodeURIComponent(value)
    return text === value ? null : { kind: 'url', text }
  } catch {
    return null
  }
}

/** Between 15 October 1582, when the clock of UUIDs begins, and 1970, in milliseconds. */
const gregorianMs = 12_219_292_800_000

/** A UUID with its version, and the time inside of those that carry one. */
function guessUuid(value: string): Guess | null {
  const groups = /^([\da-f]{8})-([\da-f]{4})-([\da-f])([\da-f]{3})-([\da-f])[\da-f]{3}-[\da-f]{12}$/i.exec(value)
  if (groups === null) return null
  const [, low = '', middle = '', version = '', high = '', variant = ''] = groups
  if (/^[0-]+$/.test(value)) return { kind: 'uuid', version: 'nil', at: null }
  if (/^[f-]+$/i.test(value)) return { kind: 'uuid', version: 'max', at: null }
  // The variant of RFC 9562; others number their versions in another way.
  if (!/[89ab]/i.test(variant)) return { kind: 'uuid', version: 'other', at: null }
  return { kind: 'uuid', version, at: timeInside(version, low, middle, high) }
}

function timeInside(version: string, low: string, middle: string, high: string): number | null {
  if (version === '7') return Number.parseInt(low + middle, 16)
  const ticks = { 1: high + middle + low, 6: low + middle + high }[version]
  if (ticks === undefined) return null
  return Number(BigInt(`0x${ticks}`) / 10_000n) - gregorianMs
}
