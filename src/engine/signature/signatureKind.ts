import type { MalformedReason } from '../../shared/codes/signature/signatures.ts'
import type { SignatureAlgorithm, SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { MessageValues } from './signedMessage.ts'
import type { SignedRequest } from './signedRequest.ts'
import type { VerificationSecret } from './keys/verificationSecret.ts'

/** The data that one signature is checked against. */
export interface ProofInput<S> {
  request: SignedRequest
  scheme: S
  secret: VerificationSecret
  values: MessageValues
}

/** How signatures of one kind are checked: everything about a kind is in one file that has this. All of it is pure and never throws. */
export interface SignatureKind<S extends SignatureScheme> {
  /** Why a text cannot be a signature of this scheme; null when it can. */
  malformedReason(text: string, scheme: S): MalformedReason | null
  /** The hash that this scheme needs, or null: where this runtime does not make it, there is no verdict. */
  hash(scheme: S): SignatureAlgorithm | null
  /** Says of signatures whether this secret proves them; null when the secret does not fit the scheme. */
  checker(input: ProofInput<S>): ((signature: string) => boolean) | null
  /**
   * The signature that this secret gives, as it would be in the header; null when only the sender can make it. A kind without it never
   * shows what is expected: for a token that would be the secret itself.
   */
  expected?(input: ProofInput<S>): Buffer | null
  /** When it was signed, and whether its own limits were kept at `at`, where the signature itself has these. Milliseconds since the epoch. */
  moment?(signature: string, request: SignedRequest, at: number): { signedAt: number; expired: boolean } | null
  /**
   * Whether a right signature depends on the body, where that differs from one request to the next.
   * @param isRight tells which entry of the text is right; null where that is unknown, and then all of them must
   */
  coversBody?(signature: string, request: SignedRequest, isRight: ((signature: string) => boolean) | null): boolean
}
