import { gradeOf } from '../../shared/checkGrades.ts'
import type { CheckReport, CheckResult } from '../../shared/wireTypes.ts'
import { runBaseline } from './baseline.ts'
import { allProbes } from './battery.ts'
import { resultOf, withoutSecret } from './describeResult.ts'
import type { EffectCounter } from './effects.ts'
import { causesOf, type Judged, withSteadiness } from './foldFindings.ts'
import { type Judgement, unsent } from './judge.ts'
import { Prober } from './prober.ts'
import { senderTo } from './sendPlan.ts'
import type { Probe } from './subject/probe.ts'
import { type Subject, subjectOf, type SubjectParts } from './subject/subject.ts'
import type { Target } from './wire/resolveTarget.ts'

export interface CheckOptions extends Omit<SubjectParts, 'url'> {
  check: string
  target: Target
  /** Names of probes; absent: all. */
  only?: readonly string[] | undefined
  skip?: readonly string[] | undefined
  effects?: EffectCounter | undefined
  signal: AbortSignal
  /** How long a handler may take to start again after it ended, ms. */
  restartMs?: number
  /** After each probe. */
  onProgress?(report: CheckReport): void
}

/** Limits of a whole run: its time, ms, and its requests. */
const maxRunMs = 300_000
const maxRequests = 600
/** Timeout of a single answer, whatever the sender allows, ms. */
const maxAnswerMs = 10_000
/** Grace for a handler to start again, ms. */
const usualRestartMs = 5000

/** Sends all probes to a handler and judges its answers. Resolves with the report; never throws for what the handler does. */
export async function runCheck(options: CheckOptions): Promise<CheckReport> {
  const subject = subjectOf({ ...options, url: options.target.url.href })
  return new Run(options, subject).go()
}

/** The report before the first probe. */
export function reportAtStart({ check, target, scheme, seed, now }: CheckOptions): CheckReport {
  return {
    check,
    url: target.url.href,
    scheme: scheme.id,
    startedAt: new Date(now()).toISOString(),
    took: 0,
    state: 'running',
    stopped: null,
    quotes: [],
    seed,
    done: 0,
    of: allProbes.length,
    sent: 0,
    grade: null,
    results: [],
  }
}

/** One run: sends probe after probe, and updates the findings after each. */
class Run {
  private readonly report: CheckReport
  private readonly started = performance.now()
  private readonly judged: Judged[] = []
  private readonly described = new Map<string, { judgement: Judgement; result: CheckResult }>()
  private readonly prober: Prober
  private readonly options: CheckOptions
  private readonly subject: Subject

  constructor(options: CheckOptions, subject: Subject) {
    const { target, signal, effects, restartMs = usualRestartMs } = options
    const sender = senderTo(target, signal, Math.min(maxAnswerMs, subject.limit.ms))
    this.options = options
    this.subject = subject
    this.prober = new Prober({ subject, sender, effects, restartMs, signal })
    this.report = reportAtStart(options)
  }

  async go(): Promise<CheckReport> {
    const { only, skip, effects } = this.options
    const chosen = allProbes.filter(({ name }) => only?.includes(name) !== false && skip?.includes(name) !== true)
    const counts = effects?.by === 'follow-ups' && chosen.some(({ effects: max }) => max !== undefined)
    // The baseline, and the probe that counts are measured by, are always sent: other results depend on them.
    const wanted = allProbes.filter(
      (probe) => probe.name === 'valid' || chosen.includes(probe) || (counts && probe.followUps === true),
    )
    this.report.of = wanted.length
    if (effects?.by === 'follow-ups') await this.prober.begin(false)
    for (const probe of wanted) {
      if (this.options.signal.aborted) return this.end('cancelled', 'The check was cancelled.')
      const { state, stopped } = await this.ask(probe)
      if (this.options.signal.aborted) return this.end('cancelled', 'The check was cancelled.')
      if (state !== 'running') return this.end(state, stopped)
      this.publish()
    }
    return this.end('done', null)
  }

  /** Adds the judgement of one probe. */
  private async ask(probe: Probe): Promise<Pick<CheckReport, 'state' | 'stopped'>> {
    const goOn = { state: 'running', stopped: null } as const
    if (probe.name === 'valid') {
      const { judged, refusal } = await runBaseline(probe, this.subject, this.prober, this.options.effects)
      this.judged.push(judged)
      if (refusal === null) return goOn
      this.report.quotes = refusal.quotes.map((quote) => withoutSecret(this.subject, quote))
      return { state: 'refused', stopped: refusal.stopped }
    }
    const skipped = this.skippedProbe(probe)
    if (skipped !== null) {
      this.judged.push({ probe, judgement: skipped, sent: [] })
      return goOn
    }
    const { plan, count } = await this.prober.begun(probe)
    const cannot =
      plan.sendings.length === 0
        ? unsent(probe, 'not-applicable', `Such a delivery cannot be made for ${this.subject.scheme.label}.`)
        : performance.now() - this.started > maxRunMs || this.prober.all.length + plan.sendings.length > maxRequests
          ? unsent(
              probe,
              'inconclusive',
              'No time was left for it: the handler answers slowly, or many probes were repeated.',
            )
          : null
    if (cannot !== null) {
      this.judged.push({ probe, judgement: cannot, sent: [] })
      return goOn
    }
    const { judged, isGone } = await this.prober.judged(probe, plan, count)
    this.judged.push(judged)
    if (!isGone) return goOn
    return {
      state: 'died',
      stopped:
        this.prober.lastStatus === null
          ? `The handler stopped answering at the probe "${probe.name}" and did not recover.`
          : `After the probe "${probe.name}" the handler answers ${this.prober.lastStatus} to valid deliveries.`,
    }
  }

  private skippedProbe(probe: Probe): Judgement | null {
    const skipReason = probe.skipReason?.(this.subject) ?? null
    if (skipReason !== null) return unsent(probe, 'not-applicable', skipReason)
    const needed = this.judged.find((each) => each.probe.name === probe.needs)
    if (needed?.judgement.outcome === 'fail')
      return unsent(probe, 'inconclusive', `"${needed.probe.name}" failed, and this probe sends such a delivery too.`)
    if (probe.followUps === true && this.options.effects?.by !== 'follow-ups')
      return unsent(probe, 'not-applicable', 'No sandbox counts the requests for objects in this run.')
    return null
  }

  /** Decides the findings, and which of them explain others. */
  private decide() {
    const judged = withSteadiness(this.judged, this.prober.missed)
    const causes = causesOf(judged)
    this.report.results = judged.map((each) => {
      const { name } = each.probe
      const follows = causes.get(name)
      const before = this.described.get(name)
      if (before?.judgement === each.judgement && before.result.follows === (follows ?? null)) return before.result
      const result = resultOf(each, this.subject, follows)
      this.described.set(name, { judgement: each.judgement, result })
      return result
    })
    this.report.done = judged.length
  }

  private publish() {
    this.decide()
    this.report.took = Math.round(performance.now() - this.started)
    this.report.sent = this.prober.all.length
    this.options.onProgress?.(structuredClone(this.report))
  }

  private end(state: CheckReport['state'], stopped: string | null): CheckReport {
    this.decide()
    this.report.state = state
    this.report.stopped = stopped === null ? null : withoutSecret(this.subject, stopped)
    // A handler that refuses valid deliveries, or that got only some of the probes, has no grade.
    this.report.grade = state === 'done' || state === 'died' ? gradeOf(this.report.results) : null
    this.publish()
    return this.report
  }
}
