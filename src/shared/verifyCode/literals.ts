import { trimEnd } from '../basics/trimEnd.ts'

/**
 * How a language writes texts, so that nothing in a header or a name can become code: printable ASCII without the
 * language's own signs is kept, everything else is written as an escape. That keeps line ends, controls and
 * the characters that turn the reading direction out of the source as well.
 */
interface TextStyle {
  /** Characters of printable ASCII that need an escape, with it. */
  special: Readonly<Record<string, string>>
  /** The escape of any other character. */
  escape: (codePoint: number) => string
}

/** Lone surrogates, which no header can carry, become U+FFFD: most languages cannot write them as UTF-8. */
function escaped(text: string, { special, escape }: TextStyle): string {
  return Array.from(text.toWellFormed(), (character) => {
    const codePoint = character.codePointAt(0) ?? 0
    return special[character] ?? (codePoint >= 0x20 && codePoint < 0x7f ? character : escape(codePoint))
  }).join('')
}

const hex = (codePoint: number, digits: number) => codePoint.toString(16).padStart(digits, '0')
const braced = (codePoint: number) => `\\u{${hex(codePoint, 1)}}`
const fixed = (codePoint: number) => (codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`)
const doubled = { '"': '\\"', '\\': '\\\\' }

export function nodeLiteral(text: string): string {
  return `'${escaped(text, { special: { "'": "\\'", '\\': '\\\\' }, escape: braced })}'`
}

export function pythonLiteral(text: string): string {
  return `"${escaped(text, { special: doubled, escape: fixed })}"`
}

export function csharpLiteral(text: string): string {
  return `"${escaped(text, { special: doubled, escape: fixed })}"`
}

export function goLiteral(text: string): string {
  return `"${escaped(text, { special: doubled, escape: fixed })}"`
}

export function rubyLiteral(text: string): string {
  return `"${escaped(text, { special: { ...doubled, '#': '\\#' }, escape: braced })}"`
}

export function rustLiteral(text: string): string {
  return `"${escaped(text, { special: doubled, escape: braced })}"`
}

/** Java reads \u before it reads anything else, so that \u000a would be a line end: controls are written in octal. */
export function javaLiteral(text: string): string {
  return `"${escaped(text, { special: doubled, escape: javaEscape })}"`
}

function javaEscape(codePoint: number): string {
  if (codePoint < 0x80) return `\\${codePoint.toString(8).padStart(3, '0')}`
  return Array.from({ length: codePoint > 0xffff ? 2 : 1 }, (_, index) => {
    return `\\u${hex(String.fromCodePoint(codePoint).charCodeAt(index), 4)}`
  }).join('')
}

/** Single quotes where they do; PHP knows escapes, and variables, in double ones only. */
export function phpLiteral(text: string): string {
  return /^[\x20-\x7e]*$/.test(text)
    ? `'${escaped(text, { special: { "'": "\\'", '\\': '\\\\' }, escape: braced })}'`
    : `"${escaped(text, { special: { ...doubled, $: '\\$' }, escape: braced })}"`
}

/**
 * A word of a POSIX shell. Single quotes take everything but themselves; what is not printable goes through printf in
 * octal, and line feeds at the end, which $( ) would drop, are kept. NUL is left out: no shell can hold it.
 */
export function shellLiteral(text: string): string {
  const whole = text.toWellFormed().replaceAll('\0', '')
  if (/^[\x20-\x7e]*$/.test(whole)) return `'${whole.replaceAll("'", `'\\''`)}'`
  const end = whole.slice(trimEnd(whole, '\n').length)
  const format = Array.from(new TextEncoder().encode(whole.slice(0, whole.length - end.length)), shellByte).join('')
  return `"$(printf '${format}')"${end === '' ? '' : `'${end}'`}`
}

function shellByte(byte: number, index: number): string {
  const character = String.fromCodePoint(byte)
  if (character === '%') return '%%'
  // A format that starts with a hyphen would be read as an option.
  const isPlain = character !== "'" && character !== '\\' && !(index === 0 && character === '-')
  return isPlain && byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, '0')}`
}
