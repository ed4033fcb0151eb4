import type { DatabaseSync } from 'node:sqlite'
import type { IndexEntry } from './indexEntry.ts'

/** Keeps how much each environment has, by verdict, so that nothing is ever counted. */
export interface SizeTally {
  /** An entry is new, changed or removed; null: it was not there before, or is there no longer. */
  change(before: IndexEntry | null, after: IndexEntry | null): void
  /** To be called before the commit. */
  settle(): void
  /** Forgets what was not settled: the transaction was rolled back. */
  forget(): void
}

/** Makes it for the index connection. */
export function createSizeTally(database: DatabaseSync): SizeTally {
  const add = database.prepare(`
    INSERT INTO environment_sizes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET
      deliveries = deliveries + excluded.deliveries, bytes = bytes + excluded.bytes`)
  const changes = new Map<string, { environmentId: string; verdict: string; deliveries: number; bytes: number }>()

  function note({ environmentId, verdict, size }: IndexEntry, sign: 1 | -1): void {
    const key = `${environmentId} ${verdict}`
    const { deliveries, bytes } = changes.get(key) ?? { deliveries: 0, bytes: 0 }
    changes.set(key, { environmentId, verdict, deliveries: deliveries + sign, bytes: bytes + sign * size })
  }

  return {
    change(before, after) {
      if (before !== null) note(before, -1)
      if (after !== null) note(after, 1)
    },
    settle() {
      for (const { environmentId, verdict, deliveries, bytes } of changes.values())
        add.run(environmentId, verdict, deliveries, bytes)
      changes.clear()
    },
    forget: () => changes.clear(),
  }
}
