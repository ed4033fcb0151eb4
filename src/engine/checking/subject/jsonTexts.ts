import { isExactNumber, parseExactly } from '../../../shared/json/exactJson.ts'
import { withMemberInText } from '../../signature/jsonText.ts'

/** The same JSON value in other bytes; numbers keep their digits. The texts are valid JSON. All of it is pure. */

export type JsonObject = Record<string, unknown>

/** A JSON body as text; null for anything else, such as a form or bytes that are not UTF-8. */
export function jsonTextOf(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    JSON.parse(text)
    return text
  } catch {
    return null
  }
}

/** A body as a JSON object; null for everything else. */
export function objectOf(body: Uint8Array): JsonObject | null {
  const text = jsonTextOf(body)
  const parsed: unknown = text === null ? null : JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as JsonObject) : null
}

/** As `JSON.stringify` writes it after `JSON.parse`, which changes digits such as 1.0. */
export function asJavaScript(text: string): string {
  return JSON.stringify(JSON.parse(text))
}

/** Over several lines, with line ends as on Windows. */
export function prettyWindows(text: string): string {
  return `${JSON.stringify(parseExactly(text), null, 4).replaceAll('\n', '\r\n')}\r\n`
}

/** With a space after each colon and comma, as Python writes it. */
export function spaced(text: string): string {
  return JSON.stringify(parseExactly(text), null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(/([{[]) | ([}\]])/g, '$1$2')
}

/** As json.dumps writes it: spaces, and escapes for everything beyond ASCII. */
export function asPython(text: string): string {
  return spaced(text).replaceAll(/[^ -~]/g, unicodeEscape)
}

/** Over several lines. */
export function pretty(text: string): string {
  return JSON.stringify(parseExactly(text), null, 2)
}

/** With the keys of every object sorted, as Go writes a map. */
export function sorted(text: string): string {
  return JSON.stringify(parseExactly(text), (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) && !isExactNumber(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/** The first letter of each text as an escape, and everything beyond ASCII. */
export function escaped(text: string): string {
  return JSON.stringify(parseExactly(text))
    .replaceAll(/(?<=:")[A-Za-z]/g, unicodeEscape)
    .replaceAll(/[^ -~]/g, unicodeEscape)
}

/** With slashes and plus signs as escapes, as PHP and .NET write them. */
export function slashed(text: string): string {
  return JSON.stringify(parseExactly(text)).replaceAll('/', '\\/').replaceAll('+', '\\u002B')
}

/** With its keys in the opposite order. */
export function reversed(text: string): string {
  return JSON.stringify(Object.fromEntries(Object.entries(parseExactly(text) as JsonObject).toReversed()))
}

/** All its members twice. */
export function doubled(text: string): string {
  return withMemberInText(text, JSON.stringify(parseExactly(text)).slice(1, -1))
}

function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
