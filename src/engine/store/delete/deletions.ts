import { randomUUID } from 'node:crypto'
import { createListeners } from '../../../shared/basics/listeners.ts'
import { createQueue } from '../../../shared/basics/queues.ts'
import type { Operation } from '../write/operations.ts'
import type { QueryClient } from '../threads/queryClient.ts'
import type { Deletion, DeletionEvent, DeletionPick } from '../records/deletions.ts'

/** Deletes deliveries: hides them, then removes them permanently when the undo period ends. */
export interface Deletions {
  /**
   * Null when nothing was there to delete. Pinned deliveries are left out, unless one is picked alone. Rejects with
   * StoreUnavailable; nothing is deleted then.
   */
  hide(pick: DeletionPick): Promise<Deletion | null>
  /** Restores the deliveries. Returns how many, or null when the deletion is unknown or final. */
  undo(id: string): Promise<number | null>
  /** Deletions that can be undone now, newest first. */
  waiting(): Deletion[]
  onEvent(listener: (event: DeletionEvent) => void): () => void
  /** Continues the work of the last process. */
  resume(): void
  stop(): void
}

export interface DeletionsOptions {
  operate: (operation: Operation) => Promise<number | null>
  queries: Pick<QueryClient, 'ask'>
  newest: () => number
  /** Throws StoreUnavailable once the store is being closed. */
  assertOpen: () => void
  now: () => number
  /** How long a deletion can be undone, ms. */
  undoMs: number
  log: ((level: 'info' | 'warn', message: string) => void) | undefined
}

/**
 * Document with the end of each deletion's undo period; null while the deletion is being prepared or undone.
 */
const collection = 'deletions'

interface Noted {
  until: number | null
  deliveries: number
  pinnedKept: number
}

const beingPrepared: Noted = { until: null, deliveries: 0, pinnedKept: 0 }

const pageSize = 500
/** Maximum rows that one writer transaction restores. */
const maxShown = 2000

/** Hides deliveries as part of a deletion. */
function hider({ operate, queries, newest, assertOpen }: DeletionsOptions) {
  async function hideIds(deletion: string, ids: readonly string[], keepPinned: boolean) {
    const numbers = ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number)
    const hidden = (await operate({ kind: 'hide-deliveries', deletion, ids: numbers, keepPinned })) ?? 0
    return { hidden, pinned: keepPinned ? await queries.ask('pinnedAmong', numbers) : 0 }
  }

  async function hideAll(deletion: string, pick: DeletionPick) {
    let sum = { hidden: 0, pinned: 0 }
    const add = async (ids: readonly string[], keepPinned: boolean) => {
      const { hidden, pinned } = await hideIds(deletion, ids, keepPinned)
      sum = { hidden: sum.hidden + hidden, pinned: sum.pinned + pinned }
    }
    if ('ids' in pick) {
      const ids = [...new Set(pick.ids)]
      for (let at = 0; at < ids.length; at += pageSize) await add(ids.slice(at, at + pageSize), ids.length > 1)
      return sum
    }
    // Later arrivals are excluded, but earlier ones may still be in flight: wait for them.
    await operate({ kind: 'probe' })
    const { filter, environment } = pick
    for (let before: string | null = String(newest() + 1); before !== null;) {
      assertOpen()
      const page: { items: { id: string }[]; next: string | null } = await queries.ask('list', {
        limit: pageSize,
        before,
        filter,
        environment,
      })
      const ids = page.items.map(({ id }) => id)
      if (ids.length > 0) await add(ids, true)
      before = page.next
    }
    return sum
  }

  return hideAll
}

/** Steps of a deletion. Each is a short transaction between those of new deliveries. */
function deletionSteps(options: DeletionsOptions, say: (event: DeletionEvent) => void) {
  const { operate, queries, assertOpen, log } = options
  async function announce(deletion: string): Promise<void> {
    for (let below: number | null = Number.MAX_SAFE_INTEGER; below !== null;) {
      const ids: number[] = await queries.ask('hidden', deletion, below, pageSize)
      if (ids.length > 0) say({ deletion, state: 'hidden', ids: ids.map(String) })
      below = ids.length < pageSize ? null : (ids.at(-1) ?? null)
    }
  }

  async function show(deletion: string): Promise<number> {
    let shown = 0
    for (let more = true; more;) {
      assertOpen()
      const count = (await operate({ kind: 'show-deliveries', deletion, count: maxShown })) ?? 0
      shown += count
      more = count === maxShown
    }
    await operate({ kind: 'remove-document', collection, id: deletion })
    return shown
  }

  async function removeAll(deletion: string): Promise<void> {
    let removed = 0
    for (let more = true; more;) {
      assertOpen()
      const ids = await queries.ask('removableOf', deletion)
      more = ids.length > 0
      if (more) removed += (await operate({ kind: 'remove-deliveries', ids })) ?? 0
    }
    await operate({ kind: 'remove-document', collection, id: deletion })
    log?.('info', `Removed ${removed} deleted deliveries.`)
    say({ deletion, state: 'removed', ids: [] })
  }

  return { hideAll: hider(options), announce, show, removeAll }
}

/** Creates the deletions. Hidden deliveries stay on disk until the undo period ends. */
export function createDeletions(options: DeletionsOptions): Deletions {
  const { operate, queries, assertOpen, now, undoMs, log } = options
  const listeners = createListeners<[event: DeletionEvent]>()
  const hiding = createQueue()
  /** Separate from hiding, because permanent removal can take long. */
  const removing = createQueue()
  const waiting = new Map<string, { deletion: Deletion; timer: ReturnType<typeof setTimeout> }>()

  const note = async (id: string, document: Noted) =>
    operate({ kind: 'put-document', collection, id, json: JSON.stringify(document) })
  const { hideAll, announce, show, removeAll } = deletionSteps(options, listeners.call)

  const failed = (error: unknown) => log?.('warn', `Deleting is taken up at the next start: ${String(error)}`)

  function schedule(deletion: Deletion): void {
    const { id } = deletion
    // A clock that was set back must not postpone the removal.
    const undoUntil = Math.min(deletion.undoUntil, now() + undoMs)
    const remove = () => {
      waiting.delete(id)
      removing(async () => removeAll(id)).catch(failed)
    }
    const timer = setTimeout(remove, Math.max(0, undoUntil - now())).unref()
    waiting.set(id, { deletion: { ...deletion, undoUntil }, timer })
  }

  async function resume(): Promise<void> {
    assertOpen()
    for (const { id, document } of await queries.ask('documents', collection)) {
      const { until, deliveries, pinnedKept } = document as Noted
      // The caller got no answer, or undid the deletion.
      if (until === null) {
        await show(id)
        listeners.call({ deletion: id, state: 'restored', ids: [] })
      } else schedule({ id, deliveries, pinnedKept, undoUntil: until })
    }
  }

  return {
    hide: (pick) =>
      hiding(async () => {
        assertOpen()
        const id = randomUUID()
        await note(id, beingPrepared)
        try {
          const { hidden, pinned } = await hideAll(id, pick)
          if (hidden === 0) {
            await show(id)
            return pinned === 0 ? null : { id, deliveries: 0, pinnedKept: pinned, undoUntil: now() }
          }
          const undoUntil = now() + undoMs
          const deletion = { id, deliveries: hidden, pinnedKept: pinned, undoUntil }
          await note(id, { until: undoUntil, deliveries: hidden, pinnedKept: pinned })
          schedule(deletion)
          await announce(id)
          return deletion
        } catch (error) {
          // If this fails, too, the next start undoes it.
          if (!waiting.has(id)) await show(id).catch(failed)
          throw error
        }
      }),
    async undo(id) {
      assertOpen()
      const found = waiting.get(id)
      if (found === undefined) return null
      clearTimeout(found.timer)
      waiting.delete(id)
      await note(id, beingPrepared)
      const shown = await show(id)
      listeners.call({ deletion: id, state: 'restored', ids: [] })
      return shown
    },
    waiting: () => [...waiting.values()].map(({ deletion }) => deletion).toReversed(),
    onEvent: listeners.add,
    resume: () => void hiding(resume).catch(failed),
    stop: () => {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
