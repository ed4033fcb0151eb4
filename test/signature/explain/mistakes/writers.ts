/** A value of JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

export function parsed(text: string): { [name: string]: Json } {
  return JSON.parse(text)
}

/** Writes JSON as other languages do, for values that JavaScript keeps. */
export function json(
  value: Json,
  {
    item = ',',
    colon = ':',
    text = JSON.stringify as (text: string) => string,
    number = String as (value: number) => string,
  },
): string {
  const write = (one: Json): string => {
    if (one === null || typeof one === 'boolean') return String(one)
    if (typeof one === 'number') return number(one)
    if (typeof one === 'string') return text(one)
    if (Array.isArray(one)) return `[${one.map(write).join(item)}]`
    return `{${Object.entries(one)
      .map(([name, inner]) => text(name) + colon + write(inner))
      .join(item)}}`
  }
  return write(value)
}

export function escaped(text: string, which: RegExp, upper = false): string {
  return text.replaceAll(which, (one) => {
    const digits = one.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upper ? digits.toUpperCase() : digits}`
  })
}

export const beyondAscii = /[\u0080-\uffff]/g

export function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

export function python(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  return `{${Object.entries(value)
    .map(([name, inner]) => `'${name}': ${python(inner)}`)
    .join(', ')}}`
}

export const phpText = (text: string) => escaped(JSON.stringify(text).replaceAll('/', '\\/'), beyondAscii)

/** PHP's json_encode with JSON_HEX_TAG, JSON_HEX_AMP, JSON_HEX_APOS and JSON_HEX_QUOT. */
export const phpHexText = (text: string) =>
  `"${escaped(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'), /[<>&'"]/g, true)
    .replaceAll('/', '\\/')
    .replaceAll(beyondAscii, (one) => escaped(one, beyondAscii))}"`

export const dotnetText = (text: string) =>
  `"${escaped(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'), /[<>&'"+`\u0080-\uffff]/g, true)}"`

export const goText = (text: string) => escaped(JSON.stringify(text), /[<>&]/g)
