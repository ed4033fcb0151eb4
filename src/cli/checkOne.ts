import { schemeWithHeader, serviceScheme } from '../engine/signature/scheme.ts'
import type { VerificationSecret } from '../engine/signature/verificationSecret.ts'
import { signatureOf, verifySignature } from '../engine/signature/verifySignature.ts'
import { isVerified } from '../shared/model.ts'
import type { Signature } from '../shared/wireTypes.ts'

/**
 * Checks one body against secrets; the result has the shape of a delivery's `signature`. Pure.
 * `signature` is the header's value, null when there was no header.
 */
export function checkOne(
  body: Uint8Array,
  signature: string | null,
  secrets: readonly VerificationSecret[],
  header = '',
): Signature {
  const scheme = schemeWithHeader(serviceScheme, header)
  const request = { headers: signature === null ? [] : [scheme.header, signature], body, truncated: false }
  const { verdict, secretId } = verifySignature(request, scheme, secrets)
  const secret = secrets.find(({ id }) => id === secretId) ?? secrets[0]
  return {
    verdict,
    scheme: scheme.id,
    header: scheme.header,
    received: signature,
    expected: secret === undefined ? null : signatureOf(body, scheme, secret),
    secret: secret === undefined ? null : { label: secret.label, fingerprint: secret.fingerprint },
    explanation: { state: isVerified(verdict) ? 'not-needed' : 'unexplained', findings: [] },
  }
}
