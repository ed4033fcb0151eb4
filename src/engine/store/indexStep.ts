import type { DatabaseSync } from 'node:sqlite'

/** Adds up what a step changes, to be written at its end. */
export interface Tally {
  /** Drops what was added and not written: the step failed, and is done again from its beginning. */
  forget(): void
}

/** Does a step of the index in one transaction, or nothing of it: what its tallies hold goes with it. */
export function inOneStep<Result>(database: DatabaseSync, tallies: readonly Tally[], step: () => Result): Result {
  database.exec('BEGIN')
  try {
    const result = step()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    for (const tally of tallies) tally.forget()
    throw error
  }
}
