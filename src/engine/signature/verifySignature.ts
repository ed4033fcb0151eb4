import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Verdict } from '../../shared/model.ts'
import type { SignatureScheme, TimestampSource } from '../../shared/signature/signatureScheme.ts'
import { isHere } from './hashes.ts'
import { readSignature } from './readSignature.ts'
import { isForm, type MessageValues, signedMessage } from './signedMessage.ts'
import type { SignedRequest } from './signedRequest.ts'
import type { VerificationSecret } from './verificationSecret.ts'

export interface Verification {
  verdict: Verdict
  /** The secret that proved the signature, or null. */
  secretId: string | null
}

/**
 * Checks a request against every secret that its environment has, current ones first.
 * Pure: the same request, scheme and secrets give the same verdict. Age is not part of it: see signatureAge.
 */
export function verifySignature(
  request: SignedRequest,
  scheme: SignatureScheme,
  secrets: readonly VerificationSecret[],
): Verification {
  const read = readSignature(request, scheme)
  if (read.kind === 'absent') return { verdict: 'unsigned', secretId: null }
  if (read.kind === 'malformed') return { verdict: 'malformed', secretId: null }
  if (request.truncated || !isHere(scheme.algorithm)) return { verdict: 'cannot-tell', secretId: null }
  if (secrets.length === 0) return { verdict: 'no-secret', secretId: null }

  const received = read.signatures.map((text) => Buffer.from(text, 'latin1'))
  const urls = urlsOf(scheme, request).filter((url) => coversBody(scheme, request, url))
  let previous: VerificationSecret | undefined
  for (const secret of secrets) {
    const proves = urls.some((url) => {
      // The texts are compared, not the decoded bytes: another spelling of the same bytes is not what the sender sends.
      const expected = digestText(scheme, request, secret, { timestamp: read.timestamp, id: read.id, url })
      return expected !== null && received.some((signature) => sameBytes(expected, signature))
    })
    if (!proves) continue
    if (secret.current) return { verdict: 'valid', secretId: secret.id }
    previous ??= secret
  }
  return previous === undefined
    ? { verdict: 'invalid', secretId: null }
    : { verdict: 'valid-previous', secretId: previous.id }
}

/**
 * The signature that one secret gives over exactly these bytes, without the header's prefix: the digest as it would
 * stand in the header. Null when the secret is no key for this scheme.
 */
export function signatureOf(
  request: SignedRequest,
  scheme: SignatureScheme,
  secret: VerificationSecret,
): string | null {
  const read = readSignature(request, scheme)
  const { timestamp, id } = read.kind === 'found' ? read : { timestamp: null, id: null }
  return digestText(scheme, request, secret, { timestamp, id, url: request.urls[0] ?? '' })?.toString('latin1') ?? null
}

/** How old a signature was when it came, where the sender says when it signed; null otherwise. */
export function signatureAge(
  request: SignedRequest,
  scheme: SignatureScheme,
): { signedAt: number; ageSeconds: number; tooOld: boolean } | null {
  const read = readSignature(request, scheme)
  if (scheme.timestamp === null || read.kind !== 'found' || request.receivedAt === null) return null
  const { from, name } = scheme.timestamp
  const text = from === 'body' ? fieldOfBody(request.body, name) : read.timestamp
  const signedAt = momentOf(text, scheme.timestamp)
  if (signedAt === null) return null
  const ageSeconds = (request.receivedAt - signedAt) / 1000
  // A timestamp from the future is as wrong as an old one: nobody may sign in advance.
  const tooOld = scheme.toleranceSeconds !== null && Math.abs(ageSeconds) > scheme.toleranceSeconds
  return { signedAt, ageSeconds, tooOld }
}

/** Larger bodies are not parsed to learn their age, bytes. */
const largestBody = 1024 * 1024

/** A top-level field of a JSON body as text; null for any other body. */
function fieldOfBody(body: Uint8Array, name: string): string | null {
  if (body.length > largestBody) return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8'))
    const field: unknown =
      typeof parsed === 'object' && parsed !== null ? Object.getOwnPropertyDescriptor(parsed, name)?.value : undefined
    return typeof field === 'number' || typeof field === 'string' ? String(field) : null
  } catch {
    return null
  }
}

function momentOf(text: string | null, { unit }: TimestampSource): number | null {
  if (text === null || text.trim() === '') return null
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) * (unit === 's' ? 1000 : 1) : Date.parse(text)
  return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? value : null
}

function digestText(
  scheme: SignatureScheme,
  request: SignedRequest,
  secret: VerificationSecret,
  values: MessageValues,
): Buffer | null {
  return digestOfParts(scheme, secret, signedMessage(scheme, request, values))
}

/** The digest of a message as it would stand in the header; null when the secret is no key for this scheme, or nothing here makes its hash. */
export function digestOfParts(
  { algorithm, encoding }: SignatureScheme,
  { key }: VerificationSecret,
  parts: readonly Uint8Array[],
): Buffer | null {
  if (key === null || !isHere(algorithm)) return null
  const hmac = createHmac(algorithm, key)
  for (const part of parts) hmac.update(part)
  return Buffer.from(hmac.digest(encoding), 'latin1')
}

function urlsOf(scheme: SignatureScheme, request: SignedRequest): readonly string[] {
  return scheme.message.includes('{url}') && request.urls.length > 0 ? request.urls : ['']
}

/**
 * Whether a signature over the message says anything of the body: it is part of the message, as it is or as a form, or
 * the URL carries its hash. A right signature over a URL alone must not make any body valid.
 */
function coversBody(scheme: SignatureScheme, request: SignedRequest, url: string): boolean {
  if (scheme.message.includes('{body}') || request.body.length === 0) return true
  const claimed =
    scheme.bodyHashParameter !== null && URL.canParse(url)
      ? new URL(url).searchParams.get(scheme.bodyHashParameter)
      : null
  if (claimed !== null) return claimed.toLowerCase() === createHash('sha256').update(request.body).digest('hex')
  return scheme.message.includes('{form}') && isForm(request)
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
