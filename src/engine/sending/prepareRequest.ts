import { randomUUID } from 'node:crypto'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { BreakKind } from '../../shared/wireTypes.ts'
import { ExpectedFailure } from '../failures/expectedFailure.ts'
import { otherSecret } from '../signature/otherSecret.ts'
import { type SigningSecret, signRequest, canTakeSignature, type UnsignedRequest } from '../signature/signRequest.ts'
import { missingHash } from '../signature/verifySignature.ts'
import { brokenRequest, backdatedByMs, breakProblemOf, withOtherEncoding } from './breakRequest.ts'

/** How every request of a run is signed and broken. */
export interface Signing {
  /** The scheme of the receiver; null if unknown. */
  scheme: SignatureScheme | null
  /** Null: not signed. */
  secret: SigningSecret | null
  /** The timestamp of the signature at the time `now`, ms since the epoch. */
  at: (now: number) => number
  break: BreakKind | null
}

/** Replaces the secret if the run is broken by another secret. Called once per run, because generating keys takes long. */
export function brokenSigning(signing: Signing): Signing {
  const { scheme, secret } = signing
  if (signing.break !== 'other-secret' || scheme === null || secret === null) return signing
  return { ...signing, secret: otherSecret(secret, scheme) }
}

/** Signs a request for this moment, and breaks it if that is wanted. Throws ExpectedFailure. */
export function prepareRequest(request: UnsignedRequest, signing: Signing, now: number): UnsignedRequest {
  const { scheme, secret, break: kind } = signing
  if (kind !== null) {
    const why = breakProblemOf(kind, request, scheme, secret !== null)
    if (why !== null) throw new ExpectedFailure({ code: 'break-impossible', fields: { kind, why } })
  }
  const signed = secret === null || scheme === null ? request : signedRequest(request, scheme, secret, signing, now)
  return kind === null ? signed : brokenRequest(signed, kind, scheme)
}

function signedRequest(
  request: UnsignedRequest,
  scheme: SignatureScheme,
  secret: SigningSecret,
  { at, break: kind }: Signing,
  now: number,
): UnsignedRequest {
  const hash = missingHash(scheme)
  if (hash !== null) throw new ExpectedFailure({ code: 'hash-missing', fields: { hash } })
  if (!canTakeSignature(request, scheme)) {
    throw new ExpectedFailure({ code: 'body-takes-no-signature', fields: { scheme: scheme.label } })
  }
  const moment = { at: at(now) - (kind === 'old-timestamp' ? backdatedByMs(scheme) : 0), id: `msg_${randomUUID()}` }
  const result = signRequest(request, kind === 'other-encoding' ? withOtherEncoding(scheme) : scheme, secret, moment)
  const { label } = secret
  if (result === null) throw new ExpectedFailure({ code: 'signing-secret-unusable', fields: { label } })
  return result
}
