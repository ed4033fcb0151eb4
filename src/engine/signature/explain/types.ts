import type { SignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import type { SignedRequest } from '../signedRequest.ts'

/** A secret that may have signed, with its bytes: it must never leave the process that explains. */
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
   * What is to be explained. `wire`: the digest in the header, which the raw bytes do not give. `receiver`: a digest that
   * the user's own code computed, although the header verifies; as it was pasted, in whatever spelling.
   */
  target: { direction: 'wire' } | { direction: 'receiver'; digest: string }
  /** Other deliveries, newest first: perhaps the header belongs to one of them. */
  others: readonly { deliveryId: string; body: Uint8Array; signature: string | null }[]
}

/** Bounds of a search. `isSpent` is asked often and must be cheap; it stands for both the clock and cancelling. */
export interface Budget {
  isSpent(): boolean
  /** Bytes that may be hashed over all tries. */
  bytes: number
}

export interface Explanation {
  state: 'not-needed' | 'explained' | 'unexplained'
  /** Proofs first, the smallest change first among them; then observations. */
  findings: Finding[]
  /** What was combined in vain, by kind, with how many there were of each; empty when nothing was searched. */
  ruledOut: { what: string; count: number }[]
  /** Digests that were computed and compared. */
  tried: number
  /** False when the budget was spent before everything was tried. */
  complete: boolean
}

export interface Finding {
  /** Identifier of the cause, such as "secret-other-environment". */
  cause: string
  /** A few words for a headline, such as "The secret of another environment". */
  title: string
  /** A proof was recomputed, to the last bit. An observation is seen in the request and proves nothing by itself. */
  kind: 'proof' | 'observation'
  /** How the digest comes about, step by step, as a sentence. */
  recipe: string
  /** The same as single steps, for those who want to follow it: what is taken, what is done with it. */
  steps: string[]
  /** What the person should do now. */
  advice: string
  /** The secret that gives the digest; null for observations and for plain hashes. */
  secret: { label: string; fingerprint: string; environment: string | null } | null
}
