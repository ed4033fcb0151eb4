/** What the identity provider gave. */
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
  /** What happened, as a sentence for a person; ends with the provider's own words where it gave any. */
  cause: string
  /** The cause, and what to do next. */
  message: string
  status: number | null
  /** Asking again is of no use before something is changed: a wrong password, a missing client id. */
  lasting: boolean
  /** When the provider wants to be asked again at the earliest, ms since the epoch; null when it did not say. */
  notBefore: number | null
}
