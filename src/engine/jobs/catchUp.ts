import { createQueue } from '../../shared/basics/queues.ts'
import type { ForwardState } from '../../shared/wireTypes.ts'
import type { NewJob } from '../store/records/jobs.ts'
import type { ForwardTools } from './forward.ts'

/** Goes once more through the deliveries (from, to] of a rule: those without a job get one, failed ones are due again. */
export interface CatchUp {
  /** Marks its jobs; no two catch-ups of a rule share it. */
  id: number
  /** Milliseconds since the epoch, as all moments here. */
  since: number
  startedAt: number
  endedAt: number | null
  cancelled: boolean
  from: number
  to: number
  /** Deliveries up to this one have their jobs. */
  at: number
  /** Once it has ended. */
  sent: number
  failed: number
}

/** The jobs of some deliveries, up to one of them. `more`: there are others up to where was asked. */
export interface JobPage {
  jobs: NewJob[]
  upTo: number
  more: boolean
}

/** The rule of a catch-up. */
interface CatchUpRule {
  tools: Pick<ForwardTools, 'store' | 'clock' | 'log'>
  ruleId: string
  get(): CatchUp | null
  note(catchUp: CatchUp): Promise<void>
  /** The jobs of some of the deliveries after one of them. */
  page(after: number, upTo: number, catchUp: number): Promise<JobPage>
  onAdded(): void
}

/** While the index is rebuilt, and after a problem of the store, ms. */
const retryDelayMs = 500

/** The catch-ups of one rule, one at a time. */
export class CatchUps {
  private readonly rule: CatchUpRule
  private readonly inTurn = createQueue()
  private stopping = false
  private filling = false

  constructor(rule: CatchUpRule) {
    this.rule = rule
  }

  /** Starts one in place of the last. @param range from before the first delivery that counts, to the last one */
  async start(range: Pick<CatchUp, 'since' | 'from' | 'to'>): Promise<void> {
    await this.inTurn(async () => {
      const last = this.rule.get()
      if (last !== null && last.endedAt === null) await this.drop(last)
      const startedAt = this.rule.tools.clock.now()
      const id = (last?.id ?? 0) + 1
      const counts = { sent: 0, failed: 0 }
      await this.rule.note({ id, ...range, at: range.from, startedAt, endedAt: null, cancelled: false, ...counts })
    })
    await this.fillStep()
    void this.fill()
  }

  /** Takes back what it added. */
  async cancel(): Promise<void> {
    await this.inTurn(async () => {
      const catchUp = this.rule.get()
      if (catchUp === null || catchUp.endedAt !== null) return
      await this.drop(catchUp)
      await this.noteEnd(catchUp, true)
    })
    this.rule.onAdded()
  }

  /** Whether deliveries are left that have to get their jobs. */
  isFilling(): boolean {
    const catchUp = this.rule.get()
    return !this.stopping && catchUp !== null && catchUp.endedAt === null && catchUp.at < catchUp.to
  }

  /** Gives all deliveries their jobs, a page at a time. */
  async fill(): Promise<void> {
    if (this.filling) return
    this.filling = true
    try {
      while (this.isFilling()) {
        if (await this.fillStep()) continue
        await new Promise<void>((resolve) => void this.rule.tools.clock.after(retryDelayMs, resolve))
      }
    } finally {
      this.filling = false
    }
    await this.end()
  }

  /** Ends a catch-up whose last job has ended. */
  async end(): Promise<void> {
    const isReady = (catchUp: CatchUp | null): catchUp is CatchUp =>
      catchUp !== null && catchUp.endedAt === null && catchUp.at >= catchUp.to
    if (!isReady(this.rule.get())) return
    await this.inTurn(async () => {
      const catchUp = this.rule.get()
      if (!isReady(catchUp)) return
      if ((await this.firstOpen(catchUp)) === null) await this.noteEnd(catchUp, false)
    }).catch((error: unknown) => this.warn('The end of a catch-up could not be noted yet', error))
  }

  /** The last one as a screen shows it. */
  async view(): Promise<ForwardState['catchUp']> {
    await this.end()
    const catchUp = this.rule.get()
    if (catchUp === null) return null
    const { since, startedAt, endedAt, cancelled, from, to, at } = catchUp
    const isOver = endedAt !== null
    const firstOpen = isOver ? null : await this.firstOpen(catchUp)
    const { sent, failed } = isOver ? catchUp : await this.counts(catchUp)
    const moment = (time: number): string => new Date(time).toISOString()
    return {
      cancelled,
      sent,
      failed,
      since: moment(since),
      startedAt: moment(startedAt),
      endedAt: isOver ? moment(endedAt) : null,
      total: Math.max(0, to - from),
      done: Math.max(0, Math.min(at, (firstOpen ?? Infinity) - 1) - from),
    }
  }

  /** Adds no more jobs. Resolves when what it is writing is written. */
  async stop(): Promise<void> {
    this.stopping = true
    await this.inTurn(async () => undefined)
  }

  /** Returns whether it came further. */
  private async fillStep(): Promise<boolean> {
    return this.inTurn(async () => {
      const catchUp = this.rule.get()
      if (catchUp === null || !this.isFilling()) return true
      const page = await this.rule.page(catchUp.at, catchUp.to, catchUp.id)
      await this.rule.tools.store.addJobs(page.jobs, null)
      if (page.upTo > catchUp.at) await this.rule.note({ ...catchUp, at: page.upTo })
      this.rule.onAdded()
      return page.upTo > catchUp.at
    }).catch((error: unknown) => {
      this.warn('A catch-up could not go on yet', error)
      return false
    })
  }

  private async noteEnd(catchUp: CatchUp, cancelled: boolean): Promise<void> {
    const at = cancelled ? catchUp.at : catchUp.to
    const endedAt = this.rule.tools.clock.now()
    await this.rule.note({ ...catchUp, ...(await this.counts(catchUp)), at, endedAt, cancelled })
  }

  private async firstOpen({ id }: CatchUp): Promise<number | null> {
    return this.rule.tools.store.firstOfCatchUp(this.rule.ruleId, id)
  }

  private async counts({ id }: CatchUp): Promise<{ sent: number; failed: number }> {
    return this.rule.tools.store.catchUpCounts(this.rule.ruleId, id)
  }

  private async drop({ id }: CatchUp): Promise<void> {
    await this.rule.tools.store.dropForwards(this.rule.ruleId, id)
  }

  private warn(what: string, error: unknown): void {
    this.rule.tools.log('warn', `${what}: ${String(error)}`)
  }
}
