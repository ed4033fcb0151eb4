import type { Meaning } from './meaning.ts'
import type { SignatureScheme } from './signatureScheme.ts'

/** How well it is known that a preset is right, the best first. */
export const evidences = ['published-vector', 'official-library', 'documented', 'unconfirmed'] as const
export type Evidence = (typeof evidences)[number]

/** Names as the sender's own documentation has them. */
export interface SenderGuide {
  /** The sender's name for the URL of deliveries; undefined where that is not known. */
  address?: string
  /** Its name for the secret or key that proves its signatures. */
  secret: string
  /** Its documentation of webhooks, where its address was seen. */
  docs?: string
}

/** A sender that Hookscope knows: how it signs, how well that is known, and what its deliveries mean. */
export interface SenderPreset {
  scheme: SignatureScheme
  evidence: Evidence
  /** Human-readable source of the evidence. */
  source: string
  /** The sender's own library that agrees with Hookscope, with its version; undefined where none was asked. */
  library?: string | undefined
  /** Names to set up at the sender; undefined where its documentation was not read for that. */
  guide?: SenderGuide | undefined
  /** Further words by which it is found. */
  keywords: readonly string[]
  meaning: Meaning
  /** Headers by which this sender is recognised, lower case; those with a common name count only together with its signature. */
  telltales: readonly string[]
  /** A time of signing as this sender writes it, where that is a date and not a number. */
  signedAtExample?: string | undefined
  /** Fields that all bodies of this sender have, as JSON pointers; with `=` and a value, where it must be that. */
  shape?: readonly string[] | undefined
}
