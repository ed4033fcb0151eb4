import type { DatabaseSync } from 'node:sqlite'
import type { Tally } from './indexStep.ts'

/** What an environment has in the index: deliveries, and the bytes of their bodies. */
export interface EnvironmentSize {
  deliveries: number
  bytes: number
}

/** Keeps the sizes of environments, so that nobody ever has to add up bodies. Within the transaction that changes them. */
export interface SizeTally extends Tally {
  add(environmentId: string, deliveries: number, bytes: number): void
  /** Writes what was added since. */
  write(): void
}

/** Makes it for the index thread's connection. */
export function sizeTally(database: DatabaseSync): SizeTally {
  const change = database.prepare(`
    INSERT INTO environment_sizes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
      deliveries = deliveries + excluded.deliveries, bytes = bytes + excluded.bytes`)
  const waiting = new Map<string, EnvironmentSize>()
  return {
    add(environmentId, deliveries, bytes) {
      const sum = waiting.get(environmentId) ?? { deliveries: 0, bytes: 0 }
      waiting.set(environmentId, { deliveries: sum.deliveries + deliveries, bytes: sum.bytes + bytes })
    },
    write() {
      for (const [id, { deliveries, bytes }] of waiting) change.run(id, deliveries, bytes)
      waiting.clear()
    },
    forget: () => waiting.clear(),
  }
}
