import type { DatabaseSync } from 'node:sqlite'
import type { IndexEntry } from './indexEntry.ts'
import type { Tally } from './indexStep.ts'
import { createObjectTally } from './objectTally.ts'
import { valueTally } from './valueBits.ts'

/** Keeps what is counted and found by entries in step with them. To be used inside the transaction that changes those. */
export interface EntryTallies extends Tally {
  /** Counts in a delivery that is newer than every other of its environment. */
  add(entry: IndexEntry): void
  /** An entry is another one now, or none any longer. */
  change(before: IndexEntry, after: IndexEntry | null): void
  /** To be called before the transaction ends. */
  settle(): void
}

/** Makes it for the index thread's connection. */
export function createEntryTallies(database: DatabaseSync): EntryTallies {
  const objects = createObjectTally(database)
  const values = valueTally(database)
  return {
    add(entry) {
      objects.add(entry)
      values.change(null, entry)
    },
    change(before, after) {
      objects.change(before, after)
      values.change(before, after)
    },
    settle() {
      objects.settle()
      values.write()
    },
    forget() {
      objects.forget()
      values.forget()
    },
  }
}
