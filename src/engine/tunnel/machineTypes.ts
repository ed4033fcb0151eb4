import type { CheckReason, OpeningReason, TunnelReason } from '../../shared/codes/tunnel.ts'
import type { TunnelErrorCode, TunnelTraits } from './providers/provider.ts'
import type { TunnelState, TunnelTiming } from './types.ts'

/** The manager's state of its tunnel. Never changed in place. */
export interface TunnelMachine {
  state: TunnelState
  /** When it came into this state, ms since the epoch. */
  since: number
  /** Why it is in this state. */
  why: TunnelReason | null
  publicUrl: string | null
  /** A session is held; it may be dead. */
  session: boolean
  /** A try to open is under way. */
  opening: boolean
  /** When the next try to open is due, ms since the epoch. */
  openAt: number | null
  /** In a row. */
  failedChecks: number
  failedOpens: number
  /** Tries since the back-off began again. */
  attempts: number
  /** The tunnel's own server says that it does not know our address. */
  gone: boolean
  /** When the server first, and last, gave another address than the one asked for; null when it did not. */
  takenSince: number | null
  takenAt: number | null
  latencyMs: number | null
  reopen: TunnelTraits['reopen']
  checkIntervalMs: number
  /** How long a new address may take until it works. */
  settleMs: number
}

export type TunnelEvent =
  | { type: 'open'; reopen: TunnelTraits['reopen']; checkIntervalMs: number; settleMs: number }
  | { type: 'close' }
  | { type: 'opened'; publicUrl: string }
  | { type: 'open-failed'; code: TunnelErrorCode; why: OpeningReason }
  | { type: 'lost'; why: OpeningReason }
  | { type: 'doubt' }
  | { type: 'check-due' }
  | { type: 'passed'; latencyMs: number }
  | { type: 'check-failed'; why: CheckReason; gone: boolean }
  | { type: 'open-due' }
  | { type: 'server-back' }
  /** The machine woke up, or its network changed. */
  | { type: 'stirred' }

export type TunnelEffect =
  | { type: 'open'; accept: 'same' | 'any' }
  | { type: 'cancel-open' }
  | { type: 'open-in'; ms: number }
  | { type: 'close-session' }
  | { type: 'refresh' }
  | { type: 'check'; deadlineMs: number }
  | { type: 'check-in'; ms: number }
  /** Forgets due checks and tries. */
  | { type: 'stop-timers' }
  | { type: 'knock'; on: boolean }
  | { type: 'offer' }

/** Input of a step apart from the machine and the event. */
export interface StepFacts {
  now: number
  /** From 0 to 1. */
  random: number
  timing: TunnelTiming
}

export interface Step {
  machine: TunnelMachine
  effects: TunnelEffect[]
}

export function offMachine(now: number): TunnelMachine {
  return {
    state: 'off',
    since: now,
    why: null,
    publicUrl: null,
    session: false,
    opening: false,
    openAt: null,
    failedChecks: 0,
    failedOpens: 0,
    attempts: 0,
    gone: false,
    takenSince: null,
    takenAt: null,
    latencyMs: null,
    reopen: 'after',
    checkIntervalMs: 30_000,
    settleMs: 5000,
  }
}
