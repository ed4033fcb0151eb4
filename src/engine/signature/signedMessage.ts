import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { headerValues } from '../../shared/headers.ts'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import { piecesOf, type SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from './signedRequest.ts'

/** Values for the places of a message template, except the body. */
export interface MessageValues {
  timestamp: string | null
  id: string | null
  url: string
  /** Root of the places of fields: the parsed body, or one item of it. */
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
    case 'sortedurl':
      return sortedUrl(values.url, request)
    case 'manifest':
      return manifest(values.url, request)
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
  // encodeURIComponent leaves the same characters alone as Node's querystring.
  return encodeURI(search === '' ? pathname : `${pathname}?${encodeURIComponent(search)}`)
}

/** Plivo joins the URL, its query and the fields of a form, each sorted, and decodes all of them. */
function sortedUrl(url: string, request: SignedRequest): string {
  const [start = '', search = ''] = url.split('?')
  const query = sortedFields(new URLSearchParams(search)).map(([name, value]) => `${name}=${value}`)
  const form = sortedFields(formFields(request)).map(([name, value]) => name + value)
  if (form.length === 0) return query.length === 0 ? start : `${start}?${query.join('&')}`
  return `${start}?${query.join('&')}${query.length === 0 ? '' : '.'}${form.join('')}`
}

function sortedFields(fields: URLSearchParams): [string, string][] {
  const inOrder = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
  return [...fields].toSorted(([a, one], [b, other]) => inOrder(a, b) || inOrder(one, other))
}

/** Mercado Pago leaves out each part that the request does not have. */
function manifest(url: string, { headers }: SignedRequest): string {
  const id = new URLSearchParams(url.split('?')[1] ?? '').get('data.id') ?? ''
  const requestId = headerValues(headers, 'x-request-id')[0] ?? ''
  return (id === '' ? '' : `id:${id};`) + (requestId === '' ? '' : `request-id:${requestId};`)
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
  const fields = [...formFields(request)]
  return [...new Set(fields.map(([name, value]) => `${name}\u0000${value}`))]
    .toSorted()
    .map((field) => field.replace('\u0000', ''))
    .join('')
}

/** The decoded fields of a form body; none for other bodies. */
function formFields(request: SignedRequest): URLSearchParams {
  const { buffer, byteOffset, length } = request.body
  return new URLSearchParams(isForm(request) ? Buffer.from(buffer, byteOffset, length).toString('utf8') : '')
}
