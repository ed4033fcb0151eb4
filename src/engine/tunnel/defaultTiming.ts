import type { TunnelTiming } from './types.ts'

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
  patienceMs: 5000,
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
