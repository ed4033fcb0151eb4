import { type Variant, variant } from '../causes/change.ts'

/** Texts that code hashes after the body was consumed, or where it is an object. */
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
  // Variables that were not filled in.
  ...['BODY', 'body', 'PAYLOAD', 'payload', 'data'].flatMap((name) => [`$${name}`, `\${${name}}`, `{{${name}}}`]),
  'req.body',
  'request.body',
  'body',
  'payload',
]

/** Short texts in place of the body. */
export function literalVariants(): Variant[] {
  return literals.map((text) =>
    variant(
      'body-consumed',
      6,
      text === '' ? ' replaced by nothing at all (0 bytes)' : ` replaced by the text ${text}`,
      () => text,
    ),
  )
}

/** Larger bodies are not printed byte by byte, bytes. */
const maxPrintedBytes = 200_000

/** Prints of the body's bytes as an object. */
export function printVariants(body: Buffer): Variant[] {
  const small = <T>(make: () => T) => (body.length > maxPrintedBytes ? () => null : make)
  return [
    variant(
      'body-consumed',
      7,
      ', as the JSON of Node\'s Buffer ({"type":"Buffer","data":[...]})',
      small(() => JSON.stringify(body)),
    ),
    variant(
      'body-object-text',
      7,
      ", as Python's print of bytes (b'...')",
      small(() => pythonBytes(body)),
    ),
    variant(
      'body-object-text',
      8,
      ', as its bytes in decimal, separated by commas',
      small(() => body.join(',')),
    ),
    variant(
      'body-object-text',
      8,
      ', as a JSON list of its bytes',
      small(() => `[${body.join(',')}]`),
    ),
    variant(
      'body-object-text',
      8,
      ', as the JSON of a Uint8Array',
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
