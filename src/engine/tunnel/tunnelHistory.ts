import type { TunnelReason } from '../../shared/codes/tunnel.ts'
import { tunnelSentence } from '../../shared/words/tunnel.ts'
import type { TunnelMachine } from './machineTypes.ts'
import type { TunnelHistoryEntry } from './types.ts'

const longest = 100

/** The history with the machine's present state at its end, or the same list when that is there already. */
export function withState(
  history: readonly TunnelHistoryEntry[],
  machine: TunnelMachine,
  provider: string,
  now: number,
): readonly TunnelHistoryEntry[] {
  const last = history.at(-1)
  const { state, publicUrl, why } = machine
  const reason = why === null ? null : tunnelSentence(why)
  if (last?.state === state && last.provider === provider && last.publicUrl === publicUrl) return history
  if (last === undefined && state === 'off') return history
  const ended = last === undefined ? [] : [{ ...last, forMs: Math.max(0, now - last.at) }]
  return [...history.slice(0, -1), ...ended, { at: now, state, provider, publicUrl, reason, why, forMs: null }].slice(
    -longest,
  )
}

/** The history of an earlier run, closed where that run did not come to close it: its length is unknown. */
export function continuedHistory(kept: readonly TunnelHistoryEntry[], now: number): readonly TunnelHistoryEntry[] {
  const last = kept.at(-1)
  if (last === undefined || last.state === 'off') return kept.slice(-longest)
  const why: TunnelReason = { code: 'ended-without-closing', fields: {} }
  const off: TunnelHistoryEntry = {
    at: now,
    state: 'off',
    provider: last.provider,
    publicUrl: null,
    reason: tunnelSentence(why),
    why,
    forMs: null,
  }
  return [...kept, off].slice(-longest)
}

/** The address at which the tunnel of a provider was last online. */
export function lastOnlineUrl(history: readonly TunnelHistoryEntry[], provider: string): string | null {
  return history.findLast((entry) => entry.state === 'online' && entry.provider === provider)?.publicUrl ?? null
}
