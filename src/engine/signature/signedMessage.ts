import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { headerValues } from '../../shared/headers.ts'
import { scalarText, valueAt } from '../../shared/jsonPointer.ts'
import { piecesOf, type SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from './signedRequest.ts'

/** What fills the places of a message template beside the body. */
export interface MessageValues {
  timestamp: string | null
  id: string | null
  url: string
  /** What places of fields start at: the parsed body, or one item of it. */
  root?: unknown
  /** For hashes of a message with the secret in it. */
  secret?: Uint8Array
}

/** A scheme whose message is a template. */
export type TemplatedScheme = Extract<SignatureScheme, { message: string }>

/**
 * The signed bytes as parts in order: the texts of the template in UTF-8 and the body as it is, which is not copied.
 * Pure; what is missing is empty.
 */
export function signedMessage(
  scheme: Pick<TemplatedScheme, 'message' | 'setting'>,
  request: SignedRequest,
  values: MessageValues,
): Uint8Array[] {
  if (scheme.message === '{body}') return [request.body]
  return piecesOf(scheme.message).map((piece) => {
    if (piece === '{body}') return request.body
    if (piece === '{secret}') return values.secret ?? new Uint8Array()
    return Buffer.from(textOf(piece, scheme, request, values), 'utf8')
  })
}

function textOf(
  piece: string,
  { setting }: Pick<TemplatedScheme, 'setting'>,
  request: SignedRequest,
  values: MessageValues,
): string {
  const [, place = '', argument = ''] = /^\{([a-z0-9]+)(?::([^{}]*))?\}$/.exec(piece) ?? []
  switch (place) {
    case 'timestamp':
      return values.timestamp ?? ''
    case 'id':
      return values.id ?? ''
    case 'url':
      return values.url
    case 'path':
      return pathOf(values.url)
    case 'encodedpath':
      return encodedPath(pathOf(values.url))
    case 'method':
      return request.method
    case 'form':
      return sortedForm(request)
    case 'setting':
      return setting?.value ?? ''
    case 'header':
      return headerValues(request.headers, argument)[0] ?? ''
    case 'headers':
      return namedHeaders(request, argument)
    case 'field':
      return scalarText(valueAt(values.root, argument)) ?? ''
    case 'line': {
      const text = scalarText(valueAt(values.root, argument))
      return text === null ? '' : `${argument.slice(1)}\n${text}\n`
    }
    case 'crc32':
      return String(crc32(request.body))
    case 'md5':
      return createHash('md5').update(request.body).digest('base64')
    default:
      return piece
  }
}

function pathOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
}

/** Contentful's library escapes the query as one text and then the path with it; a lone surrogate cannot be escaped. */
function encodedPath(path: string): string {
  const [pathname = '', search = ''] = path.toWellFormed().split('?')
  // What Node's querystring leaves alone is what encodeURIComponent leaves alone.
  return encodeURI(search === '' ? pathname : `${pathname}?${encodeURIComponent(search)}`)
}

/** The headers that this header names, in order of their names, as `name:value;name:value`. */
function namedHeaders({ headers }: SignedRequest, header: string): string {
  return (headerValues(headers, header)[0] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .toSorted()
    .map((name) => `${name}:${(headerValues(headers, name)[0] ?? '').trim()}`)
    .join(';')
}

export function isForm({ headers }: Pick<SignedRequest, 'headers'>): boolean {
  const [type] = headerValues(headers, 'content-type')
  return type !== undefined && /^application\/x-www-form-urlencoded\b/i.test(type.trim())
}

/** Names and decoded values of a form body, sorted by name (and value, where a name comes twice), glued together. */
function sortedForm(request: SignedRequest): string {
  if (!isForm(request)) return ''
  const { buffer, byteOffset, length } = request.body
  const fields = [...new URLSearchParams(Buffer.from(buffer, byteOffset, length).toString('utf8'))]
  return [...new Set(fields.map(([name, value]) => `${name}\u0000${value}`))]
    .toSorted()
    .map((field) => field.replace('\u0000', ''))
    .join('')
}
