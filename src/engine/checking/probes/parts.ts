import type { HeaderLine } from '../../../shared/model.ts'
import { placesOf } from '../../../shared/signature/signatureScheme.ts'
import { scalarText, valueAt } from '../../../shared/json/jsonPointer.ts'
import { signaturesIn } from '../../../shared/signature/signaturesIn.ts'
import { withValueInText } from '../../signature/jsonText.ts'
import { openBody } from '../../signature/openBody.ts'
import type { UnsignedRequest } from '../../signature/signRequest.ts'
import type { Expectation, Sending } from '../subject/probe.ts'
import type { WireForm } from '../wire/wireForm.ts'
import { bytesOf, type Difference, type Subject } from '../subject/subject.ts'

/** The change for handlers that do not compare signatures as they should. */
export const compareAll =
  'Compute the signature over the raw bytes and compare all of it in constant time; anything else gets 401.'

/** A sending of a delivery that is valid but for one difference; none where it cannot be made for this scheme. */
export function sending(
  subject: Subject,
  expect: Expectation,
  what: string,
  difference: Difference = {},
  wire?: WireForm,
): Sending[] {
  return asSending(expect, what, subject.delivery(difference), wire)
}

export function asSending(
  expect: Expectation,
  what: string,
  request: UnsignedRequest | null,
  wire?: WireForm,
): Sending[] {
  return request === null ? [] : [{ what, request, expect, ...(wire === undefined ? {} : { wire }) }]
}

/** The request with another value of a header; null leaves the header out. */
export function withHeader(
  request: UnsignedRequest | null,
  name: string,
  change: (value: string) => string | null,
): UnsignedRequest | null {
  if (request === null) return null
  const headers = request.headers.flatMap(([other, value]): HeaderLine[] => {
    if (other.toLowerCase() !== name.toLowerCase()) return [[other, value]]
    const changed = change(value)
    return changed === null ? [] : [[other, changed]]
  })
  return { ...request, headers }
}

/** The request with another value where its signature is, in a header or in the body; null leaves it out. */
export function withProof(
  { scheme }: Subject,
  request: UnsignedRequest | null,
  change: (value: string) => string | null,
): UnsignedRequest | null {
  const { header, pointer } = scheme
  if (pointer === undefined || request === null) return withHeader(request, header, change)
  const open = openBody(request, scheme)
  for (let index = 0; index < open.count; index += 1) {
    const changed = change(scalarText(valueAt(open.item(index), pointer)) ?? '')
    if (changed === null) open.remove(index, pointer)
    else open.set(index, pointer, changed)
  }
  return { ...request, body: open.write() }
}

/** The request with another signature in the place of the right one. */
export function withSignature(
  subject: Subject,
  request: UnsignedRequest | null,
  change: (signature: string) => string,
): UnsignedRequest | null {
  const { form } = subject.scheme
  return withProof(subject, request, (value) => {
    // `sig1=:base64:` is a dictionary around the signature.
    const inColons = subject.scheme.kind === 'http-signature' ? /:([^:]*):/.exec(value)?.[1] : undefined
    const signature = inColons ?? signaturesIn(value, form)[0] ?? ''
    const at = value.lastIndexOf(signature)
    return value.slice(0, at) + change(signature) + value.slice(at + signature.length)
  })
}

export function withBody(request: UnsignedRequest | null, body: string | Uint8Array): UnsignedRequest | null {
  return request === null ? null : { ...request, body: bytesOf(body) }
}

/** A JSON text with other values at these pointers. */
export function withValues(text: string, values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values).reduce(
    (changed, [pointer, value]) => withValueInText(changed, pointer, JSON.stringify(value)) ?? changed,
    text,
  )
}

/** Sends a token or password along with each delivery, so nothing in it depends on the body. */
export function isBearer({ scheme }: Subject): boolean {
  return scheme.kind === 'token' || scheme.kind === 'basic'
}

export function unlessBodySigned({ scheme }: Subject): string | null {
  if (scheme.pointer !== undefined) return `${scheme.label} signs fields of the body, not its bytes.`
  if (scheme.kind === 'jwt' && (scheme.claims.bodyHash === null || scheme.claims.bodyHashOptional))
    return `${scheme.label} signs nothing that depends on the body.`
  const unsigned = scheme.bodyUnsigned === true || scheme.kind === 'token' || scheme.kind === 'basic'
  return unsigned ? `${scheme.label} signs nothing that depends on the body.` : null
}

/** A body that is taken apart before it is signed, such as a form, has no second spelling that only the bytes tell apart. */
export function unlessJson(subject: Subject): string | null {
  return subject.json === null ? 'The template is not a JSON object.' : null
}

/** Reports why other spellings show nothing: the sender signs fields, not the bytes. */
export function unlessSpelled(subject: Subject): string | null {
  const { pointer, label } = subject.scheme
  return unlessJson(subject) ?? (pointer === undefined ? null : `${label} writes its signature into the body.`)
}

export function unlessSignedJson(subject: Subject): string | null {
  return unlessJson(subject) ?? unlessBodySigned(subject)
}

export function unlessTimed({ scheme }: Subject): string | null {
  return scheme.timestamp === null ? `${scheme.label} does not say when it signed.` : null
}

/** Reports why the time of signing cannot be changed: it has to be signed, in a header or in a pair of the signature header. */
export function unlessTimeSigned(subject: Subject): string | null {
  const untimed = unlessTimed(subject)
  if (untimed !== null) return untimed
  const { scheme } = subject
  const signed =
    'message' in scheme && placesOf(scheme.message).includes('{timestamp}') && scheme.timestamp?.from !== 'body'
  return signed ? null : `${scheme.label} has no time that is signed outside of the body.`
}

/** Changes the time of signing and keeps the signature. */
export function withTimestamp(
  { scheme }: Subject,
  request: UnsignedRequest | null,
  change: (time: string) => string | null,
): UnsignedRequest | null {
  const source = scheme.timestamp
  if (source === null || source.from === 'body') return null
  if (source.from === 'header') return withHeader(request, source.name, change)
  const separator = scheme.form.kind === 'pairs' ? scheme.form.separator : ','
  return withHeader(request, scheme.header, (value) =>
    value
      .split(separator)
      .flatMap((pair) => {
        if (!pair.startsWith(`${source.name}=`)) return [pair]
        const changed = change(pair.slice(source.name.length + 1))
        return changed === null ? [] : [`${source.name}=${changed}`]
      })
      .join(separator),
  )
}
