import type { TokenReason } from '../../shared/codes/callFailures.ts'

/** The identity provider's answer. */
export interface Token {
  ok: true
  accessToken: string
  scope: string | null
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** Why there is no token. */
export interface TokenFailure {
  ok: false
  /** The provider's `error`, or the network's code. */
  code: string
  why: TokenReason
  status: number | null
  /** Asking again is useless before something is changed: a wrong password, a missing client id. */
  lasting: boolean
  /** When the provider wants to be asked again at the earliest, ms since the epoch; null when it did not say. */
  notBefore: number | null
}
