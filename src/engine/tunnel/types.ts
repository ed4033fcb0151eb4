/** The interface of tunnels for the rest of the app. `startTunnel` in startTunnel.ts answers it. */
import type { Tunnel } from '../../shared/wireTypes.ts'

/**
 * Two failed checks take at most 4.7 s, so that a dead tunnel is seen within 5 s of the next check; after that a check
 * each second sees it come back.
 */
export const defaultTiming: TunnelTiming = {
  checkIntervalMs: null,
  confirmMs: 300,
  recheckMs: 1000,
  checkDeadlineMs: 2200,
  firstCheckDeadlineMs: 10_000,
  settleMs: null,
  recoveryGraceMs: 5000,
  backOffMinMs: 500,
  backOffMaxMs: 30_000,
  sameNameForMs: 75_000,
  nameEveryMs: 20_000,
  openDeadlineMs: 40_000,
  knockMs: 2000,
  offerAfter: 3,
  wakeTickMs: 2000,
  networkTickMs: 5000,
  drainMs: 5000,
  lingerMs: 100,
}

export type TunnelState = Tunnel['state']

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
  /** How long a degraded tunnel may recover under its own registration. */
  recoveryGraceMs: number
  backOffMinMs: number
  backOffMaxMs: number
  /** How long another address is refused while the old one is taken. */
  sameNameForMs: number
  /** Between two tries for a name that is taken. */
  nameEveryMs: number
  openDeadlineMs: number
  /** Between two knocks at a server that is down. */
  knockMs: number
  /** Number of failed tries to open before another provider is offered. */
  offerAfter: number
  wakeTickMs: number
  networkTickMs: number
  /** For deliveries that are on their way when the tunnel is closed. */
  drainMs: number
  /** For the last answers to get through the tunnel. */
  lingerMs: number
}

/** A time that the tunnel was in one state. */
export interface TunnelHistoryEntry extends Omit<Tunnel['history'][number], 'at'> {
  /** Milliseconds since the epoch. */
  at: number
}
