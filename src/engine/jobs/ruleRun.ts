import type { DeliveryFilter } from '../../shared/deliveryFilter.ts'
import { createQueue } from '../../shared/basics/queues.ts'
import type { ForwardState } from '../../shared/wireTypes.ts'
import { maxPauseMs } from '../forwarding/planTry.ts'
import type { MatchedDelivery, NewJob } from '../store/records/jobs.ts'
import { type CatchUp, catchUpView, newCatchUp } from './catchUp.ts'
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

/** Maximum deliveries in flight. */
const limits = { concurrency: 8, starts: Infinity, windowMs: 0, forNew: { concurrency: 0, starts: 0 } }
/** Deliveries that one step of a catch-up gives a job. */
const pageSize = 500
/** While the index is rebuilt, and after a problem of the store, ms. */
const retryDelayMs = 500

/** One forwarding rule at work. */
export class RuleRun implements ForwardingRule {
  readonly tools: RuleTools
  /** Exchanges whose answer goes back to the sender. */
  readonly asking = new Set<Promise<void>>()
  ready: ReadyRule
  progress: RuleProgress
  last: ForwardState['last'] = null
  private readonly runner: Runner<JobRun>
  private readonly aborts = new AbortController()
  private readonly inTurn = createQueue()
  private stopping = false
  private filling = false

  constructor(tools: RuleTools, ready: ReadyRule, progress: RuleProgress) {
    this.tools = tools
    this.ready = ready
    this.progress = progress
    const { store, clock } = tools
    this.runner = new Runner<JobRun>({
      store,
      clock,
      limits,
      kind: 'forward',
      owner: ready.rule.id,
      maxWaitMs: maxPauseMs,
      isOn: () => this.ready.rule.enabled && !this.progress.paused,
      run: async (job) => {
        const ended = await runForward(this, job)
        tools.onProgress(this.ready.environmentId)
        void this.endCatchUp()
        return ended
      },
      onProblem: (error) => this.warn('A delivery could not be forwarded yet', error),
    })
  }

  /** Breaks off what is in flight. */
  get signal(): AbortSignal {
    return this.aborts.signal
  }

  begin(): void {
    this.runner.begin()
    void this.fillCatchUp()
  }

  look(): void {
    this.runner.look()
  }

  /** The jobs of the deliveries after one of them, up to another. */
  async jobsFor(after: number, upTo: number): Promise<NewJob[]> {
    const { from, until } = this.progress
    const jobs: NewJob[] = []
    const end = Math.min(upTo, until ?? Infinity)
    for (let at = Math.max(after, from); this.ready.rule.enabled && at < end;) {
      const page = await this.tools.store.matching({ ...this.query(), after: at, upTo: end, limit: pageSize })
      jobs.push(...page.items.map((item) => this.newJob(item, null)))
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
    let { progress } = this
    if (enabled && !before.enabled) {
      progress = { ...progress, from: newest, until }
      await store.dropForwards(id, 'pending')
    } else if (answerSender !== before.answerSender) {
      // Pending deliveries are still sent. New ones are answered at once from now on, or get a job.
      progress = { ...progress, until, from: answerSender ? progress.from : newest }
    }
    if (when.filter !== before.when.filter) progress = { ...progress, checkUpTo: newest }
    if (order === 'parallel' && before.order !== order) await store.unlaneForwards(id)
    await this.note(progress)
    this.look()
  }

  async setPaused(paused: boolean): Promise<void> {
    await this.note({ ...this.progress, paused })
    this.look()
  }

  /** @param range from before the first delivery that counts, to the last one */
  async catchUp(range: { since: number; from: number; to: number }): Promise<void> {
    await this.inTurn(async () => {
      const { catchUp } = this.progress
      if (catchUp !== null && catchUp.endedAt === null) await this.drop(catchUp)
      await this.note({ ...this.progress, catchUp: newCatchUp(catchUp, range, this.tools.clock.now()) })
    })
    await this.fillStep()
    void this.fillCatchUp()
  }

  async cancelCatchUp(): Promise<void> {
    await this.inTurn(async () => {
      const { catchUp } = this.progress
      if (catchUp === null || catchUp.endedAt !== null) return
      await this.drop(catchUp)
      await this.noteEnd(catchUp, true)
    })
    this.look()
  }

  async state(): Promise<ForwardState> {
    await this.endCatchUp()
    const { store, clock } = this.tools
    const { waiting, waitingMore, failed, held, heldLanes } = await store.forwardCounts(this.ready.rule.id, clock.now())
    const { paused, catchUp } = this.progress
    return {
      paused,
      waiting,
      waitingMore,
      failed,
      heldLanes,
      last: this.last,
      underWay: this.runner.inFlight() + this.asking.size,
      held: held.map(({ dueAt, ...rest }) => ({ ...rest, dueAt: new Date(dueAt).toISOString() })),
      catchUp: catchUp === null ? null : catchUpView(catchUp, await this.catchUpProgress(catchUp)),
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
    this.stopping = true
    await Promise.all([this.runner.stop(), ...this.asking])
    await this.inTurn(async () => undefined)
  }

  abort(): void {
    this.aborts.abort()
  }

  private query() {
    const { environmentId, filter } = this.ready
    return { environmentId, filter }
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
    await this.tools.putProgress(this.ready.rule.id, progress)
    this.tools.onProgress(this.ready.environmentId)
  }

  private isCatchingUp(): boolean {
    const { catchUp } = this.progress
    return !this.stopping && catchUp !== null && catchUp.endedAt === null && catchUp.at < catchUp.to
  }

  /** Gives all deliveries of a catch-up their jobs, a page at a time. */
  private async fillCatchUp(): Promise<void> {
    if (this.filling) return
    this.filling = true
    try {
      while (this.isCatchingUp()) {
        if (await this.fillStep()) continue
        await new Promise<void>((resolve) => void this.tools.clock.after(retryDelayMs, resolve))
      }
    } finally {
      this.filling = false
    }
    await this.endCatchUp()
  }

  /** Returns whether it came further. */
  private async fillStep(): Promise<boolean> {
    return this.inTurn(async () => {
      const { catchUp } = this.progress
      if (catchUp === null || !this.isCatchingUp()) return true
      const { store } = this.tools
      const page = await store.matching({ ...this.query(), after: catchUp.at, upTo: catchUp.to, limit: pageSize })
      await store.addJobs(
        page.items.map((item) => this.newJob(item, catchUp.id)),
        null,
      )
      if (page.upTo > catchUp.at) await this.note({ ...this.progress, catchUp: { ...catchUp, at: page.upTo } })
      this.look()
      return page.upTo > catchUp.at
    }).catch((error: unknown) => {
      this.warn('A catch-up could not go on yet', error)
      return false
    })
  }

  /** Ends a catch-up whose last job has ended. */
  private async endCatchUp(): Promise<void> {
    const known = this.progress.catchUp
    if (known === null || known.endedAt !== null || known.at < known.to) return
    await this.inTurn(async () => {
      const { catchUp } = this.progress
      if (catchUp === null || catchUp.endedAt !== null || catchUp.at < catchUp.to) return
      const firstOpen = await this.tools.store.firstOfCatchUp(this.ready.rule.id, catchUp.id)
      if (firstOpen === null) await this.noteEnd(catchUp, false)
    }).catch((error: unknown) => this.warn('The end of a catch-up could not be noted yet', error))
  }

  private async catchUpProgress({ id, endedAt, sent, failed }: CatchUp) {
    const { store } = this.tools
    if (endedAt !== null) return { firstOpen: null, sent, failed }
    const firstOpen = await store.firstOfCatchUp(this.ready.rule.id, id)
    return { firstOpen, ...(await store.catchUpCounts(this.ready.rule.id, id)) }
  }

  private async noteEnd(catchUp: CatchUp, cancelled: boolean): Promise<void> {
    const { store, clock } = this.tools
    const { sent, failed } = await store.catchUpCounts(this.ready.rule.id, catchUp.id)
    const { id, since, startedAt, from, to } = catchUp
    const at = cancelled ? catchUp.at : to
    const done = { id, since, startedAt, from, to, at, endedAt: clock.now(), cancelled, sent, failed }
    await this.note({ ...this.progress, catchUp: done })
  }

  private async drop(catchUp: CatchUp): Promise<void> {
    await this.tools.store.dropForwards(this.ready.rule.id, catchUp.id)
  }

  private warn(what: string, error: unknown): void {
    this.tools.log('warn', `${what}: ${String(error)}`)
  }
}
