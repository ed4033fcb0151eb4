/** Answers whether something may happen once more: at most `most` times within any `withinMs` ms. */
export function fewTimes(most: number, withinMs: number, now: () => number): () => boolean {
  let times: number[] = []
  return () => {
    const at = now()
    times = times.filter((time) => at - time < withinMs)
    if (times.length >= most) return false
    times.push(at)
    return true
  }
}
