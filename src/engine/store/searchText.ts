import { isUtf8 } from 'node:buffer'
import type { DeliveryHead } from './deliveryHead.ts'
import { foldText } from './searchWords.ts'

/** Only so much of a body is searchable, bytes: a longer one would hold up the index for everybody else. */
const searchableBody = 1024 * 1024

const decoder = new TextDecoder()

/** All text of a delivery that a search looks at, folded: method, target, headers and body. */
export function searchText(head: DeliveryHead, body: Uint8Array): string {
  const { method, target, headers, trailers } = head
  return foldText(`${method} ${target} ${headers.join(' ')} ${trailers.join(' ')} ${bodyText(body)}`)
}

/**
 * Of a body that is no text only so much is read as if it were, bytes: the fields of a form with files in it. What follows
 * is letters and digits by chance, which would cost the index as much as a hundred deliveries and be found by nobody.
 */
const readableBinary = 64 * 1024
/** What is a word in the rest of it. */
const binaryWords = /[0-9A-Za-z]{4,}/g

/** The part of a body that a search looks at, as text. */
export function bodyText(body: Uint8Array): string {
  const part = body.length > searchableBody ? body.subarray(0, searchableBody) : body
  if (part.length <= readableBinary || isUtf8Text(part)) return withoutEscapes(decoder.decode(part))
  if (!part.subarray(readableBinary).some(isControl)) return withoutEscapes(decoder.decode(part))
  const rest = Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1', readableBinary)
  const start = withoutEscapes(decoder.decode(part.subarray(0, readableBinary)))
  return `${start}${rest.match(binaryWords)?.join(' ') ?? ''}`
}

/** No text has these, in whatever encoding of old. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 27)
}

/** Whether it is UTF-8; its last character may be cut off. */
function isUtf8Text(part: Uint8Array): boolean {
  let end = part.length
  while (end > part.length - 3 && ((part[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return isUtf8(part.subarray(0, end - 1))
}

/** JSON may spell any letter as \uXXXX; a person searches for the letter. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\u([0-9a-fA-F]{4})|\\./g, (_, hex: string | undefined) =>
    hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
