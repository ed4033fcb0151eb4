import type { EffectCount, EffectCounter } from './effects.ts'
import type { Judged } from './foldFindings.ts'
import {
  type Attempt,
  confirmed,
  deathOf,
  hiccupOf,
  fitOf,
  isCountNeeded,
  isWrong,
  judgeAttempt,
  type Judgement,
} from './judge.ts'
import { compareAll, sending } from './probes/parts.ts'
import type { Sender } from './sendPlan.ts'
import type { Plan, Probe, Sending, Sent } from './subject/probe.ts'
import type { Subject } from './subject/subject.ts'

interface ProberOptions {
  subject: Subject
  sender: Sender
  effects: EffectCounter | undefined
  /** How long a handler may take to start again after it ended, ms. */
  restartMs: number
  signal: AbortSignal
}

/** Whether a valid delivery after a probe was accepted at once, after a while, or no more. */
type Health = 'well' | 'restarted' | 'gone'

const retryDelayMs = 250

/** Sends probes to one handler and judges them; repeats those that failed. */
export class Prober {
  /** All exchanges of the run. */
  readonly all: Sent[] = []
  /** Valid deliveries that were accepted only when they were sent again. */
  readonly missed: Sent[] = []
  /** Status of the last valid delivery sent to check whether the handler still works; null without an answer. */
  lastStatus: number | null = null
  private readonly options: ProberOptions

  constructor(options: ProberOptions) {
    this.options = options
  }

  /** Sends one request outside of a probe. */
  async one(each: Sending): Promise<Sent> {
    return this.noted([await this.options.sender.one(each)])[0] as Sent
  }

  /** Starts a count. If effects are requests for an object, later deliveries name a new one. */
  async begin(isSingle: boolean): Promise<EffectCount | null> {
    const count = (await this.options.effects?.begin(isSingle)) ?? null
    if (count !== null && count.about !== null) this.options.subject.setObject(count.about)
    return count
  }

  /** @param plan its first requests. `isGone`: the handler no longer answers, and the run ends */
  async judged(probe: Probe, plan: Plan, count: EffectCount | null): Promise<{ judged: Judged; isGone: boolean }> {
    const first = await this.attempt(probe, plan, count)
    const before = this.judge(probe, first)
    const result = (judgement: Judgement, isGone = false) => ({
      judged: { probe, judgement, sent: first.sent },
      isGone,
    })
    if (this.options.signal.aborted || (!isWrong(before) && probe.risky !== true)) return result(before)
    const health = await this.health()
    if (health === 'gone') return result(deathOf(before, this.lastStatus), true)
    if (health === 'well' && !isWrong(before)) return result(before)
    const again = await this.begun(probe)
    const second = await this.attempt(probe, again.plan, again.count)
    const after = this.judge(probe, second)
    const healthAfter = await this.health()
    if (healthAfter === 'gone') return result(deathOf(after, this.lastStatus), true)
    if (health === 'restarted' && healthAfter === 'restarted') return result(deathOf(before, null))
    if (health === 'restarted' || healthAfter === 'restarted') return result(hiccupOf(probe, before))
    return result(await this.withControl(probe, confirmed(probe, before, after)))
  }

  /** Plans the requests of a probe, with their own object if they are counted. */
  async begun(probe: Probe): Promise<{ plan: Plan; count: EffectCount | null }> {
    const isCounted = probe.effects !== undefined || isForgery(probe)
    const count = isCounted ? await this.begin(probe.followUps === true) : null
    return { plan: probe.plan(this.options.subject), count }
  }

  private async attempt(probe: Probe, plan: Plan, count: EffectCount | null): Promise<Attempt> {
    const sent = this.noted(await this.options.sender.send(plan))
    const counted = isCountNeeded(probe, sent)
      ? ((await count?.read(probe.effects ?? 0)) ?? 'not-counted')
      : 'not-counted'
    // Later deliveries must not name the object of this count, which is read again.
    if (probe.followUps === true && (await this.begin(false))?.about == null) this.options.subject.setObject(null)
    return { sent, counted }
  }

  private judge(probe: Probe, attempt: Attempt): Judgement {
    const { subject, effects } = this.options
    return judgeAttempt(probe, attempt, { subject, all: this.all, by: effects?.by ?? null })
  }

  /** Replaces the finding of an accepted forgery if the handler accepts any signature. */
  private async withControl(probe: Probe, judgement: Judgement): Promise<Judgement> {
    if (judgement.kind !== 'taken' || !isForgery(probe) || probe.name === 'forged' || probe.name === 'unsigned')
      return judgement
    const [forged] = sending(this.options.subject, 'refused', 'other secret', { otherSecret: true })
    if (forged === undefined || fitOf(await this.one(forged)) !== 'taken') return judgement
    return { ...judgement, fault: 'A delivery is taken whatever its signature is.', change: compareAll }
  }

  private noted(sent: readonly Sent[]): Sent[] {
    this.all.push(...sent)
    if (sent.some(({ answer: { status } }) => status === null || status < 300 || status >= 500))
      this.options.effects?.sent?.()
    return [...sent]
  }

  /** Sends valid deliveries until one is accepted or the restart grace is over. */
  private async health(): Promise<Health> {
    const { subject, signal, restartMs } = this.options
    const valid = async () => {
      const [each] = sending(subject, 'accepted', 'valid delivery')
      if (each === undefined) return null
      const sent = await this.one(each)
      this.lastStatus = sent.answer.status
      return sent
    }
    let sent = await valid()
    if (sent === null || fitOf(sent) === 'fits') return 'well'
    // A handler that answers has not ended.
    for (let turn = 0; turn < 2 && sent !== null && sent.answer.status !== null; turn += 1) {
      const refused = sent
      sent = await valid()
      if (sent === null || fitOf(sent) !== 'fits') continue
      this.missed.push(refused)
      return 'well'
    }
    const until = performance.now() + restartMs
    while (performance.now() < until && !signal.aborted) {
      await new Promise((resolve) => {
        setTimeout(resolve, retryDelayMs)
      })
      sent = await valid()
      if (sent === null || fitOf(sent) === 'fits') return 'restarted'
    }
    return 'gone'
  }
}

function isForgery({ group }: Probe): boolean {
  return group === 'forged' || group === 'time'
}
