import { isAscii, isUtf8 } from 'node:buffer'
import { trimEnd } from '../../../../shared/basics/trimEnd.ts'
import type { SignatureEncoding } from '../../../../shared/signature/signatureScheme.ts'
import type { Change } from '../causes/change.ts'
import { printedBytes } from './printedBytes.ts'

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
