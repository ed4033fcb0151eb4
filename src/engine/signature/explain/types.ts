import type { CauseId } from '../../../shared/codes/signature/causes.ts'
import type { Explanation as ShownExplanation } from '../../../shared/wireTypes.ts'
import type { DigestScheme, SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from '../signedRequest.ts'

/** A secret that may have signed. Its bytes must never leave the process that explains. */
export interface KnownSecret {
  bytes: Uint8Array
  label: string
  fingerprint: string
  /** Name of its environment, or null where there are no environments (on the command line). */
  environment: string | null
  /** `previous`: current once, in the delivery's own environment. `other`: a secret of another environment. */
  standing: 'current' | 'previous' | 'other'
}

export interface ExplainInput {
  request: SignedRequest & { contentLength: number | null }
  scheme: SignatureScheme
  secrets: readonly KnownSecret[]
  /**
   * The digest to explain. `wire`: the digest in the header, which does not match the raw bytes. `receiver`: a digest that
   * the user's own code computed although the header verifies, as it was pasted.
   */
  target: { direction: 'wire' } | { direction: 'receiver'; digest: string }
  /** Other deliveries, newest first: perhaps the header belongs to one of them. */
  others: readonly { deliveryId: string; body: Uint8Array; signature: string | null }[]
  /** A secret that is gone since proved it when it came. */
  isProven?: boolean
}

/** The schemes whose digests are searched for. */
export type SearchInput = ExplainInput & { scheme: DigestScheme }

/** Bounds of a search. `isSpent` covers the time limit and cancelling; it is called often and must be cheap. */
export interface Budget {
  isSpent(): boolean
  /** Bytes that may be hashed over all tries. */
  bytes: number
}

/** Result of a search, as codes. Proofs come first, the smallest change first; then observations. */
export type Explanation = Omit<ShownExplanation, 'state' | 'findings'> & {
  state: Exclude<ShownExplanation['state'], 'not-searched'>
  findings: Finding[]
}

type ShownFinding = ShownExplanation['findings'][number]

/** One cause: `findingInWords` makes its sentences. */
export interface Finding extends Pick<ShownFinding, 'kind' | 'why' | 'secret'> {
  cause: CauseId
}
