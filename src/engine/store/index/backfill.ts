import type { DatabaseSync } from 'node:sqlite'
import type { DeliverySummary } from '../../../shared/model.ts'
import { isDamaged } from '../schema/sqliteProblem.ts'
import type { EntryWriter } from './entryWriter.ts'
import { changedMeanings } from './meanings.ts'

/** New and changed summaries of one step. */
export interface Indexed {
  added: DeliverySummary[]
  /** Their verdict, their answer or the meaning of their fields changed. */
  changed: DeliverySummary[]
  /** Their place among the deliveries of their notification changed, because others were removed. */
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

/** Maximum deliveries in one step, some 10 ms: a batch that arrives waits for it. */
const stepSize = 100
const maxStepBytes = 512 * 1024

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

  /** The next older ids. Near a damaged page of deliveries.db all ids are tried, each on its own. */
  function olderIds(): number[] {
    try {
      return idsBelow.all(from, stepSize).map(({ id }) => Number(id))
    } catch (error) {
      if (!isDamaged(error)) throw error
      return Array.from({ length: Math.min(stepSize, from - 1) }, (_, at) => from - 1 - at)
    }
  }

  /**
   * Reindexes the first of these ids, which go downwards, and calls `settle` with the last of them, or null without any.
   * Returns that, and the summaries that changed.
   */
  function reindex(ids: readonly number[], settle: (last: number | null) => void) {
    const looked = entries.look(ids, maxStepBytes)
    const last = looked.at(-1)?.id ?? null
    const changed = new Set<number>()
    return inTransaction(() => {
      // FTS5 writes a segment of its own for each row whose rowid is lower than that of the row before.
      for (const one of looked.toReversed()) entries.reindex(one, changed, false)
      settle(last)
      return { changed: entries.summaries(changed), last }
    })
  }

  /** The next older deliveries after a rebuild. They are no news, but newer ones may repeat them. */
  function indexOlder(): Indexed {
    const { changed, last } = reindex(olderIds(), (id) => void setFrom.run(id ?? 0))
    const before = from
    from = last ?? 0
    return { added: [], changed: [], replaced: changed.filter(({ id }) => Number(id) >= before) }
  }

  function readAgain(environmentId: string, below: number): Indexed {
    const ids = idsOfEnvironment.all(environmentId, below, stepSize).map(({ id }) => Number(id))
    const { changed, last } = reindex(ids, (id) => {
      if (id === null) meanings.settle(environmentId)
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
