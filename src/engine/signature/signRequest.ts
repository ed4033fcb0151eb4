import { createHash } from 'node:crypto'
import type { HeaderLine } from '../../shared/model.ts'
import type { HeaderForm, SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { isForm, type MessageValues, signedMessage } from './signedMessage.ts'
import type { VerificationSecret } from './verificationSecret.ts'
import { digestOfParts } from './verifySignature.ts'

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
 * A request as its sender would sign it at this moment: the signature, and what is signed along, stand where the scheme puts
 * them, in place of what stood there before. Null when the secret is no key for this scheme. Pure.
 */
export function signRequest(
  request: UnsignedRequest,
  scheme: SignatureScheme,
  secret: VerificationSecret,
  moment: SigningMoment,
): UnsignedRequest | null {
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
  const digest = digestOfParts(scheme, secret, signedMessage(scheme, signed, values))
  if (digest === null) return null
  const value = headerValue(scheme, digest.toString('latin1'), timestamp)
  return { ...request, url, headers: withLines(headers, [[scheme.header, value]]) }
}

function headerValue({ form, timestamp: source }: SignatureScheme, digest: string, timestamp: string): string {
  return textOfForm(form, digest, source?.from === 'pair' ? `${source.name}=${timestamp}` : null)
}

function textOfForm(form: HeaderForm, digest: string, timestampPair: string | null): string {
  if (form.kind !== 'pairs') return form.prefix + digest
  return [...(timestampPair === null ? [] : [timestampPair]), `${form.key}=${digest}`].join(form.separator)
}

/** Where a signature over the URL alone must say something of the body, the URL carries its hash. */
function withBodyHash({ url, body, headers }: UnsignedRequest, scheme: SignatureScheme): string {
  const parameter = scheme.bodyHashParameter
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
