/** The one that agrees with `expected` in most places; the first one when there is nothing to compare with. */
export function closestDigest(digests: readonly string[], expected: string | null): string | undefined {
  if (expected === null) return digests[0]
  return digests.toSorted((a, b) => countDifferences(a, expected) - countDifferences(b, expected))[0]
}

/** Places at which two texts differ, counting what one has beyond the end of the other. */
export function countDifferences(one: string, other: string): number {
  let count = Math.abs(one.length - other.length)
  for (let at = 0; at < Math.min(one.length, other.length); at++) if (one[at] !== other[at]) count += 1
  return count
}
