import { createHash } from 'node:crypto'
import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import type { HeaderLine } from '../../shared/model.ts'
import { senderPreset } from '../../shared/signature/schemePresets.ts'
import { credentialOf, placesOf, type SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { PrivateKeyProblem } from '../../shared/codes/signature/publicKeys.ts'
import { bodyFields } from './bodyFields.ts'
import { kindOf } from './kindOf.ts'
import { openBody } from './openBody.ts'
import { type PrivateKey, readPrivateKey } from './keys/readPrivateKey.ts'
import { isForm, type MessageValues } from './signedMessage.ts'
import type { SignedRequest } from './signedRequest.ts'
import { keySignature, messageSignature, type MessageSignature, signedToken } from './signWithKey.ts'
import { type VerificationSecret, verificationSecret } from './keys/verificationSecret.ts'
import { isDated, writtenMoment } from './writtenMoment.ts'

/** A request that is about to be sent. */
export interface UnsignedRequest {
  method: string
  /** Absolute. Schemes that sign the URL sign this one. */
  url: string
  headers: HeaderLine[]
  body: Uint8Array
}

/** When and as what it is signed. */
export interface SigningMoment {
  /** Milliseconds since the epoch. */
  at: number
  /** For schemes that sign an id, when the request has none. */
  id: string
}

/** What signs: a shared secret, or for schemes with public keys the private key that belongs to one. */
export interface SigningSecret extends VerificationSecret {
  privateKey?: PrivateKey | null
}

/** A pasted secret or private key made ready to sign with this scheme. Pure; never throws. */
export function signingSecret(
  label: string,
  text: string | Uint8Array,
  scheme: SignatureScheme,
): { ok: true; secret: SigningSecret } | { ok: false; code: PrivateKeyProblem } {
  const secret = verificationSecret({ id: '', label, text, current: true }, scheme)
  if (credentialOf(scheme) !== 'public-key') return { ok: true, secret }
  const read = readPrivateKey(typeof text === 'string' ? text : Buffer.from(text).toString('utf8'))
  return read.ok ? { ok: true, secret: { ...secret, privateKey: read.key } } : read
}

/**
 * A request as its sender would sign it at this moment: the signature, and what is signed along, where the scheme puts
 * them, in place of what was there before. Null when the scheme cannot use the secret as a key, or cannot sign such a body
 * (`canTakeSignature`). Pure.
 */
export function signRequest(
  request: UnsignedRequest,
  scheme: SignatureScheme,
  secret: SigningSecret,
  moment: SigningMoment,
): UnsignedRequest | null {
  if (!canTakeSignature(request, scheme)) return null
  try {
    return scheme.pointer === undefined
      ? withSignedHeaders(request, scheme, secret, moment)
      : withSignedBody(request, scheme, secret, moment)
  } catch {
    // Crypto throws for keys that are too small for a hash, so the scheme cannot use them.
    return null
  }
}

function withSignedHeaders(
  request: UnsignedRequest,
  scheme: SignatureScheme,
  secret: SigningSecret,
  moment: SigningMoment,
): UnsignedRequest | null {
  const url = withBodyHash(request, scheme)
  const timestamp = timestampText(scheme, moment, request.headers)
  const known = scheme.idHeader === null ? undefined : firstOf(request.headers, scheme.idHeader)
  const id = known ?? moment.id
  const headers = withLines(request.headers, [
    ...(scheme.timestamp?.from === 'header' ? [[scheme.timestamp.name, timestamp] satisfies HeaderLine] : []),
    ...(scheme.idHeader === null ? [] : [[scheme.idHeader, id] satisfies HeaderLine]),
    ...missingHeaderList(request.headers, scheme),
  ])
  const signed = { ...request, headers: headers.flat(), truncated: false, urls: [url], receivedAt: moment.at }
  const values: MessageValues = { timestamp, id, url, ...(readsFields(scheme) ? { root: bodyFields(signed) } : {}) }
  if (scheme.kind === 'http-signature') {
    const made = messageSignature({ request: signed, scheme, secret, values }, secret.privateKey ?? null, moment.at)
    return made === null ? null : { ...request, url, headers: withLines(headers, signatureLines(made)) }
  }
  const text = proofOf(signed, scheme, secret, values, moment)
  const pair = scheme.timestamp?.from === 'pair' ? `${scheme.timestamp.name}=${timestamp}` : null
  const value = text === null ? null : textOfForm(scheme, text, pair)
  return value === null ? null : { ...request, url, headers: withLines(headers, [[scheme.header, value]]) }
}

/** Where a sender names the headers that it signs, and the request names none: that header itself, and the time of signing. */
function missingHeaderList(headers: readonly HeaderLine[], scheme: SignatureScheme): HeaderLine[] {
  const places = 'message' in scheme ? placesOf(scheme.message) : []
  const [name] = places.flatMap((place) => /^\{headers:([\w-]+)\}$/.exec(place)?.[1] ?? [])
  if (name === undefined || firstOf(headers, name) !== undefined) return []
  const along = scheme.timestamp?.from === 'header' ? [scheme.timestamp.name] : []
  return [[name, [name, ...along].map((each) => each.toLowerCase()).join(',')]]
}

function signatureLines({ digest, input, signature }: MessageSignature): HeaderLine[] {
  return [
    ...(digest === null ? [] : [['Content-Digest', digest] satisfies HeaderLine]),
    ['Signature-Input', input],
    ['Signature', signature],
  ]
}

function readsFields(scheme: SignatureScheme): boolean {
  return 'message' in scheme && placesOf(scheme.message).some((place) => /^\{(?:field|line):/.test(place))
}

/** The timestamp in the form that the request or the sender has for it: a date, or a number of the scheme's unit. */
function timestampText(
  { id, timestamp }: SignatureScheme,
  { at }: SigningMoment,
  headers: readonly HeaderLine[],
): string {
  const given = timestamp?.from === 'header' ? (firstOf(headers, timestamp.name) ?? '') : ''
  return writtenMoment(at, timestamp?.unit ?? 'ms', isDated(given) ? given : senderPreset(id)?.signedAtExample)
}

/** Whether the body has a place for the signature, where it belongs in the body, and is of the kind that the sender signs. Pure. */
export function canTakeSignature(request: Pick<UnsignedRequest, 'headers' | 'body'>, scheme: SignatureScheme): boolean {
  if (scheme.pointer !== undefined) return openBody(request, scheme).count > 0
  const signsForms = 'message' in scheme && placesOf(scheme.message).some((place) => place === '{sortedurl}')
  return !signsForms || request.body.length === 0 || isForm({ headers: request.headers.flat() })
}

/** The signature is a field of the body; all other bytes of JSON stay. */
function withSignedBody(
  request: UnsignedRequest,
  scheme: SignatureScheme,
  secret: SigningSecret,
  moment: SigningMoment,
): UnsignedRequest | null {
  const { pointer = '', timestamp: source } = scheme
  const open = openBody(request, scheme)
  if (open.count === 0) return null
  const flat = {
    ...request,
    headers: request.headers.flat(),
    truncated: false,
    urls: [request.url],
    receivedAt: moment.at,
  }
  for (let index = 0; index < open.count; index += 1) {
    const isTimed = source?.from === 'body' && source.name.startsWith('/')
    const example = isTimed ? scalarText(valueAt(open.item(index), source.name)) : null
    const timestamp = writtenMoment(moment.at, source?.unit ?? 'ms', example ?? undefined)
    if (isTimed) open.set(index, source.name, timestamp)
    const values: MessageValues = { timestamp, id: moment.id, url: request.url, root: open.item(index) }
    const text = proofOf(flat, scheme, secret, values, moment)
    const value = text === null ? null : textOfForm(scheme, text, null)
    if (value === null || !open.set(index, pointer, value)) return null
  }
  return { ...request, body: open.write() }
}

/** Whether a replay can sign with what the environment has, and leave the body as it is. */
export function canSign(scheme: SignatureScheme): boolean {
  const { kind, pointer, form } = scheme
  if (pointer !== undefined || form.kind === 'last' || form.kind === 'json') return false
  return kind === 'hmac' || kind === 'hash' || (credentialOf(scheme) !== 'public-key' && kind !== 'http-signature')
}

/** The proof of the request without its prefix; null when this secret cannot make it. */
function proofOf(
  request: SignedRequest,
  scheme: SignatureScheme,
  secret: SigningSecret,
  values: MessageValues,
  moment: SigningMoment,
): string | null {
  const text = secret.key?.export() ?? Buffer.alloc(0)
  switch (scheme.kind) {
    case 'token':
      return text.length === 0 ? null : text.toString('latin1')
    case 'basic':
      return text.includes(0x3a) ? text.toString('base64') : null
    case 'ed25519':
    case 'ecdsa':
    case 'rsa':
      return secret.privateKey == null ? null : keySignature({ request, scheme, secret, values }, secret.privateKey)
    case 'jwt':
      return signedToken({ request, scheme, secret, values }, secret.privateKey ?? null, moment)
    case 'hmac':
    case 'hash':
    case 'http-signature':
      return kindOf(scheme).expected?.({ request, scheme, secret, values })?.toString('latin1') ?? null
  }
}

/** Names the key where a form wants its name; only the sender knows the real one, and no check looks at it. */
const keyName = 'hookscope'

/** The value around a signature, as its header or field has it. */
function textOfForm({ form, setting }: SignatureScheme, text: string, timestampPair: string | null): string {
  switch (form.kind) {
    case 'plain':
    case 'list':
      return form.prefix + text
    case 'pairs':
      return [...(timestampPair === null ? [] : [timestampPair]), `${form.key}=${text}`].join(form.separator)
    case 'last':
      return `${form.prefix}${setting?.value || keyName}${form.separator}${text}`
    case 'json':
      return Buffer.from(JSON.stringify({ kid: keyName, [form.field]: text })).toString('base64')
  }
}

/** Where a signature over the URL alone must say something of the body, the URL carries its hash. */
function withBodyHash({ url, body, headers }: UnsignedRequest, scheme: SignatureScheme): string {
  const parameter = 'bodyHashParameter' in scheme ? scheme.bodyHashParameter : null
  if (parameter === null || body.length === 0 || isForm({ headers: headers.flat() })) return url
  const withHash = new URL(url)
  withHash.searchParams.set(parameter, createHash('sha256').update(body).digest('hex'))
  return withHash.href
}

function firstOf(headers: readonly HeaderLine[], name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1]
}

/** Each line takes the place of the first one of its name, or comes last; others of the name go. */
function withLines(headers: readonly HeaderLine[], lines: readonly HeaderLine[]): HeaderLine[] {
  return lines.reduce<HeaderLine[]>(
    (all, [name, value]) => {
      const isIt = ([other]: HeaderLine) => other.toLowerCase() === name.toLowerCase()
      const place = all.findIndex(isIt)
      if (place === -1) return [...all, [name, value]]
      return all.flatMap((line, index): HeaderLine[] =>
        index === place ? [[line[0], value]] : isIt(line) ? [] : [line],
      )
    },
    [...headers],
  )
}
