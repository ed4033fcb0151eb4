/** Counts by key. */
export interface Counts<Key extends string> {
  add(key: Key): void
  /** The most frequent first. */
  list(): { key: Key; count: number }[]
}

/** Further keys are not counted. */
const maxKeys = 500

export function createCounts<Key extends string>(): Counts<Key> {
  const counts = new Map<Key, number>()
  return {
    add: (key) => {
      if (counts.has(key) || counts.size < maxKeys) counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    list: () => [...counts].map(([key, count]) => ({ key, count })).toSorted((a, b) => b.count - a.count),
  }
}
