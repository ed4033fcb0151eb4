import { signatureDetail } from '../engine/actions/signatureDetail.ts'
import { explain } from '../engine/signature/explain/explain.ts'
import type { Explanation, ExplainInput, KnownSecret } from '../engine/signature/explain/types.ts'
import type { SignedRequest } from '../engine/signature/signedRequest.ts'
import { fingerprintOf, verificationSecret } from '../engine/signature/verificationSecret.ts'
import { verifySignature } from '../engine/signature/verifySignature.ts'
import type { SignatureScheme } from '../shared/signature/signatureScheme.ts'
import type { Signature } from '../shared/wireTypes.ts'
import { findingInWords } from '../shared/words/findings.ts'

/** One check as the command line asks for it. */
export interface Check {
  request: SignedRequest
  scheme: SignatureScheme
  /** The first is the current one, as in an environment. */
  secrets: readonly { label: string; bytes: Uint8Array }[]
  /** What the receiver's own code computed, or null. */
  digest: string | null
}

/** A search may take so long, ms, and hash so many bytes. */
const budget = { ms: 2000, bytes: 2 * 1024 ** 3 }

/** Checks and explains one request; the result has the shape of a delivery's `signature`. */
export function checkRequest({ request, scheme, secrets, digest }: Check): Signature {
  const prepared = secrets.map(({ label, bytes }, index) =>
    verificationSecret({ id: String(index), label, text: bytes, current: index === 0 }, scheme),
  )
  const { verdict, secretId } = verifySignature(request, scheme, prepared)
  const secret = prepared.find(({ id }) => id === secretId) ?? prepared[0]
  const found = explanationOf(
    { request: { ...request, contentLength: null }, scheme, secrets: secrets.map(knownSecret), others: [] },
    digest,
  )
  const explanation = { ...found, findings: found.findings.map(findingInWords) }
  return signatureDetail(request, scheme, { verdict, secret, secrets: prepared }, explanation)
}

function explanationOf(input: Omit<ExplainInput, 'target'>, digest: string | null): Explanation {
  const end = performance.now() + budget.ms
  return explain(
    { ...input, target: digest === null ? { direction: 'wire' } : { direction: 'receiver', digest } },
    { isSpent: () => performance.now() > end, bytes: budget.bytes },
  )
}

function knownSecret({ label, bytes }: Check['secrets'][number], index: number): KnownSecret {
  const standing = index === 0 ? 'current' : 'previous'
  return { bytes, label, fingerprint: fingerprintOf(bytes), environment: null, standing }
}
