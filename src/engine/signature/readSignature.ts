import { headerValues } from '../../shared/headers.ts'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import type { MalformedReason } from '../../shared/codes/signature/signatures.ts'
import { challengeSignedFor } from '../../shared/signature/handshakes.ts'
import { type HeaderForm, placesOf, type SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { pairsIn, signaturesIn } from '../../shared/signature/signaturesIn.ts'
import { bodyFields } from './bodyFields.ts'
import { maxTokenLength } from './jwtKind.ts'
import { kindOf } from './kindOf.ts'
import { signedMessage } from './signedMessage.ts'
import type { SignedRequest } from './signedRequest.ts'

/** A unit with its own signature: the whole request, or one item of a body that signs its items. */
export interface SignedItem {
  /** The value at which paths of fields start; undefined where nothing reads them. */
  root: unknown
  /** As text, without prefix; at least one. */
  signatures: string[]
}

/** Values that are signed along with the body, where present. */
interface SignedAlong {
  timestamp: string | null
  id: string | null
}

/** The signature data of a request. `signatures` has the signatures of all items. */
export type ReadSignature =
  | { kind: 'absent' }
  | ({ kind: 'malformed'; why: MalformedReason } & SignedAlong)
  | ({ kind: 'found'; signatures: string[]; items: SignedItem[] } & SignedAlong)

/** Longer headers are no signature, characters. */
const longestHeader = 65_536

/** Reads the signature, and what is signed along with it, from where the scheme puts them. Pure; never throws. */
export function readSignature(request: SignedRequest, scheme: SignatureScheme): ReadSignature {
  const found = scheme.pointer === undefined ? inHeaders(request, scheme) : inBody(request, scheme)
  if (found === 'absent') return { kind: 'absent' }
  const along = { timestamp: timestampOf(request, scheme), id: idOf(request, scheme) }
  const malformed = (why: MalformedReason): ReadSignature => ({ kind: 'malformed', why, ...along })
  if (!Array.isArray(found)) return malformed(found)
  const { malformedReason } = kindOf(scheme)
  let reason: MalformedReason | null = null
  const items: SignedItem[] = []
  for (const { root, signatures } of found) {
    const fitting = signatures.filter((text) => {
      const why = malformedReason(text, scheme)
      reason ??= why
      return why === null
    })
    if (fitting.length === 0 && reason !== null) return malformed(reason)
    items.push({ root, signatures: fitting })
  }
  const message = 'message' in scheme ? scheme.message : ''
  if (along.timestamp === null && message.includes('{timestamp}')) {
    return malformed({ code: 'signed-timestamp-missing', fields: { name: scheme.timestamp?.name ?? null } })
  }
  if (along.id === null && message.includes('{id}')) {
    return malformed({ code: 'signed-id-missing', fields: { header: scheme.idHeader } })
  }
  if (items.some(({ root }) => isSignedForAnybody(request, scheme, { ...along, root }))) {
    return malformed({ code: 'signed-for-anybody', fields: {} })
  }
  return { kind: 'found', signatures: items.flatMap(({ signatures }) => signatures), items, ...along }
}

/** Whether the signed message could be the challenge of a handshake: its signature can be had for the asking, and proves nothing. */
function isSignedForAnybody(request: SignedRequest, scheme: SignatureScheme, along: SignedAlong & { root: unknown }) {
  const challenge = challengeSignedFor(scheme.id)
  if (challenge === undefined || !('message' in scheme)) return false
  const parts = signedMessage(scheme, request, { ...along, url: '' })
  if (parts.reduce((size, part) => size + part.length, 0) > challenge.longest) return false
  return challenge.pattern.test(Buffer.concat(parts).toString('latin1'))
}

/** The header's values under all its names. Pure. */
export function signatureHeaderValues(request: Pick<SignedRequest, 'headers'>, scheme: SignatureScheme): string[] {
  return [scheme.header, ...(scheme.alsoIn ?? [])].flatMap((name) =>
    name === '' ? [] : headerValues(request.headers, name),
  )
}

function inHeaders(request: SignedRequest, scheme: SignatureScheme): SignedItem[] | MalformedReason | 'absent' {
  const signatures: string[] = []
  let reason: MalformedReason | null = null
  for (const header of [scheme.header, ...(scheme.alsoIn ?? [])]) {
    const values = headerValues(request.headers, header)
    const [value] = values
    if (value === undefined) continue
    if (values.length > 1) return { code: 'signature-header-repeated', fields: { header, times: values.length } }
    if (value.length > longestHeader)
      return { code: 'signature-too-long', fields: { header, characters: longestHeader } }
    const here = signaturesIn(value, scheme.form)
    if (here.length === 0) reason ??= missingPart(header, scheme.form)
    signatures.push(...here)
  }
  if (signatures.length === 0) return reason ?? 'absent'
  return [{ root: rootOf(request, scheme), signatures }]
}

/** Parsed only where the message is made of fields. */
function rootOf(request: SignedRequest, scheme: SignatureScheme): unknown {
  const reads = 'message' in scheme && placesOf(scheme.message).some((place) => /^\{(?:field|line):/.test(place))
  return reads ? bodyFields(request) : undefined
}

function inBody(request: SignedRequest, scheme: SignatureScheme): SignedItem[] | MalformedReason | 'absent' {
  const { pointer = '', items, form } = scheme
  if (pointer === '') return wholeBody(request)
  const root = bodyFields(request)
  if (root === undefined) return request.body.length === 0 ? 'absent' : { code: 'signed-body-unreadable', fields: {} }
  const listed = items === undefined ? [root] : valueAt(root, items)
  if (!Array.isArray(listed) || listed.length === 0) return 'absent'
  const found: SignedItem[] = []
  for (const item of listed as unknown[]) {
    const value = valueAt(item, pointer)
    if (value === undefined || value === null) return 'absent'
    const text = typeof value === 'object' ? null : scalarText(value)
    if (text === null) return { code: 'signature-not-text', fields: { pointer } }
    const signatures = signaturesIn(text, form)
    if (signatures.length === 0) return missingPart(pointer, form)
    found.push({ root: item, signatures })
  }
  return found
}

function wholeBody({ body }: SignedRequest): SignedItem[] | MalformedReason | 'absent' {
  if (body.length === 0) return 'absent'
  if (body.length > maxTokenLength)
    return { code: 'signature-too-long', fields: { header: 'body', characters: maxTokenLength } }
  return [{ root: undefined, signatures: [Buffer.from(body).toString('utf8').trim()] }]
}

function missingPart(header: string, form: HeaderForm): MalformedReason {
  const { kind } = form
  const text = kind === 'pairs' ? form.key : kind === 'json' ? form.field : form.prefix
  return { code: 'signature-part-missing', fields: { header, form: kind, text } }
}

function timestampOf(request: SignedRequest, scheme: SignatureScheme): string | null {
  const source = scheme.timestamp
  if (source === null) return null
  switch (source.from) {
    case 'header':
      return headerValues(request.headers, source.name)[0] ?? null
    case 'pair': {
      const { form } = scheme
      const [value] = signatureHeaderValues(request, scheme)
      return form.kind === 'pairs' && value !== undefined
        ? (pairsIn(value, form.separator).find(([key]) => key === source.name)?.[1] ?? null)
        : null
    }
    case 'body':
      // It only gives the age, and nothing is parsed for it on the way to the answer: see signatureAge.
      return null
  }
}

function idOf(request: SignedRequest, { idHeader }: SignatureScheme): string | null {
  return idHeader === null ? null : (headerValues(request.headers, idHeader)[0] ?? null)
}
