/** The interface of every provider of tunnels; each has a file of its own here. */
import type { MissingReason, OpeningReason, OptionTakes, OptionReason } from '../../../shared/codes/tunnel.ts'
import type { Tunnel } from '../../../shared/wireTypes.ts'
import { tunnelSentence } from '../../../shared/words/tunnel.ts'

/** One option of a provider, as data: page and command line need no special cases. */
export interface TunnelOption {
  /** As in `--tunnel-option key=value`. */
  key: string
  label: string
  hint: string
  /** Kept encrypted, never shown, never part of a command line or a log. */
  secret: boolean
  required: boolean
  /** It names a program to run: only who started this process may choose that, never the API, the page or the database. */
  commandLineOnly?: true
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
   * How a lost tunnel is opened again: `beside` the old session, which stays until the new one is open, because its
   * address may come back to life; `after` the old one was closed; `never`, because another program runs it.
   */
  reopen: 'beside' | 'after' | 'never'
  /** Facts to know before choosing it, as sentences. */
  texts: Tunnel['traits']
}

/**
 * A failure that was to be expected. `code` decides what to do: `unreachable` and `refused` are tried again, `name-taken`
 * is tried again slowly, the others wait for the user.
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
  readonly why: OpeningReason
  /** Key of the option that it is about, or null. */
  readonly option: string | null
  constructor(code: TunnelErrorCode, why: OpeningReason, option: string | null = null) {
    super(tunnelSentence(why))
    this.code = code
    this.why = why
    this.option = option
  }
}

/** The provider or its options cannot be used. */
export function wrongOption(why: OptionReason): TunnelProblem {
  return new TunnelProblem('wrong-options', why, 'option' in why.fields ? why.fields.option : null)
}

/** An error in an option. */
export interface OptionProblem {
  /** Its key. */
  option: string
  takes: OptionTakes
}

export type TunnelAvailability =
  | { ok: true; version?: string }
  | { ok: false; code: TunnelErrorCode; why: MissingReason }

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
  /** The session ended without being closed and will not come back. Called at most once, never after `close`. */
  onLost(problem: TunnelProblem): void
  /** Something happened that makes it worth while to check at once. */
  onDoubt(reason: string): void
}

/** An open tunnel. Only a check shows whether it works. */
export interface TunnelSession {
  /** Without a slash at its end. */
  readonly publicUrl: string
  /** Opens its connections again under the same registration. */
  refresh?(): void
  /** Ends it. Never rejects. */
  close(): Promise<void>
}

export interface TunnelProvider {
  readonly id: string
  readonly label: string
  readonly traits: TunnelTraits
  readonly options: readonly TunnelOption[]
  /** Requirements on this machine: a program by its name (see findProgram), or a package that loads; null: nothing. */
  readonly runs: { program: string } | { package: string } | null
  /** The error in the values, or null. Called with known keys only. */
  problemOf?(values: Readonly<Record<string, string>>): OptionProblem | null
  available(values: Readonly<Record<string, string>>): Promise<TunnelAvailability>
  /** Rejects with TunnelProblem; with the signal's reason when cancelled. */
  open(target: TunnelTarget, options: TunnelOpenOptions): Promise<TunnelSession>
  /** Whether the tunnel's server takes connections: cheap, asked often while the tunnel is down. */
  knock?(values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<boolean>
}
