import { isAscii, isUtf8 } from 'node:buffer'
import { trimEnd } from '../../../../shared/basics/trimEnd.ts'
import type { SignatureEncoding } from '../../../../shared/signature/signatureScheme.ts'
import type { Change } from '../causes/change.ts'

export interface Reading {
  bytes: Buffer
  changes: Change[]
  written: string
}

/** Yields the readings of a text as a digest, with the differences from the encoding of the scheme. */
export function* readDigest(text: string, expected: SignatureEncoding): Generator<Reading> {
  for (const plain of readPlain(text, expected)) {
    yield plain
    const mistaken = latin1Text(plain.bytes)
    if (mistaken !== null)
      yield {
        bytes: mistaken,
        written: `${plain.written} of its bytes as UTF-8 text`,
        changes: [{ cause: 'digest-double-encoded', cost: 3, how: null }],
      }
    // Encoded twice: the result is text again.
    const inner = plain.bytes.length >= 22 ? asciiText(plain.bytes) : null
    if (inner === null) continue
    for (const twice of readPlain(inner, expected)) {
      yield {
        bytes: twice.bytes,
        written: `${plain.written} of its ${twice.written} text`,
        changes: [{ cause: 'digest-double-encoded', cost: 3, how: null }],
      }
    }
  }
  const listed = printedBytes(text)
  if (listed !== null)
    yield { bytes: listed, written: 'single bytes', changes: [{ cause: 'digest-separated', cost: 2, how: null }] }
}

function* readPlain(text: string, expected: SignatureEncoding): Generator<Reading> {
  if (text.length % 2 === 0 && /^(?:0[xX])?[0-9A-Fa-f]+$/.test(text)) {
    const digits = text.replace(/^0[xX]/, '')
    const changes: Change[] = expected === 'hex' ? [] : [other]
    if (digits !== digits.toLowerCase()) changes.push({ cause: 'digest-letter-case', cost: 1, how: null })
    if (digits !== text) changes.push({ cause: 'digest-prefix', cost: 1, how: ' after the prefix 0x' })
    yield {
      bytes: Buffer.from(digits, 'hex'),
      written: digits === digits.toLowerCase() ? 'hex' : 'upper-case hex',
      changes,
    }
  }
  const parts = /^([A-Za-z0-9+/_-]+)(=*)$/.exec(text)
  if (parts === null || parts[1] === undefined || parts[1].length % 4 === 1) return
  const letters = parts[1]
  const url = /[-_]/.test(letters)
  if (url && /[+/]/.test(letters)) return
  const bytes = Buffer.from(letters, 'base64')
  const padding = parts[2] ?? ''
  const rightPadding = '='.repeat((4 - (letters.length % 4)) % 4)
  if (expected === 'hex') {
    yield { bytes, written: spelling(url, padding, rightPadding), changes: [other] }
    return
  }
  const paddingFits = padding === rightPadding || (expected === 'base64url' && padding === '')
  // The unused bits of the last character may have any value.
  const canonical = trimEnd(bytes.toString('base64'), '=') === letters.replaceAll('-', '+').replaceAll('_', '/')
  const alphabetFits = expected === 'base64url' ? !/[+/]/.test(letters) : !url
  const fits = paddingFits && canonical && alphabetFits
  yield {
    bytes,
    written: spelling(url, padding, rightPadding),
    changes: fits ? [] : [{ cause: 'digest-alphabet', cost: 1, how: null }],
  }
}

const other: Change = { cause: 'digest-encoding', cost: 2, how: null }

function spelling(url: boolean, padding: string, right: string): string {
  const name = url ? 'base64url' : 'base64'
  if (padding === right) return name
  return padding === '' ? `${name} without padding` : `${name} with wrong padding`
}

/** The bytes whose characters of Latin-1 were written as UTF-8, as of a digest that was kept as a text; null for any others. */
function latin1Text(bytes: Buffer): Buffer | null {
  if (bytes.length < 20 || isAscii(bytes) || !isUtf8(bytes)) return null
  const text = bytes.toString('utf8')
  return /[^\0-\u00ff]/.test(text) ? null : Buffer.from(text, 'latin1')
}

function asciiText(bytes: Buffer): string | null {
  return bytes.every((byte) => byte > 0x20 && byte < 0x7f) ? bytes.toString('latin1') : null
}

/**
 * The bytes of a digest that a program printed one by one: `8D-E6-3F`, `<Buffer 8d e6 3f>`, `[141, 230, 63]` (with signs
 * in Java, without commas in Go), `Uint8Array(32) [ 141, ... ]`, `b'\x8d\xe6?'`. Null for any other text.
 */
export function printedBytes(text: string): Buffer | null {
  return separatedHex(text) ?? decimals(text) ?? escapedBytes(text)
}

function separatedHex(text: string): Buffer | null {
  const inner = /^<(?:Buffer|SlowBuffer) ([0-9A-Fa-f ]+)>$/.exec(text)?.[1] ?? text
  return /^[0-9A-Fa-f]{2}(?:([-: ])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2})+$/.test(inner)
    ? Buffer.from(inner.replaceAll(/[-: ]/g, ''), 'hex')
    : null
}

function decimals(text: string): Buffer | null {
  const open = text.indexOf('[')
  const isList = text.endsWith(']') && /^(?:[A-Za-z]\w{0,20})?(?:\(\d{1,9}\))?\s*$/.test(text.slice(0, open))
  const inner =
    open !== -1 && isList
      ? text
          .slice(open + 1, -1)
          .trim()
          .replace(/,$/, '')
          .trim()
      : text
  if (!/^-?\d{1,3}(?:(?:\s*,\s*|\s+)-?\d{1,3})+$/.test(inner)) return null
  const bytes = inner.split(/[,\s]+/).map(Number)
  return bytes.every((byte) => byte >= -128 && byte <= 255) ? Buffer.from(bytes) : null
}

const shortEscapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, e: 27, '0': 0 }

/** A literal of Python, Ruby, C or Go: bytes other than letters are written as \x and two digits. */
function escapedBytes(text: string): Buffer | null {
  const inner = /^b?(["'])(.*)\1$/s.exec(text)?.[2] ?? text
  if (!/\\x[0-9A-Fa-f]{2}/.test(inner)) return null
  const bytes: number[] = []
  for (const [whole, hex, letter] of inner.matchAll(/\\(?:x([0-9A-Fa-f]{2})|(.))|[^\\]/gs)) {
    if (hex !== undefined) bytes.push(Number.parseInt(hex, 16))
    else if (letter !== undefined) bytes.push(shortEscapes[letter] ?? letter.charCodeAt(0))
    else if (whole.charCodeAt(0) > 0x7e) return null
    else bytes.push(whole.charCodeAt(0))
  }
  return Buffer.from(bytes)
}
