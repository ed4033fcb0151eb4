/** The same JSON value in other bytes. All of it is pure. */

export type JsonObject = Record<string, unknown>

/** A body as a JSON object; null for everything else. */
export function objectOf(body: Uint8Array): JsonObject | null {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as JsonObject) : null
  } catch {
    return null
  }
}

/** Over several lines, with line ends as on Windows. */
export function prettyWindows(value: unknown): string {
  return `${JSON.stringify(value, null, 4).replaceAll('\n', '\r\n')}\r\n`
}

/** With a space after each colon and comma, as Python writes it. */
export function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replaceAll(/\n */g, ' ')
    .replaceAll(/([{[]) | ([}\]])/g, '$1$2')
}

/** As json.dumps writes it: spaces, and escapes for everything beyond ASCII. */
export function asPython(value: unknown): string {
  return spaced(value).replaceAll(/[^ -~]/g, unicodeEscape)
}

/** Over several lines. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** With the keys of every object sorted, as Go writes a map. */
export function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/** The first letter of each text as an escape, and everything beyond ASCII. */
export function escaped(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(/(?<=:")[A-Za-z]/g, unicodeEscape)
    .replaceAll(/[^ -~]/g, unicodeEscape)
}

/** With slashes and plus signs as escapes, as PHP and .NET write them. */
export function slashed(value: unknown): string {
  return JSON.stringify(value).replaceAll('/', '\\/').replaceAll('+', '\\u002B')
}

/** With its keys in the opposite order. */
export function reversed(value: JsonObject): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).toReversed()))
}

/** An object's text with one more member at its end, written as it is given. */
export function withMember(value: JsonObject, member: string): string {
  const text = JSON.stringify(value)
  return text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`
}

/** A copy with another value at a pointer; the value itself where the pointer leads nowhere. */
export function withValueAt(value: JsonObject, pointer: string, given: unknown): JsonObject {
  const copy = structuredClone(value)
  const parts = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = parts.pop() ?? ''
  let place: unknown = copy
  for (const part of parts) {
    if (typeof place !== 'object' || place === null) return value
    const holder = place as JsonObject
    holder[part] ??= {}
    place = holder[part]
  }
  if (typeof place !== 'object' || place === null) return value
  ;(place as JsonObject)[last] = given
  return copy
}

function unicodeEscape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
