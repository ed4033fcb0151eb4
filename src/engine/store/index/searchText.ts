import { isUtf8 } from 'node:buffer'
import type { DatabaseSync } from 'node:sqlite'
import { headerValues } from '../../../shared/headers.ts'
import { annotationReader } from '../write/annotationRow.ts'
import type { DeliveryHead } from '../write/deliveryHead.ts'
import { foldText } from './searchWords.ts'

/** Maximum part of a body that is searchable, bytes: a longer one would hold up the index. */
const searchableBody = 1024 * 1024

const decoder = new TextDecoder()

/** All text of a request that a search looks at, folded: method, target, headers and body. */
export function searchText(head: SearchedHead, body: Uint8Array): string {
  const { method, target, headers, trailers } = head
  return foldText(`${method} ${target} ${headers.join(' ')} ${trailers.join(' ')} ${requestText(headers, body)}`)
}

/** The body of a request as a search sees it: a form without the escapes of its values. */
export function requestText(headers: readonly string[], body: Uint8Array): string {
  const [type = ''] = headerValues(headers, 'content-type')
  const text = bodyText(body)
  return formType.test(type) ? text.replaceAll('+', ' ').replaceAll(escapes, unescaped) : text
}

const formType = /^\s*application\/x-www-form-urlencoded\b/i
const escapes = /(?:%[0-9A-Fa-f]{2})+/g

/** Leaves escapes that are not UTF-8 unchanged. */
function unescaped(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return run
  }
}

type SearchedHead = Pick<DeliveryHead, 'method' | 'target' | 'headers' | 'trailers'>

/** Searched texts that are not in the request: the user's note, and the object that the follow-up fetched. */
export interface RelatedTexts {
  note: string | null
  object: string
}

/** Makes a function that returns the body of the newest fetched object of a delivery, or null without one. */
export function fetchedBodyReader(database: DatabaseSync): (id: number) => Uint8Array | null {
  const snapshot = database.prepare(`
    SELECT body FROM attempts WHERE delivery_id = ? AND kind = 'follow-up' AND status BETWEEN 200 AND 299
    AND body IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1`)
  return (id) => {
    const body = snapshot.get(id)?.['body']
    return body instanceof Uint8Array ? body : null
  }
}

/** Makes a function that reads them. */
export function relatedTextsReader(database: DatabaseSync): (id: number) => RelatedTexts {
  const annotationOf = annotationReader(database)
  const fetchedBody = fetchedBodyReader(database)
  return (id) => {
    const body = fetchedBody(id)
    return { note: annotationOf(id).note, object: body === null ? '' : bodyText(body) }
  }
}

/** Makes a function that returns all text of a delivery that a search looks at, folded. */
export function searchTextReader(database: DatabaseSync): (id: number, head: SearchedHead, body: Uint8Array) => string {
  const textsBeside = relatedTextsReader(database)
  return (id, head, body) => {
    const { note, object } = textsBeside(id)
    const request = searchText(head, body)
    return note === null && object === '' ? request : `${request} ${foldText(`${note ?? ''} ${object}`)}`
  }
}

/**
 * Maximum part of a binary body that is read as text, bytes: enough for the fields of a form with files. The rest is random
 * letters and digits, which would cost the index as much as a hundred deliveries and match no search.
 */
const readableBinary = 64 * 1024
/** A word in the rest of it. */
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

/** Text has none of these in any encoding. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 27)
}

/** Whether it is UTF-8; its last character may be cut off. */
function isUtf8Text(part: Uint8Array): boolean {
  let end = part.length
  while (end > part.length - 3 && ((part[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return isUtf8(part.subarray(0, end - 1))
}

/** JSON may spell any letter as \uXXXX; a search is for the letter. */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(/\\u([0-9a-fA-F]{4})|\\./g, (_, hex: string | undefined) =>
    hex === undefined ? ' ' : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
