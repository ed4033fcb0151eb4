import { headerValues } from '../../shared/headers.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from './signedRequest.ts'

/** What fills the places of a message template beside the body. */
export interface MessageValues {
  timestamp: string | null
  id: string | null
  url: string
}

/**
 * The signed bytes as parts in order: the texts of the template in UTF-8 and the body as it is, which is not copied.
 * Pure; what is missing is empty.
 */
export function signedMessage(scheme: SignatureScheme, request: SignedRequest, values: MessageValues): Uint8Array[] {
  if (scheme.message === '{body}') return [request.body]
  return scheme.message
    .split(/(\{[a-z]+\})/)
    .filter((part) => part !== '')
    .map((part) => (part === '{body}' ? request.body : Buffer.from(textOf(part, request, values), 'utf8')))
}

function textOf(part: string, request: SignedRequest, values: MessageValues): string {
  switch (part) {
    case '{timestamp}':
      return values.timestamp ?? ''
    case '{id}':
      return values.id ?? ''
    case '{url}':
      return values.url
    case '{method}':
      return request.method
    case '{form}':
      return sortedForm(request)
    default:
      return part
  }
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
