/** Texts that are pasted into a POSIX shell, where what is pasted is typed: keys of the line editor included. Pure. */
import { base64Of } from '../basics/base64.ts'
import type { OutgoingBody } from './outgoingRequest.ts'

/**
 * A longer word goes over several lines: a terminal drops what one line holds beyond its limit (1,024 bytes on macOS and
 * in busybox), and with it the quote at the end.
 */
const longestPart = 800

/** Quotes of any shell, and a backslash before one or at the end: `shellQuote` has to leave its single quotes for these. */
const outOfQuotes = /['\u2018-\u201b]|\\(?=['\\\u2018-\u201b]|$)/

/**
 * A word of a shell. Single quotes take everything but themselves. What other shells read in another way is put between
 * double quotes, so that a text which is pasted there cannot get out of its word either: a quote (PowerShell takes the
 * curved ones for quotes too), and a backslash before one, which fish takes for an escape. What a line editor would take
 * for a key or for history goes through printf in octal.
 * @param text one line, without NUL
 */
export function shellQuote(text: string): string {
  if (!isTypeable(text)) return octalWord(text)
  const parts = text.match(new RegExp(`[^]{1,${longestPart}}`, 'g')) ?? ['']
  return parts.map(quoted).join('\\\n')
}

function quoted(text: string): string {
  const inner = text.replace(new RegExp(outOfQuotes, 'g'), (sign) => (sign === '\\' ? `'"\\\\"'` : `'"${sign}"'`))
  return `'${inner}'`
}

/**
 * Whether a text can be typed into quotes: no control character, of which TAB completes a file's name and closes the quote;
 * nothing beyond ASCII, whose bytes are keys where the locale is C; no "!" of which an older bash does not see that it is
 * quoted.
 */
function isTypeable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !(text.includes('!') && outOfQuotes.test(text))
}

function octalWord(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text.toWellFormed()), octalByte)
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += longestPart / 4) parts.push(bytes.slice(at, at + longestPart / 4).join(''))
  return parts.map((part) => `"$(printf '${part}')"`).join('\\\n')
}

/** In octal is also what has a meaning in a format or between double quotes, and a hyphen that would make an option. */
function octalByte(byte: number): string {
  const character = String.fromCodePoint(byte)
  return /[A-Za-z0-9 .,:;/=_]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`
}

/** The text of a `typedBody` as one word. */
export function bodyWord(text: string): string {
  return text.includes('\n') ? quoted(text) : shellQuote(text)
}

/** A body as it can be typed: a text that cannot is written in base64. */
export function typedBody(body: OutgoingBody): OutgoingBody {
  if (body.kind !== 'text' || staysText(body.text)) return body
  return { kind: 'base64', base64: base64Of(new TextEncoder().encode(body.text)) }
}

/**
 * Line feeds stay within quotes, unless a line is too long for a terminal, or one begins as what ssh (~) or an older bash
 * (^) acts on at the start of a line, or has a "!", which that bash does not see to be quoted.
 */
function staysText(text: string): boolean {
  if (!text.includes('\n')) return isTypeable(text)
  return (
    /^[\x20-\x7e\n]*$/.test(text) &&
    !/!|\n[~^]/.test(text) &&
    text.split('\n').every((line) => line.length <= longestPart)
  )
}

/** A command that writes the bytes of a base64 text; decoders skip its line feeds. */
export function decoded(base64: string): string {
  const lines = base64.match(new RegExp(`.{1,${longestPart}}`, 'g')) ?? []
  return `printf %s '${lines.join('\n')}' | base64 -d`
}
