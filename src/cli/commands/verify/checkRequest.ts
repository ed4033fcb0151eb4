import { verified } from '../../../engine/actions/verifyGiven.ts'
import { explain } from '../../../engine/signature/explain/explain.ts'
import type { Explanation, ExplainInput, KnownSecret } from '../../../engine/signature/explain/types.ts'
import type { SignedRequest } from '../../../engine/signature/signedRequest.ts'
import { fingerprintOf } from '../../../engine/signature/keys/verificationSecret.ts'
import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Signature } from '../../../shared/wireTypes.ts'

/** One check as the command line asks for it. */
export interface Check {
  request: SignedRequest
  scheme: SignatureScheme
  /** The first is the current one, as in an environment. */
  secrets: readonly { label: string; bytes: Uint8Array }[]
  /** The digest that the receiver's own code computed, or null. */
  digest: string | null
}

/** Limits of a search: processor time, ms, so that a busy machine gives the same answer, and hashed bytes. */
const budget = { ms: 2000, bytes: 2 * 1024 ** 3 }

/** Checks and explains one request; the result has the shape of a delivery's `signature`. */
export function checkRequest({ request, scheme, secrets, digest }: Check): Signature {
  const found = explanationOf(
    { request: { ...request, contentLength: null }, scheme, secrets: secrets.map(knownSecret), others: [] },
    digest,
  )
  return verified({ request, scheme, accepted: secrets }, found)
}

function explanationOf(input: Omit<ExplainInput, 'target'>, digest: string | null): Explanation {
  const start = process.threadCpuUsage()
  const isSpent = () => {
    const { user, system } = process.threadCpuUsage(start)
    return user + system > budget.ms * 1000
  }
  return explain(
    { ...input, target: digest === null ? { direction: 'wire' } : { direction: 'receiver', digest } },
    { isSpent, bytes: budget.bytes },
  )
}

function knownSecret({ label, bytes }: Check['secrets'][number], index: number): KnownSecret {
  const standing = index === 0 ? 'current' : 'previous'
  return { bytes, label, fingerprint: fingerprintOf(bytes), environment: null, standing }
}
