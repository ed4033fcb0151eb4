import type { Problem } from '../../shared/codes/problems.ts'

/** One update of a service's webhook-config, or an attempt at one. */
export interface Application {
  /** Milliseconds since the epoch. */
  at: number
  by: AppliedBy
  /** What was sent; of the secret only its fingerprint. */
  sent: { url?: string; enabled?: boolean; webhookTypes?: string[]; secretFingerprint?: string }
  /** Whether the service was asked; false without a token for it. */
  asked: boolean
  /** The service's answer; null when no answer came. */
  status: number | null
  /** Why it did not succeed, as a sentence; null when it did. */
  problem: string | null
  /** The same for code. */
  why: Problem | null
}

/** `tunnel`: the receiver got another address. `quit`: the app ended. `repair`: the user had the drift fixed. */
export type AppliedBy = 'person' | 'tunnel' | 'quit' | 'repair'
