/** How the tunnel reads. Pure; `now` is an argument, in milliseconds since the epoch. */
import type { Tunnel } from '../../../../shared/wireTypes.ts'
import { formatDuration } from '../../../text/format.ts'
import { tunnelWords } from './words.ts'

export type TunnelState = Tunnel['state']

/** Whether something is open or being opened, so that it can be closed and checked. */
export function isOpen(state: TunnelState): boolean {
  return state !== 'off' && state !== 'failed'
}

/** When the next try is due: "in 4 s", "now"; null when none is planned. */
export function nextTryWords(nextTryAt: string | null, now: number): string | null {
  if (nextTryAt === null) return null
  const ms = Date.parse(nextTryAt) - now
  return ms < 1000 ? tunnelWords.now : tunnelWords.in(formatDuration(Math.ceil(ms / 1000) * 1000))
}

/** How long a time in the history was, or has been so far: "3 min", "4 s so far". */
export function lengthWords(entry: { at: string; forMs: number | null }, now: number): string {
  if (entry.forMs !== null) return formatDuration(entry.forMs)
  return tunnelWords.soFar(formatDuration(Math.max(0, Math.floor((now - Date.parse(entry.at)) / 1000) * 1000)))
}

/** The provider that "Open" means: the open one, else the one of last time, else localtunnel, which needs nothing. */
export function usualProvider(
  current: string,
  history: readonly { provider: string }[],
  known: readonly { id: string }[],
): string {
  const isKnown = (id: string) => id !== 'none' && known.some((provider) => provider.id === id)
  if (isKnown(current)) return current
  return history.findLast(({ provider }) => isKnown(provider))?.provider ?? 'localtunnel'
}

/** What a receiver URL is in public: the key in its path stays hidden. */
export function withoutKey(url: string): string {
  return url.replace(/(\/in\/)[^/?#]+/, '$1••••••••')
}
