import { createQueue } from '../../shared/basics/queues.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import type { NewJob, Store } from '../store/types.ts'
import type { FollowUps } from './followUps.ts'
import type { ForwardRules } from './forwardRules.ts'

export interface JobCreation {
  /** Creates the jobs that the last process did not come to. */
  begin(): void
  /** Creates the jobs of deliveries that were indexed, or checked again. @param isNew they have just arrived */
  take(batch: readonly DeliverySummary[], isNew: boolean): void
  stop(): Promise<void>
}

/** Deliveries without jobs are noted as done after this time, ms, where nothing else is written. */
const noteDelayMs = 1000
/** While the index is rebuilt, and after a problem of the store, ms. */
const retryDelayMs = 500
const pageSize = 500

/**
 * Gives each delivery its jobs exactly once. They are added when it is indexed, together with up to where that is done; a
 * process that was killed in between looks again at what lies above, and a key lets no job be added twice.
 */
export function startJobCreation({
  store,
  followUps,
  forwardRules,
  onProblem,
}: {
  store: Pick<Store, 'addJobs' | 'jobsCreatedUpTo' | 'list' | 'unindexed' | 'health'>
  followUps: Pick<FollowUps, 'jobsFor' | 'added'>
  forwardRules: Pick<ForwardRules, 'jobsFor' | 'look'>
  onProblem(error: unknown): void
}): JobCreation {
  const inTurn = createQueue()
  let stopped = false
  /** Everything up to here has its jobs; null as long as older deliveries have to be looked at. */
  let done: number | null = null
  let newest = 0
  let noteTimer: NodeJS.Timeout | undefined
  let backfillTimer: NodeJS.Timeout | undefined

  /** @param range the deliveries (after, upTo] are new to the rules */
  async function add(
    batch: readonly DeliverySummary[],
    isNew: boolean,
    range: { after: number; upTo: number } | null,
  ): Promise<void> {
    const forwards = range === null ? [] : await forwardRules.jobsFor(range.after, range.upTo)
    const jobs = [...followUps.jobsFor(batch, isNew), ...forwards]
    if (jobs.length === 0) return noteLater()
    const added = await store.addJobs(jobs, done)
    const isFollowUp = ({ kind }: NewJob) => kind === 'follow-up'
    if (added.some(isFollowUp)) followUps.added(batch, added.filter(isFollowUp))
    if (!added.every(isFollowUp)) forwardRules.look()
  }

  function noteLater(): void {
    if (done === null || stopped) return
    noteTimer ??= setTimeout(() => {
      noteTimer = undefined
      if (done !== null) store.addJobs([], done).catch(() => undefined)
    }, noteDelayMs)
  }

  function failed(error: unknown): void {
    onProblem(error)
    done = null
    backfillLater()
  }

  function backfillLater(): void {
    if (stopped) return
    clearTimeout(backfillTimer)
    backfillTimer = setTimeout(() => void inTurn(backfill).catch(failed), retryDelayMs)
  }

  /** Looks at everything above the note. What arrives meanwhile gets its jobs, too, but is not noted before this ends. */
  async function backfill(): Promise<void> {
    if (store.health().state !== 'ok') return backfillLater()
    const isWhole = store.unindexed() === 0
    let after = await store.jobsCreatedUpTo()
    for (let more = true; more && !stopped;) {
      const page = await store.list({ limit: pageSize, after: String(after) })
      const seen = Number(page.seen ?? after)
      await add(page.items, false, { after, upTo: seen })
      after = seen
      more = page.next !== null
    }
    if (stopped) return
    // While the index is rebuilt, there may be deliveries below that no list has yet.
    if (!isWhole) return backfillLater()
    done = Math.max(after, newest)
    noteLater()
  }

  return {
    begin: () => void inTurn(backfill).catch(failed),
    take: (batch, isNew) => {
      if (stopped) return
      void inTurn(async () => {
        if (!isNew) return add(batch, false, null)
        const [first, last] = [batch[0], batch.at(-1)].map((summary) => Number(summary?.id ?? 0)) as [number, number]
        newest = Math.max(newest, last)
        if (done !== null) done = newest
        await add(batch, true, { after: first - 1, upTo: last })
      }).catch(failed)
    },
    stop: async () => {
      stopped = true
      clearTimeout(noteTimer)
      clearTimeout(backfillTimer)
      await inTurn(async () => {
        if (done !== null) await store.addJobs([], done)
      }).catch(() => undefined)
    },
  }
}
