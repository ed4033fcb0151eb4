import { createQueue } from '../../shared/basics/queues.ts'
import type { DeliverySummary } from '../../shared/model.ts'
import type { NewJob } from '../store/records/jobs.ts'
import type { Store } from '../store/store.ts'
import type { FollowUps } from './followUps.ts'
import type { ForwardRules } from './forwardRules.ts'

/** Deliveries without jobs are noted as done after this time, ms, where nothing else is written. */
const noteDelayMs = 1000
/** While the index is rebuilt, and after a problem of the store, ms. */
const retryDelayMs = 500
const pageSize = 500

export interface JobCreationOptions {
  store: Pick<Store, 'addJobs' | 'jobsCreatedUpTo' | 'list' | 'unindexed' | 'health'>
  followUps: Pick<FollowUps, 'jobsFor' | 'added'>
  forwardRules: Pick<ForwardRules, 'jobsFor' | 'created'>
  onProblem(error: unknown): void
}

/**
 * Gives each delivery its jobs exactly once. They are added when it is indexed, together with up to where that is done; a
 * process that was killed in between looks again at what lies above, and a key lets no job be added twice.
 */
export class JobCreation {
  private readonly options: JobCreationOptions
  private readonly inTurn = createQueue()
  private stopped = false
  /** Everything up to here has its jobs; null as long as older deliveries have to be looked at. */
  private done: number | null = null
  private newest = 0
  /** The first delivery that was taken as it arrived: those from there on are not looked at again. */
  private takenFrom = Infinity
  private noteTimer: NodeJS.Timeout | undefined
  private backfillTimer: NodeJS.Timeout | undefined

  constructor(options: JobCreationOptions) {
    this.options = options
  }

  /** Creates the jobs that the last process did not come to. */
  begin(): void {
    this.queue(async () => this.backfill())
  }

  /** Creates the jobs of deliveries that were indexed, or checked again. @param isNew they have just arrived */
  take(batch: readonly DeliverySummary[], isNew: boolean): void {
    if (this.stopped) return
    // Decided at once: the user may change the settings before it is written.
    const jobs = this.options.followUps.jobsFor(batch, isNew)
    if (!isNew) {
      this.queue(async () => this.add(batch, jobs, null))
      return
    }
    const [first, upTo] = [Number(batch[0]?.id ?? 1), Number(batch.at(-1)?.id ?? 0)]
    this.takenFrom = Math.min(this.takenFrom, first)
    this.queue(async () => {
      this.newest = Math.max(this.newest, upTo)
      if (this.done !== null) this.done = this.newest
      await this.add(batch, jobs, { after: first - 1, upTo })
    })
  }

  /** Resolves once every delivery that is indexed by now has its jobs. */
  async settled(): Promise<void> {
    await this.inTurn(async () => undefined)
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.noteTimer)
    clearTimeout(this.backfillTimer)
    await this.inTurn(async () => this.note()).catch(() => undefined)
  }

  private queue(work: () => Promise<void>): void {
    this.inTurn(work).catch((error: unknown) => {
      this.options.onProblem(error)
      this.done = null
      this.takenFrom = Infinity
      this.backfillLater()
    })
  }

  /** @param range the deliveries (after, upTo] are new to the rules */
  private async add(
    batch: readonly DeliverySummary[],
    own: readonly NewJob[],
    range: { after: number; upTo: number } | null,
  ): Promise<void> {
    const { store, followUps, forwardRules } = this.options
    const forwards = range === null ? [] : await forwardRules.jobsFor(range.after, range.upTo)
    const jobs = [...own, ...forwards]
    if (jobs.length === 0) this.noteLater()
    else {
      const added = (await store.addJobs(jobs, this.done)).filter(({ kind }) => kind === 'follow-up')
      if (added.length > 0) followUps.added(batch, added)
    }
    if (range !== null) forwardRules.created(range.upTo)
  }

  private noteLater(): void {
    if (this.done === null || this.stopped) return
    this.noteTimer ??= setTimeout(() => {
      this.noteTimer = undefined
      this.note().catch(() => undefined)
    }, noteDelayMs)
  }

  private async note(): Promise<void> {
    if (this.done !== null) await this.options.store.addJobs([], this.done)
  }

  private backfillLater(): void {
    if (this.stopped) return
    clearTimeout(this.backfillTimer)
    this.backfillTimer = setTimeout(() => this.begin(), retryDelayMs)
  }

  /** Looks at everything above the note. New deliveries get their jobs, too, but are not noted before this ends. */
  private async backfill(): Promise<void> {
    const { store } = this.options
    if (store.health().state !== 'ok') return this.backfillLater()
    const isWhole = store.unindexed() === 0
    let after = await store.jobsCreatedUpTo()
    for (let more = true; more && !this.stopped;) {
      const page = await store.list({ limit: pageSize, after: String(after) })
      const seen = Number(page.seen ?? after)
      const items = page.items.filter(({ id }) => Number(id) < this.takenFrom)
      const upTo = Math.min(seen, this.takenFrom - 1)
      await this.add(items, this.options.followUps.jobsFor(items, false), { after, upTo })
      after = seen
      more = page.next !== null && seen < this.takenFrom
    }
    if (this.stopped) return
    // While the index is rebuilt, there may be deliveries below that no list has yet.
    if (!isWhole) return this.backfillLater()
    this.done = Math.max(Math.min(after, this.takenFrom - 1), this.newest)
    this.noteLater()
  }
}
