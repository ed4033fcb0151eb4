import { isForm } from './signedMessage.ts'
import type { SignedRequest } from './signedRequest.ts'
import { jsonOf } from '../../shared/basics/jsonOf.ts'

/** Larger bodies are not parsed on the way to the answer, bytes. */
const largestBody = 2 * 1024 * 1024

/** The body as JSON, or the fields of a form as an object of texts; undefined for anything else. Pure; never throws. */
export function bodyFields(request: Pick<SignedRequest, 'headers' | 'body'>): unknown {
  const { body } = request
  if (body.length === 0 || body.length > largestBody) return undefined
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
  if (isForm(request)) return Object.assign(Object.create(null), Object.fromEntries(new URLSearchParams(text)))
  return jsonOf(text)
}
