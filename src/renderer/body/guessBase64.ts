import { checkUtf8 } from './checkUtf8.ts'
import type { Guess } from './guess.ts'

/** So much of what comes out is shown. */
const longestText = 2000
const longestHex = 48

/**
 * Base64 or base64url. Many words and ids happen to be valid base64, so it takes padding, or length and a mix of letters and
 * digits, or text that makes sense when it comes out.
 */
export function guessBase64(value: string): Guess | null {
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

/** The bytes that base64 or base64url stands for, or null when it is neither. Padding may be missing, but not be wrong. */
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
