import type { OutboundRequest, OutboundResult } from '../outbound/outboundRequest.ts'
import type { Probe } from '../receiver/probe.ts'
import type { TunnelProvider, TunnelTarget } from './providers/provider.ts'
import type { TunnelHistoryEntry, TunnelTiming } from './types.ts'

export interface TunnelRunOptions {
  target: TunnelTarget
  /** The one that the receiver answers. */
  probe: Probe
  /** Sends the checks: `startOutbound().send`. */
  send: (request: OutboundRequest) => Promise<OutboundResult>
  /** In the order in which they are offered; the one with the id "none" is no tunnel. */
  providers: readonly TunnelProvider[]
  /** A long random name (`randomTunnelName`), made once and kept: it keeps the address. */
  name: string
  history: readonly TunnelHistoryEntry[]
  /** Called with the history whenever it changed, so that it can be kept. */
  keep?: ((history: readonly TunnelHistoryEntry[]) => void) | undefined
  /** Resolves when the receiver has answered what came, at the latest after that time, ms. */
  whenQuiet?: ((graceMs: number) => Promise<void>) | undefined
  log?: ((line: string) => void) | undefined
  timing?: Partial<TunnelTiming> | undefined
  /** Milliseconds since the epoch. */
  now?: (() => number) | undefined
  /** From 0 to 1. */
  random?: (() => number) | undefined
}
