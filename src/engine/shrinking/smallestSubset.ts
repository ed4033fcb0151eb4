/**
 * Finds a subset for which `holds` resolves with true and of which no single element can be left out (delta debugging by
 * Zeller, by leaving out smaller and smaller chunks, the first ones first). `holds` is taken to be true for all of them.
 */
export async function smallestSubset<T>(
  all: readonly T[],
  holds: (kept: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  if (all.length === 0 || (await holds([]))) return []
  let kept = all
  for (let size = Math.ceil(all.length / 2); ;) {
    const before = kept.length
    for (let at = 0; at < kept.length;) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)]
      if (rest.length > 0 && (await holds(rest))) kept = rest
      else at += size
    }
    if (size === 1 && kept.length === before) return kept
    size = Math.max(1, Math.min(Math.ceil(size / 2), kept.length - 1))
    if (kept.length === 1) return kept
  }
}
