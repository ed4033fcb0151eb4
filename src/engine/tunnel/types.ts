/** What tunnels promise to the rest of the app. `startTunnel` in startTunnel.ts answers it. */

export const tunnelStates = ['off', 'starting', 'checking', 'online', 'degraded', 'reconnecting', 'failed'] as const
export type TunnelState = (typeof tunnelStates)[number]

/** One thing that a provider can be told, as data: page and command line need no special cases. */
export interface TunnelOption {
  /** As in `--tunnel-option key=value`. */
  key: string
  label: string
  hint: string
  /** Kept sealed, shown to nobody, never part of a command line or a log. */
  secret: boolean
  required: boolean
}

/** What a person should know before choosing a provider, as sentences. */
export interface TunnelTraitTexts {
  needs: string
  url: string
  headers: string
  lastLeg: string
  /** On the way from the tunnel's server to this machine everybody can read along: worth a warning. */
  lastLegInClear: boolean
}

export interface TunnelTraits {
  /** Bytes of the head arrive as they were sent. False: headers are "as normalised by the tunnel". */
  rawHeaders: boolean
  stableUrl: 'always' | 'best-effort' | 'paid' | 'never'
  /** Requests that get through at once, or null when the tunnel sets no bound. */
  maxConcurrency: number | null
  needs: 'nothing' | 'program' | 'token' | 'account'
  /** Time between two checks while all is well, ms. */
  minCheckIntervalMs: number
  /** How long a new address may take until the world knows it, ms; then it is opened again. */
  settleMs: number
  /**
   * How a lost tunnel is opened again: `beside` the old session, which is kept until the new one stands, because its
   * address may come back to life; `after` the old one was closed; `never`, because somebody else runs it.
   */
  reopen: 'beside' | 'after' | 'never'
  texts: TunnelTraitTexts
}

/**
 * A failure that was to be expected. `code` tells what to do: `unreachable` and `refused` are tried again, `name-taken`
 * is tried again slowly, the others wait for a person.
 */
export type TunnelErrorCode =
  | 'unreachable'
  | 'refused'
  | 'name-taken'
  | 'missing-program'
  | 'missing-package'
  | 'wrong-options'
  | 'rejected'

/** Why a tunnel could not be opened, as a sentence: what happened, why, what to do next. */
export class TunnelProblem extends Error {
  override name = 'TunnelProblem'
  readonly code: TunnelErrorCode
  constructor(code: TunnelErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export type TunnelAvailability =
  | { ok: true; version?: string }
  | { ok: false; code: TunnelErrorCode; /** What is missing and how to get it. */ fix: string }

export interface TunnelTarget {
  host: '127.0.0.1'
  port: number
}

export interface TunnelOpenOptions {
  /** Checked by `readTunnelOptions`; empty texts are left out. */
  values: Readonly<Record<string, string>>
  /** A long random name that the caller keeps between starts. */
  name: string
  /** `same`: another address than the one asked for is a `name-taken` problem. `any`: better another than none. */
  accept: 'same' | 'any'
  signal: AbortSignal
  /** One line of what the provider says, for the log at debug level. */
  log(line: string): void
  /** The session ended by itself and will not come back. Called at most once, never after `close`. */
  onLost(problem: TunnelProblem): void
  /** Something happened that makes it worth while to check at once. */
  onDoubt(reason: string): void
}

/** An open tunnel. Only a check tells whether it works. */
export interface TunnelSession {
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** Opens its connections anew under the same registration. */
  refresh?(): void
  /** Ends it. Never rejects. */
  close(): Promise<void>
}

export interface TunnelProvider {
  readonly id: string
  readonly label: string
  readonly traits: TunnelTraits
  readonly options: readonly TunnelOption[]
  /** Wrong values as a sentence, or null. Called with known keys only. */
  problemOf?(values: Readonly<Record<string, string>>): string | null
  available(values: Readonly<Record<string, string>>): Promise<TunnelAvailability>
  /** Rejects with TunnelProblem; with the signal's reason when cancelled. */
  open(target: TunnelTarget, options: TunnelOpenOptions): Promise<TunnelSession>
  /** Whether the tunnel's server takes connections: cheap, asked often while the tunnel is down. */
  knock?(values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<boolean>
}

/** Milliseconds, and how often. Defaults: `defaultTiming`. */
export interface TunnelTiming {
  /** Between checks while online; null: what the provider says. */
  checkIntervalMs: number | null
  /** After a first failed check, before the second that decides. */
  confirmMs: number
  /** Between checks while not online. */
  recheckMs: number
  /** For one check while the tunnel is known; three times the last round trip when that is more. */
  checkDeadlineMs: number
  /** For a check of a new tunnel, which may have to be announced to the world first. */
  firstCheckDeadlineMs: number
  /** How long a new address may take until it works; null: what the provider says. */
  settleMs: number | null
  /** How long a degraded tunnel may mend itself under its own registration. */
  patienceMs: number
  backOffMinMs: number
  backOffMaxMs: number
  /** How long another address is refused while the old one is taken. */
  sameNameForMs: number
  /** Between two tries for a name that is taken. */
  nameEveryMs: number
  openDeadlineMs: number
  /** Between two knocks at a server that is down. */
  knockMs: number
  /** After so many failed tries to open, another provider is offered. */
  offerAfter: number
  wakeTickMs: number
  networkTickMs: number
  /** For deliveries that are on their way when the tunnel is closed. */
  drainMs: number
  /** For the last answers to get through the tunnel. */
  lingerMs: number
}

/** A time that the tunnel was in one state. Times are milliseconds since the epoch. */
export interface TunnelHistoryEntry {
  at: number
  state: TunnelState
  provider: string
  publicUrl: string | null
  /** A sentence, or null when the state says it all. */
  reason: string | null
  /** Null while it lasts. */
  forMs: number | null
}

/** The tunnel as the page shows it. Times are ISO 8601 with milliseconds, UTC; durations milliseconds. */
export interface TunnelView {
  state: TunnelState
  provider: { id: string; label: string }
  /** Where the outside reaches the receiver, without a path; null while there is none. */
  publicUrl: string | null
  /** The address before this one, when the tunnel had to take another. */
  previousUrl: string | null
  since: string
  /** Why it is in this state, or null. */
  problem: string | null
  /** Round trip of the last passed check through the tunnel and back. */
  latencyMs: number | null
  lastCheck: { at: string; ok: boolean; problem: string | null } | null
  nextTryAt: string | null
  traits: TunnelTraitTexts
  headersNormalised: boolean
  /** Another provider that could be tried instead, after repeated failures. */
  offer: { id: string; label: string; reason: string } | null
  /** Newest last. */
  history: {
    at: string
    state: TunnelState
    provider: string
    publicUrl: string | null
    reason: string | null
    forMs: number | null
  }[]
}

/** A provider as the page lists it. */
export interface TunnelProviderView {
  id: string
  label: string
  traits: TunnelTraitTexts
  stableUrl: TunnelTraits['stableUrl']
  headersNormalised: boolean
  options: TunnelOption[]
  available: boolean
  version: string | null
  /** How to get what is missing; null when it is available. */
  fix: string | null
}
