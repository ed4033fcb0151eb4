/** How many deliveries arrived in each of the last slices of time, oldest first. Pure. */
export function arrivalsPerSlice(
  newestFirst: readonly { receivedAt: string }[],
  now: number,
  slices: number,
  sliceMs: number,
): number[] {
  const counts = Array.from({ length: slices }, () => 0)
  // Slices begin at whole multiples, so that a bar keeps its deliveries while time moves on.
  const end = Math.floor(now / sliceMs)
  for (const { receivedAt } of newestFirst) {
    const age = end - Math.floor(Date.parse(receivedAt) / sliceMs)
    if (age >= slices) break
    const slice = slices - 1 - Math.max(0, age)
    counts[slice] = (counts[slice] ?? 0) + 1
  }
  return counts
}
