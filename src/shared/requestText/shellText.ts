/** Quotes texts for pasting into a POSIX shell, whose line editor acts on control characters as on keystrokes. Pure. */
import { base64Of } from '../basics/base64.ts'
import type { OutgoingBody } from './outgoingRequest.ts'

/**
 * Maximum length of a word on one line; longer words continue on the next. A terminal drops the rest of a line beyond its
 * limit (1,024 bytes on macOS and in busybox), and the closing quote with it.
 */
const longestPart = 800

/** Quotes of any shell, and a backslash before one or at the end: `shellQuote` has to close its single quotes for these. */
const outOfQuotes = /['\u2018-\u201b]|\\(?=['\\\u2018-\u201b]|$)/

/**
 * Quotes a text as one shell word, in single quotes. Characters that other shells read differently go in double quotes, so
 * that the text stays one word there too: quotes (PowerShell also accepts curly ones), and a backslash before a quote,
 * which is an escape in fish. Text that a line editor would treat as keystrokes or history goes through printf in octal.
 * @param text one line, without NUL
 */
export function shellQuote(text: string): string {
  if (!isTypeable(text)) return octalWord(text)
  const parts = text.match(/* linear: one bounded repetition */ new RegExp(`[^]{1,${longestPart}}`, 'g')) ?? ['']
  return parts.map(quoted).join('\\\n')
}

function quoted(text: string): string {
  const inner = text.replace(/* linear: the literal above */ new RegExp(outOfQuotes, 'g'), (sign) =>
    sign === '\\' ? `'"\\\\"'` : `'"${sign}"'`,
  )
  return `'${inner}'`
}

/**
 * Whether a text can be pasted inside quotes: no control characters (TAB completes a file name and closes the quote), only
 * ASCII (other bytes are keystrokes in the C locale), and no "!" that an older bash does not recognize as quoted.
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

/** Also escapes characters with a meaning in a printf format or in double quotes, and hyphens, which could start an option. */
function octalByte(byte: number): string {
  const character = String.fromCodePoint(byte)
  return /[A-Za-z0-9 .,:;/=_]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`
}

/** Quotes the text of a `typedBody` as one word. */
export function bodyWord(text: string): string {
  return text.includes('\n') ? quoted(text) : shellQuote(text)
}

/** Converts a text body that cannot be pasted to base64. */
export function typedBody(body: OutgoingBody): OutgoingBody {
  if (body.kind !== 'text' || staysText(body.text)) return body
  return { kind: 'base64', base64: base64Of(new TextEncoder().encode(body.text)) }
}

/**
 * Whether a text can be pasted as it is. A text with line feeds cannot if a line is too long for a terminal, starts with a
 * character that ssh (~) or an older bash (^) acts on, or has a "!", which that bash does not recognize as quoted.
 */
function staysText(text: string): boolean {
  if (!text.includes('\n')) return isTypeable(text)
  return (
    /^[\x20-\x7e\n]*$/.test(text) &&
    !/!|\n[~^]/.test(text) &&
    text.split('\n').every((line) => line.length <= longestPart)
  )
}

/** Returns a command that decodes a base64 text; decoders skip its line feeds. */
export function decoded(base64: string): string {
  const lines = base64.match(/* linear: one bounded repetition */ new RegExp(`.{1,${longestPart}}`, 'g')) ?? []
  return `printf %s '${lines.join('\n')}' | base64 -d`
}
