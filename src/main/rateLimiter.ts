/** Answers whether something may happen once more: at most `max` times within any `withinMs` ms. */
export function rateLimiter(max: number, withinMs: number, now: () => number): () => boolean {
  let times: number[] = []
  return () => {
    const at = now()
    times = times.filter((time) => at - time < withinMs)
    if (times.length >= max) return false
    times.push(at)
    return true
  }
}
