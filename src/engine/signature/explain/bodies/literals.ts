import { changed, type Variant, variant } from '../causes/change.ts'

/** What is hashed in place of a body that was read before, or that is an object: by the languages that print it so. */
const literals: readonly string[] = [
  '',
  '{}',
  '[object Object]',
  'undefined',
  'null',
  '""',
  '[]',
  'None',
  "b''",
  'nil',
  'Array',
  '[object Promise]',
  '[object ReadableStream]',
  '[object IncomingMessage]',
  '[object Blob]',
  '[object ArrayBuffer]',
  'System.Byte[]',
  'System.IO.MemoryStream',
  'System.Object',
  'System.Text.Json.JsonElement',
  '{"type":"Buffer","data":[]}',
]

/** Small texts in place of the body. They cost nothing, whatever the size of the body. */
export function literalVariants(): Variant[] {
  return literals.map((text) => variant('body-consumed', 6, changed('replaced-by-text', { text }), () => text))
}

/** Beyond this, a byte-by-byte print is not worth its memory. */
const largestPrint = 200_000

/** Prints of the body's bytes as an object. */
export function printVariants(body: Buffer): Variant[] {
  const small = <T>(make: () => T) => (body.length > largestPrint ? () => null : make)
  return [
    variant(
      'body-consumed',
      7,
      changed('bytes-printed', { as: 'node-buffer' }),
      small(() => JSON.stringify(body)),
    ),
    variant(
      'body-object-text',
      7,
      changed('bytes-printed', { as: 'python-bytes' }),
      small(() => pythonBytes(body)),
    ),
    variant(
      'body-object-text',
      8,
      changed('bytes-printed', { as: 'decimal-list' }),
      small(() => body.join(',')),
    ),
    variant(
      'body-object-text',
      8,
      changed('bytes-printed', { as: 'json-list' }),
      small(() => `[${body.join(',')}]`),
    ),
    variant(
      'body-object-text',
      8,
      changed('bytes-printed', { as: 'uint8array' }),
      small(() => `{${Array.from(body, (byte, index) => `"${index}":${byte}`).join(',')}}`),
    ),
  ]
}

function pythonBytes(body: Buffer): string {
  const quote = body.includes("'") && !body.includes('"') ? '"' : "'"
  const inner = body.toString('latin1').replaceAll(/[\\'"]|[^\u0020-\u007e]/g, (found) => {
    if (found === '\\') return '\\\\'
    if (found === "'" || found === '"') return found === quote ? `\\${found}` : found
    if (found === '\n') return '\\n'
    if (found === '\r') return '\\r'
    return found === '\t' ? '\\t' : `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return `b${quote}${inner}${quote}`
}
