import type { DeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import type { ForwardState } from '../../shared/wireTypes.ts'
import { maxPauseMs } from '../forwarding/planTry.ts'
import type { MatchedDelivery, NewJob } from '../store/records/jobs.ts'
import { type CatchUp, CatchUps, type JobPage } from './catchUp.ts'
import { type AppReply, askApp, type ForwardingRule, type ForwardTools, type ReadyRule, runForward } from './forward.ts'
import { type JobRun, Runner } from './runner.ts'

/** The progress of a rule, apart from its jobs. */
export interface RuleProgress {
  /** Deliveries after this one get a job. */
  from: number
  /** None after this one does; null: all do. An app that answers the sender gets new ones at once instead. */
  until: number | null
  /** The filter was changed when this delivery was the newest: jobs up to it are checked again before they are sent. */
  checkUpTo: number
  paused: boolean
  catchUp: CatchUp | null
}

export function newProgress(newest: number, answersSender: boolean): RuleProgress {
  return { from: newest, until: answersSender ? newest : null, checkUpTo: 0, paused: false, catchUp: null }
}

export interface RuleTools extends ForwardTools {
  /** Whether anything may be sent yet. */
  hasBegun(): boolean
  putProgress(ruleId: string, progress: RuleProgress): Promise<void>
}

/** Number of tries that a screen shows. */
const maxRecent = 10
/** Maximum deliveries in flight. */
const limits = { concurrency: 8, starts: Infinity, windowMs: 0, forNew: { concurrency: 0, starts: 0 } }
/** Deliveries that are matched at once. */
const pageSize = 500

/** One forwarding rule at work. */
export class RuleRun implements ForwardingRule {
  readonly tools: RuleTools
  /** Exchanges whose answer goes back to the sender. */
  readonly asking = new Set<Promise<void>>()
  ready: ReadyRule
  progress: RuleProgress
  private recent: ForwardState['recent'] = []
  private readonly runner: Runner<JobRun>
  private readonly aborts = new AbortController()
  /** Goes once more through earlier deliveries. */
  readonly catchUps: CatchUps
  private createdUpTo: number
  /** Resolves when a job was added or has ended. */
  private moved = Promise.withResolvers<void>()

  constructor(tools: RuleTools, ready: ReadyRule, progress: RuleProgress) {
    this.tools = tools
    this.ready = ready
    this.progress = progress
    this.createdUpTo = progress.from
    const { store, clock } = tools
    this.catchUps = new CatchUps({
      tools,
      ruleId: ready.rule.id,
      get: () => this.progress.catchUp,
      note: async (catchUp) => this.note({ ...this.progress, catchUp }),
      page: async (after, upTo, catchUp) => this.jobsOf(after, upTo, catchUp),
      onAdded: () => this.runner.look(),
    })
    this.runner = new Runner<JobRun>({
      store,
      clock,
      limits,
      kind: 'forward',
      owner: ready.rule.id,
      maxWaitMs: maxPauseMs,
      isOn: () => this.ready.rule.enabled && !this.progress.paused && !this.signal.aborted,
      run: async (job) => {
        const ended = await runForward(this, job)
        tools.onProgress(this.ready.environmentId)
        void this.catchUps.end()
        this.wake()
        return ended
      },
      onProblem: (error) => this.warn('A delivery could not be forwarded yet', error),
    })
  }

  /** Breaks off what is in flight. */
  get signal(): AbortSignal {
    return this.aborts.signal
  }

  noteTry(sent: ForwardState['recent'][number]): void {
    this.recent = [sent, ...this.recent].slice(0, maxRecent)
  }

  begin(): void {
    this.runner.begin()
    void this.catchUps.fill()
  }

  /** Every delivery up to this one has its job. */
  created(upTo: number): void {
    this.createdUpTo = Math.max(this.createdUpTo, upTo)
    this.runner.look()
    this.wake()
  }

  /**
   * Sends what came up to a delivery, and nothing that comes after it. Resolves when each of them was sent or has failed,
   * or the rule is aborted.
   */
  async finish(last: number): Promise<void> {
    await this.note({ ...this.progress, until: last })
    for (;;) {
      const { promise } = this.moved
      if (this.signal.aborted || (await this.hasSent(last))) break
      await promise
    }
    await this.stop()
  }

  private async hasSent(last: number): Promise<boolean> {
    if (this.createdUpTo < last || this.catchUps.isFilling()) return false
    const { store, clock } = this.tools
    return (await store.forwardCounts(this.ready.rule.id, clock.now())).waiting === 0
  }

  private wake(): void {
    this.moved.resolve()
    this.moved = Promise.withResolvers()
  }

  /** The jobs of the deliveries after one of them, up to another. */
  async jobsFor(after: number, upTo: number): Promise<NewJob[]> {
    const { from, until } = this.progress
    const jobs: NewJob[] = []
    const end = Math.min(upTo, until ?? Infinity)
    for (let at = Math.max(after, from); this.ready.rule.enabled && at < end;) {
      const page = await this.jobsOf(at, end, null)
      jobs.push(...page.jobs)
      if (!page.more) break
      at = page.upTo
    }
    return jobs
  }

  /** Whether a delivery matches the filter as it is now, where that was changed since its job was added. */
  async stillMatches(id: number): Promise<boolean> {
    if (id > this.progress.checkUpTo) return true
    const page = await this.tools.store.matching({ ...this.query(), after: id - 1, upTo: id, limit: 1 })
    return page.items.length > 0 || page.upTo < id
  }

  /** The rule was changed. @param newest the last delivery then */
  async change(ready: ReadyRule, newest: number): Promise<void> {
    const { rule: before } = this.ready
    const { store } = this.tools
    this.ready = ready
    const { id, answerSender, enabled, order, when } = ready.rule
    const until = answerSender ? newest : null
    let changes: Partial<RuleProgress> = {}
    if (enabled && !before.enabled) {
      changes = { from: newest, until }
      await store.dropForwards(id, 'pending')
    } else if (answerSender !== before.answerSender) {
      // Pending deliveries are still sent. New ones are answered at once from now on, or get a job.
      changes = { until, ...(answerSender ? {} : { from: newest }) }
    }
    if (when.filter !== before.when.filter) changes.checkUpTo = newest
    if (order === 'parallel' && before.order !== order) await store.releaseLane(id)
    await this.note({ ...this.progress, ...changes })
    this.runner.look()
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.note({ ...this.progress, paused })
    this.runner.look()
  }

  async state(): Promise<ForwardState> {
    const { store, clock } = this.tools
    const { waiting, waitingMore, failed, held, heldLanes } = await store.forwardCounts(this.ready.rule.id, clock.now())
    const catchUp = await this.catchUps.view()
    return {
      paused: this.progress.paused,
      waiting,
      waitingMore,
      failed,
      heldLanes,
      last: this.recent[0] ?? null,
      recent: this.recent,
      underWay: this.runner.inFlight() + this.asking.size,
      held: held.map(({ dueAt, ...rest }) => ({ ...rest, dueAt: new Date(dueAt).toISOString() })),
      catchUp,
    }
  }

  /** Whether the app's answer goes back to the sender of a request that fits this filter. */
  answersSender(fits: (filter: DeliveryFilter) => boolean): boolean {
    const { rule, filter } = this.ready
    return rule.answerSender && rule.enabled && !this.progress.paused && this.tools.hasBegun() && fits(filter)
  }

  /** See askApp. */
  async ask(deliveryId: string, hurry: AbortSignal): Promise<AppReply> {
    return askApp(this, deliveryId, hurry)
  }

  /** Starts nothing more; what is in flight may finish until `abort`. Resolves when that is kept. */
  async stop(): Promise<void> {
    const filled = this.catchUps.stop()
    await Promise.all([this.runner.stop(), ...this.asking])
    await filled
  }

  abort(): void {
    this.aborts.abort()
    this.wake()
  }

  private query() {
    const { environmentId, filter } = this.ready
    return { environmentId, filter }
  }

  /** The jobs of some of the deliveries after one of them. @param catchUp that they belong to */
  private async jobsOf(after: number, upTo: number, catchUp: number | null): Promise<JobPage> {
    const query = { ...this.query(), after, upTo, limit: pageSize }
    const { items, ...page } = await this.tools.store.matching(query)
    return { ...page, jobs: items.map((item) => this.newJob(item, catchUp)) }
  }

  private newJob({ id, resourceType, resourceId }: MatchedDelivery, catchUp: number | null): NewJob {
    const { rule } = this.ready
    // SQLite compares the types without their case, too. All that name no object are one lane.
    const object = resourceType === null || resourceId === null ? '' : `${resourceType.toLowerCase()}\n${resourceId}`
    const lane = rule.order === 'parallel' ? null : object
    const due = { state: 'waiting', priority: 0, dueAt: this.tools.clock.now() } as const
    return { kind: 'forward', owner: rule.id, deliveryId: String(id), claim: null, lane, catchUp, result: null, ...due }
  }

  private async note(progress: RuleProgress): Promise<void> {
    this.progress = progress
    this.wake()
    await this.tools.putProgress(this.ready.rule.id, progress)
    this.tools.onProgress(this.ready.environmentId)
  }

  private warn(what: string, error: unknown): void {
    this.tools.log('warn', `${what}: ${String(error)}`)
  }
}
