/** An answer that takes this many times longer is repeated before it is called slower. */
const minFactor = 5
/** And at least this much longer, ms: below that, it is the machine. */
const minMoreMs = 250

/** Whether the new build looks slower and should be measured again. Pure. @param old ms @param recent ms */
export function looksSlower(old: number | null, recent: number | null): boolean {
  return old !== null && recent !== null && recent >= old * minFactor && recent - old >= minMoreMs
}

/** Whether every one of several measurements shows it: the fastest of the new build against the slowest of the old one. Pure. */
export function isSlower(old: readonly number[], recent: readonly number[]): boolean {
  return old.length > 0 && recent.length > 0 && looksSlower(Math.max(...old), Math.min(...recent))
}
