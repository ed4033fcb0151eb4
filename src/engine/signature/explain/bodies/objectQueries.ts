import { inspect } from 'node:util'
import { type Variant, variant } from '../causes/change.ts'
import type { JsonDocument } from '../json/jsonDocument.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Objects with more tokens are not printed. */
const maxTokens = 2_000
/** Parsing and printing are recursive. */
const maxDepth = 200

/** A parsed JSON object that was written as the query of a URL, or as a debugger prints it. */
export function objectQueries({ tokens }: JsonDocument): Variant[] {
  if (tokens.count > maxTokens || tokens.depth > maxDepth || !/^\s*\{/.test(tokens.text)) return []
  const object = () => JSON.parse(tokens.text) as { [name: string]: Json }
  const text = (how: string, make: () => string) => variant('body-object-text', 8, ` as ${how} the parsed object`, make)
  return [
    text('new URLSearchParams(object) writes', () =>
      new URLSearchParams(
        Object.entries(object()).map(([name, value]): [string, string] => [name, asText(value)]),
      ).toString(),
    ),
    text("PHP's http_build_query writes", () => buildQuery(object(), '')),
    text("Python's urlencode writes", () =>
      Object.entries(object())
        .map(([name, value]) => `${quotePlus(name)}=${quotePlus(pythonText(value))}`)
        .join('&'),
    ),
    text("Node's util.inspect (console.log) prints", () => inspect(object())),
    text("Node's util.inspect prints all levels of", () => inspect(object(), { depth: null })),
    variant('body-object-text', 8, " as Node's util.inspect prints the parsed object on one line", () =>
      inspect(object(), { depth: null, breakLength: Infinity }),
    ),
  ]
}

/** Converts a value to text like JavaScript. */
function asText(value: Json): string {
  if (Array.isArray(value)) return value.map((item) => (item === null ? '' : asText(item))).join(',')
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

/** No field for null, 1 and 0 for true and false, and brackets for what is inside. */
function buildQuery(value: Json, name: string): string {
  if (value === null) return ''
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, inner]) => buildQuery(inner, name === '' ? key : `${name}[${key}]`))
      .filter((part) => part !== '')
      .join('&')
  }
  return `${quotePlus(name)}=${quotePlus(typeof value === 'boolean' ? String(Number(value)) : String(value))}`
}

/** As str() prints it, for what is in a query: texts without quotes, but inside of containers with them. */
function pythonText(value: Json): string {
  return typeof value === 'string' ? value : printed(value)
}

function printed(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string')
    return value.includes("'") && !value.includes('"') ? `"${value}"` : `'${value.replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  return `{${Object.entries(value)
    .map(([name, inner]) => `${printed(name)}: ${printed(inner)}`)
    .join(', ')}}`
}

/** Form encoding of PHP and Python: all but letters, digits, - . _ and, since PHP 7 and Python 3.7, ~ as %XX, spaces as +. */
function quotePlus(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}
