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

/** The part of a body that a search looks at, as text. */
export function bodyText(body: Uint8Array): string {
  return withoutEscapes(decoder.decode(body.length > searchableBody ? body.subarray(0, searchableBody) : body))
}

/** JSON may spell any letter as \uXXXX; a person searches for the letter. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\u([0-9a-fA-F]{4})|\\./g, (_, hex: string | undefined) =>
    hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
