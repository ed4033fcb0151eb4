import { type Variant, variant } from '../causes/change.ts'

/** What is hashed in place of a body that was read before, or that is an object: by the languages that print it so. */
const literals: readonly [string, string][] = [
  ['', 'nothing at all (0 bytes)'],
  ['{}', 'the text {}'],
  ['[object Object]', 'the text [object Object]'],
  ['undefined', 'the text undefined'],
  ['null', 'the text null'],
  ['""', 'the text ""'],
  ['[]', 'the text []'],
  ['None', 'the text None'],
  ["b''", "the text b''"],
  ['nil', 'the text nil'],
  ['Array', 'the text Array'],
  ['[object Promise]', 'the text [object Promise]'],
  ['[object ReadableStream]', 'the text [object ReadableStream]'],
  ['[object IncomingMessage]', 'the text [object IncomingMessage]'],
  ['[object Blob]', 'the text [object Blob]'],
  ['[object ArrayBuffer]', 'the text [object ArrayBuffer]'],
  ['System.Byte[]', 'the text System.Byte[]'],
  ['System.IO.MemoryStream', 'the text System.IO.MemoryStream'],
  ['System.Object', 'the text System.Object'],
  ['System.Text.Json.JsonElement', 'the text System.Text.Json.JsonElement'],
  ['{"type":"Buffer","data":[]}', "an empty Buffer's JSON"],
]

/** Small texts in place of the body. They cost nothing, whatever the size of the body. */
export function literalVariants(): Variant[] {
  return literals.map(([text, words]) => variant('body-consumed', 6, ` replaced by ${words}`, () => text))
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
      small(() => JSON.stringify(Object.fromEntries(body.entries()))),
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
