import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerValues } from '../../shared/headers.ts'
import type { Verdict } from '../../shared/model.ts'
import type { SignatureScheme } from './scheme.ts'
import type { VerificationSecret } from './verificationSecret.ts'

/** What verification needs to know of a request. The body is bytes: it is never decoded, parsed or written anew. */
export interface SignedRequest {
  /** Flat list name, value, name, value, ... */
  headers: readonly string[]
  body: Uint8Array
  /** The body is not whole, so no check of it can mean anything. */
  truncated: boolean
}

export interface Verification {
  verdict: Verdict
  /** The secret that proved the signature, or null. */
  secretId: string | null
}

/** 32 bytes in standard base64: 43 letters and one "=". */
const sha256Base64 = /^[A-Za-z0-9+/]{43}=$/

/**
 * Checks a request against every secret that its environment has, current ones first.
 * Pure: the same request, scheme and secrets give the same verdict.
 */
export function verifySignature(
  request: SignedRequest,
  scheme: SignatureScheme,
  secrets: readonly VerificationSecret[],
): Verification {
  const received = headerValues(request.headers, scheme.header)
  if (received.length === 0) return { verdict: 'unsigned', secretId: null }
  const [signature] = received
  if (received.length > 1 || signature === undefined || !sha256Base64.test(signature)) {
    return { verdict: 'malformed', secretId: null }
  }
  if (request.truncated) return { verdict: 'cannot-tell', secretId: null }
  if (secrets.length === 0) return { verdict: 'no-secret', secretId: null }

  const match = findMatch(request.body, scheme, Buffer.from(signature, 'latin1'), secrets)
  if (match === undefined) return { verdict: 'invalid', secretId: null }
  return { verdict: match.current ? 'valid' : 'valid-previous', secretId: match.id }
}

/** The signature that one secret gives over exactly these bytes, as it would stand in the header. */
export function signatureOf(body: Uint8Array, scheme: SignatureScheme, secret: VerificationSecret): string {
  return createHmac(scheme.algorithm, secret.key).update(body).digest(scheme.encoding)
}

function findMatch(
  body: Uint8Array,
  scheme: SignatureScheme,
  received: Uint8Array,
  secrets: readonly VerificationSecret[],
): VerificationSecret | undefined {
  let previous: VerificationSecret | undefined
  for (const secret of secrets) {
    // The texts are compared, not the decoded bytes: another spelling of the same bytes is not what the service sends.
    const expected = Buffer.from(signatureOf(body, scheme, secret), 'latin1')
    if (expected.length !== received.length || !timingSafeEqual(expected, received)) continue
    if (secret.current) return secret
    previous ??= secret
  }
  return previous
}
