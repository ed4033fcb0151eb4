import { createHash } from 'node:crypto'
import type { HeaderLine } from '../../shared/model.ts'
import type { HeaderForm, SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { kindOf } from './kindOf.ts'
import { isForm, type MessageValues } from './signedMessage.ts'
import type { SignedRequest } from './signedRequest.ts'
import type { VerificationSecret } from './verificationSecret.ts'

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

/**
 * A request as its sender would sign it at this moment: the signature, and what is signed along, where the scheme puts
 * them, in place of what was there before. Null when the secret is no key for this scheme. Pure.
 */
export function signRequest(
  request: UnsignedRequest,
  scheme: SignatureScheme,
  secret: VerificationSecret,
  moment: SigningMoment,
): UnsignedRequest | null {
  // A signature in the body cannot be renewed without writing the body again.
  if (scheme.pointer !== undefined) return null
  const url = withBodyHash(request, scheme)
  const timestamp = String(scheme.timestamp?.unit === 's' ? Math.floor(moment.at / 1000) : moment.at)
  const known = scheme.idHeader === null ? undefined : firstOf(request.headers, scheme.idHeader)
  const id = known ?? moment.id
  const headers = withLines(request.headers, [
    ...(scheme.timestamp?.from === 'header' ? [[scheme.timestamp.name, timestamp] satisfies HeaderLine] : []),
    ...(scheme.idHeader === null ? [] : [[scheme.idHeader, id] satisfies HeaderLine]),
  ])
  const values: MessageValues = { timestamp, id, url }
  const signed = { ...request, headers: headers.flat(), truncated: false, urls: [url], receivedAt: moment.at }
  const text = proofOf(signed, scheme, secret, values)
  const pair = scheme.timestamp?.from === 'pair' ? `${scheme.timestamp.name}=${timestamp}` : null
  const value = text === null ? null : textOfForm(scheme.form, text, pair)
  return value === null ? null : { ...request, url, headers: withLines(headers, [[scheme.header, value]]) }
}

/** Whether somebody who has what the environment has can sign: with public keys and in bodies only the sender can. */
export function canSign({ kind, pointer, form }: SignatureScheme): boolean {
  const isWritten = pointer === undefined && form.kind !== 'last' && form.kind !== 'json'
  return isWritten && (kind === 'hmac' || kind === 'hash' || kind === 'token' || kind === 'basic')
}

/** What proves the request to its receiver, without prefix; null when nobody but the sender can make it. */
function proofOf(
  request: SignedRequest,
  scheme: SignatureScheme,
  secret: VerificationSecret,
  values: MessageValues,
): string | null {
  const text = secret.key?.export() ?? Buffer.alloc(0)
  if (scheme.kind === 'token') return text.length === 0 ? null : text.toString('latin1')
  if (scheme.kind === 'basic') return text.includes(0x3a) ? text.toString('base64') : null
  return kindOf(scheme).expected?.({ request, scheme, secret, values })?.toString('latin1') ?? null
}

/** The header's value around a signature; null for forms with parts that only the sender knows. */
function textOfForm(form: HeaderForm, text: string, timestampPair: string | null): string | null {
  switch (form.kind) {
    case 'plain':
    case 'list':
      return form.prefix + text
    case 'pairs':
      return [...(timestampPair === null ? [] : [timestampPair]), `${form.key}=${text}`].join(form.separator)
    case 'last':
    case 'json':
      return null
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
