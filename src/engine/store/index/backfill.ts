import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../../shared/model.ts'
import type { EntryWriter } from './entryWriter.ts'
import { changedMeanings } from './meanings.ts'

/** New and changed summaries of one step. */
export interface Indexed {
  added: DeliverySummary[]
  /** Their verdict, their answer, or what their sender means is another one now. */
  changed: DeliverySummary[]
  /** Their place among the deliveries of their notification is another one, because others were removed. */
  replaced: DeliverySummary[]
}

/** Indexes what is older than the newest: everything after a rebuild, an environment after its sender was set. */
export interface Backfill {
  /** About how many older deliveries are not indexed. */
  pending(): number
  /** Documents of environments changed: what their senders mean may be something else. */
  noteEnvironments(): void
  /** Indexes some, newest first. Returns null when none are left. */
  step(): Indexed | null
}

/** Maximum deliveries in one step: a batch that arrives waits for it, some ten milliseconds. */
const stepSize = 200

/** Makes it for the index connection. */
export function createBackfill(
  database: DatabaseSync,
  entries: EntryWriter,
  inTransaction: ReturnType<typeof transactions>,
): Backfill {
  const idsBelow = database.prepare('SELECT id FROM deliveries WHERE id < ? ORDER BY id DESC LIMIT ?')
  const idsOfEnvironment = database.prepare(
    'SELECT id FROM entries WHERE environment_id = ? AND id < ? ORDER BY id DESC LIMIT ?',
  )
  const setFrom = database.prepare('UPDATE progress SET indexed_from = ?')
  const meanings = changedMeanings(database)
  let from = Number(database.prepare('SELECT indexed_from FROM progress').get()?.['indexed_from'])
  /** Environments whose deliveries are read again, and below which id. */
  const rereads = new Map<string, number>()

  function reindex(rows: readonly Record<string, unknown>[]): { changed: DeliverySummary[]; last: number | null } {
    const ids = rows.map(({ id }) => Number(id))
    const changed = new Set<number>()
    for (const id of ascending(ids)) entries.reindex(id, changed)
    return { changed: entries.summaries(changed), last: ids.at(-1) ?? null }
  }

  /** The next older deliveries after a rebuild. They are no news, but newer ones may repeat them. */
  function indexOlder(): Indexed {
    const { changed, last } = inTransaction(() => {
      const reindexed = reindex(idsBelow.all(from, stepSize))
      setFrom.run(reindexed.last ?? 0)
      return reindexed
    })
    const before = from
    from = last ?? 0
    return { added: [], changed: [], replaced: changed.filter(({ id }) => Number(id) >= before) }
  }

  function readAgain(environmentId: string, below: number): Indexed {
    const { changed, last } = inTransaction(() => {
      const reindexed = reindex(idsOfEnvironment.all(environmentId, below, stepSize))
      if (reindexed.last === null) meanings.settle(environmentId)
      return reindexed
    })
    if (last === null) rereads.delete(environmentId)
    else rereads.set(environmentId, last)
    return { added: [], changed, replaced: [] }
  }

  return {
    pending: () => Math.max(0, from - 1),
    noteEnvironments() {
      for (const id of meanings.changed()) rereads.set(id, Number.MAX_SAFE_INTEGER)
    },
    step() {
      if (from > 1) return indexOlder()
      const [next] = rereads
      return next === undefined ? null : readAgain(...next)
    },
  }
}

/** Makes a function that runs work in one transaction with what its entries add up, or undoes all of it. */
export function transactions(
  database: DatabaseSync,
  entries: Pick<EntryWriter, 'settle' | 'forget'>,
): <Result>(work: () => Result) => Result {
  return (work) => {
    database.exec('BEGIN')
    try {
      const result = work()
      entries.settle()
      database.exec('COMMIT')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      entries.forget()
      throw error
    }
  }
}

/** FTS5 writes a segment of its own for each row whose rowid is lower than that of the row before. */
export function ascending(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b)
}
