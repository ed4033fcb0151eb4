/**
 * How long to wait before try number `attempt` (from 0), ms: doubles from `min`, with up to half of it taken off by
 * chance, so that many clients of a server that returns do not come at the same moment. Always within [min, max].
 * @param random from 0 to 1
 */
export function backOff(attempt: number, random: number, { min, max }: { min: number; max: number }): number {
  const longest = Math.min(max, min * 2 ** Math.min(attempt, 30))
  return Math.max(min, Math.round(longest * (1 - random / 2)))
}
