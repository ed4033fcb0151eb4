import type { Json } from '../state/state.ts'

const shortForms: Record<string, string> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '\\': '\\\\',
}

/** All that the default encoder of .NET does not let through: the set that could mean something to HTML, and non-ASCII. */
const escaped = /[^\x20-\x7e]|["&'+<>\\`]/g

function encodeText(text: string): string {
  const inside = text.replace(
    escaped,
    (unit) => shortForms[unit] ?? `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  return `"${inside}"`
}

/** A value as compact JSON in the spelling of .NET's default encoder: "\uXXXX" with upper-case hex, surrogates apart. */
export function encodeJson(value: Json): string {
  if (typeof value === 'string') {
    return encodeText(value)
  }
  if (Array.isArray(value)) {
    return `[${value.map(encodeJson).join(',')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([name, member]) => `${encodeText(name)}:${encodeJson(member)}`)
    return `{${members.join(',')}}`
  }
  return JSON.stringify(value)
}
