import type { CheckReport, CheckResult } from '../../shared/wireTypes.ts'
import { unansweredSentences } from '../../shared/words/checks.ts'
import { battery } from './battery.ts'
import type { EffectCount, EffectCounter } from './effects.ts'
import { resultOf, unsentResult } from './describeResult.ts'
import { type Effects, fitOf, judge } from './judge.ts'
import type { Plan, Probe, Sending, Sent } from './subject/probe.ts'
import { sending } from './probes/parts.ts'
import { type Subject, subjectOf, type SubjectParts } from './subject/subject.ts'
import { likelyMistakes } from './whyRefused.ts'
import { type Answer, exchange, openLine } from './wire/exchange.ts'
import type { Target } from './wire/resolveTarget.ts'

export interface CheckOptions extends Omit<SubjectParts, 'url'> {
  check: string
  target: Target
  /** Names of probes; absent: all. */
  only?: readonly string[] | undefined
  skip?: readonly string[] | undefined
  effects?: EffectCounter | undefined
  signal: AbortSignal
  /** So long may a handler take to start again after it died, ms. */
  restartMs?: number
  /** After each probe. */
  onProgress?(report: CheckReport): void
}

/** All of a run takes at most this long, ms, and sends at most so many requests. */
const longestRunMs = 120_000
const mostRequests = 600
/** A single answer is waited for at most so long, whatever the sender allows, ms. */
const longestWaitMs = 10_000
/** So long a handler usually has to start again, ms. */
const usualRestartMs = 5000

/** Sends the battery to a handler and judges its answers. Resolves with the whole report; never throws for what the handler does. */
export async function runCheck(options: CheckOptions): Promise<CheckReport> {
  const subject = subjectOf({ ...options, url: options.target.url.href })
  const run = new Run(options, subject)
  return run.go()
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
    seed,
    done: 0,
    of: battery.length,
    sent: 0,
    results: [],
  }
}

/** One run: what was sent so far, and what is left. */
class Run {
  private readonly report: CheckReport
  private readonly started = performance.now()
  private readonly all: Sent[] = []

  private readonly options: CheckOptions
  private readonly subject: Subject

  constructor(options: CheckOptions, subject: Subject) {
    this.options = options
    this.subject = subject
    this.report = reportAtStart(options)
  }

  async go(): Promise<CheckReport> {
    const { only, skip, effects } = this.options
    const chosen = battery.filter(({ name }) => only?.includes(name) !== false && skip?.includes(name) !== true)
    const counts = effects?.by === 'follow-ups' && chosen.some(({ effects: most }) => most !== undefined)
    // Without the baseline nothing else means anything, so it cannot be left out; nor what counts are measured by.
    const wanted = battery.filter(
      (probe) => probe.name === 'valid' || chosen.includes(probe) || (counts && probe.followUps === true),
    )
    this.report.of = wanted.length
    if (effects?.by === 'follow-ups') await this.beginCount(false)
    for (const probe of wanted) {
      if (this.options.signal.aborted) return this.end('cancelled', 'The check was cancelled.')
      const result = await this.resultOf(probe)
      if (this.options.signal.aborted) return this.end('cancelled', 'The check was cancelled.')
      const refused = probe.name === 'valid' && result.outcome !== 'pass' ? await this.whyRefused(result) : null
      this.add(result)
      if (refused !== null) return this.end('refused', refused)
      if (
        probe.risky === true &&
        result.exchanges.length > 0 &&
        !(await this.isAlive()) &&
        !(await this.recovers(result))
      )
        return this.end('died', `The handler stopped answering at the probe "${probe.name}" and did not come back.`)
    }
    return this.end('done', null)
  }

  private add(result: CheckResult) {
    this.report.results.push(result)
    this.report.done += 1
    this.publish()
  }

  private publish() {
    this.report.took = Math.round(performance.now() - this.started)
    this.report.sent = this.all.length
    this.options.onProgress?.(structuredClone(this.report))
  }

  private end(state: CheckReport['state'], stopped: string | null): CheckReport {
    this.report.state = state
    this.report.stopped = stopped
    this.publish()
    return this.report
  }

  private async resultOf(probe: Probe): Promise<CheckResult> {
    const { subject } = this
    const whyNot = probe.whyNot?.(subject) ?? null
    if (whyNot !== null) return unsentResult(probe, 'not-applicable', whyNot)
    const needed = this.report.results.find((result) => result.probe === probe.needs)
    if (needed?.outcome === 'fail')
      return unsentResult(probe, 'inconclusive', `"${needed.probe}" failed, and this probe sends such a delivery too.`)
    if (probe.followUps === true && this.options.effects?.by !== 'follow-ups')
      return unsentResult(probe, 'not-applicable', 'No sandbox counts the requests for objects in this run.')
    const count = probe.effects === undefined ? null : await this.beginCount(probe.followUps === true)
    const plan = probe.plan(subject)
    if (plan.sendings.length === 0)
      return unsentResult(probe, 'not-applicable', `Such a delivery cannot be made for ${subject.scheme.label}.`)
    if (performance.now() - this.started > longestRunMs || this.all.length + plan.sendings.length > mostRequests)
      return unsentResult(probe, 'inconclusive', 'The check had no time left for it: the handler answers slowly.')
    const sent = await this.send(plan)
    this.all.push(...sent)
    const { effects: most, needsEffects = false } = probe
    if (most === undefined) return resultOf(probe, subject, judge(probe, subject, sent, this.all, null), sent)
    const counted: Effects['counted'] = (await count?.read(most > 0)) ?? 'not-counted'
    // Deliveries that are not counted are not about the object that counts are measured by: it is asked about again.
    if (probe.followUps === true && (await this.beginCount(false))?.about == null) this.subject.setObject(null)
    const effects = { most, needed: needsEffects, counted, by: this.options.effects?.by ?? null }
    return resultOf(probe, subject, judge(probe, subject, sent, this.all, effects), sent)
  }

  /** What is sent from now on is about an object of its own where effects are the requests for it. */
  private async beginCount(isSingle: boolean): Promise<EffectCount | null> {
    const count = (await this.options.effects?.begin(isSingle)) ?? null
    if (count !== null && count.about !== null) this.subject.setObject(count.about)
    return count
  }

  private async send({ sendings, order }: Plan): Promise<Sent[]> {
    if (order === 'at-once') return this.sendAtOnce(sendings)
    if (order === 'one-connection') return this.sendOnOneLine(sendings)
    const sent: Sent[] = []
    for (const each of sendings) {
      if (this.options.signal.aborted) break
      sent.push({ sending: each, answer: await this.exchange(each) })
    }
    return sent
  }

  /** All connections are open before the first byte is sent, so that the requests meet in the handler. */
  private async sendAtOnce(sendings: readonly Sending[]): Promise<Sent[]> {
    const { target, signal } = this.options
    const lines = sendings.map(() => openLine(target, signal, false))
    const limit = new Promise<void>((resolve) => {
      setTimeout(resolve, this.patience()).unref()
    })
    await Promise.race([Promise.all(lines.map(async ({ opened }) => opened)), limit])
    return Promise.all(
      lines.map(async (line, at) => {
        const each = sendings[at]
        if (each === undefined) throw new Error('a connection without its request')
        const answer = await line.send(each.request, each.wire, this.patience())
        line.close()
        return { sending: each, answer }
      }),
    )
  }

  /** A handler may close a connection between two requests; a sender then opens another one. */
  private async sendOnOneLine(sendings: readonly Sending[]): Promise<Sent[]> {
    const { target, signal } = this.options
    const sent: Sent[] = []
    let line = openLine(target, signal, true)
    const onNewLine = () => {
      line.close()
      line = openLine(target, signal, true)
    }
    for (const [at, each] of sendings.entries()) {
      if (signal.aborted) break
      if (at > 0 && sent[at - 1]?.answer.closes === true) onNewLine()
      let answer = await line.send(each.request, each.wire, this.patience())
      if (answer.status === null && !signal.aborted) {
        onNewLine()
        answer = await line.send(each.request, each.wire, this.patience())
      }
      sent.push({ sending: each, answer })
    }
    line.close()
    return sent
  }

  private async exchange({ request, wire }: Sending): Promise<Answer> {
    const { target, signal } = this.options
    return exchange(target, request, wire, this.patience(), signal)
  }

  private patience(): number {
    return Math.min(longestWaitMs, this.subject.limit.ms)
  }

  /** Whether a valid delivery is still taken. */
  private async isAlive(): Promise<boolean> {
    const [control] = sending(this.subject, 'accepted', 'control')
    if (control === undefined) return true
    const sent = { sending: control, answer: await this.exchange(control) }
    this.all.push(sent)
    return fitOf(sent) === 'fits'
  }

  /** The handler died at a probe: says so, and waits for what starts it again. */
  private async recovers(result: CheckResult): Promise<boolean> {
    result.outcome = 'fail'
    result.severity = 'critical'
    result.sentence = `The handler died at this probe: the valid delivery after it was not taken. ${result.sentence}`
    const until = performance.now() + (this.options.restartMs ?? usualRestartMs)
    while (performance.now() < until && !this.options.signal.aborted) {
      await new Promise((resolve) => {
        setTimeout(resolve, 250)
      })
      if (await this.isAlive()) return true
    }
    return false
  }

  /** Why the baseline failed, with what the handler takes in its place where one of the classic mistakes fits. */
  private async whyRefused(result: CheckResult): Promise<string> {
    const [first] = result.exchanges
    if (first?.status == null) {
      // The exchanges of a result are only those that did not fit.
      const anyAnswered = this.all.some(({ answer }) => answer.status !== null)
      const { sentence, change, stopped } = unansweredSentences(first?.problem ?? 'CLOSED', anyAnswered)
      Object.assign(result, { sentence, change })
      return stopped
    }
    const said = `The handler answered ${first.status} to a valid delivery, so nothing else was tried.`
    if (first.status < 400) return said
    for (const each of likelyMistakes(this.subject)) {
      if (this.options.signal.aborted) break
      const sent = { sending: each, answer: await this.exchange(each) }
      this.all.push(sent)
      if (fitOf(sent) === 'fits') return `${said} It takes this in its place: ${each.what}.`
    }
    return `${said} It took none of the classic mistakes either: check the secret, the header's name and the path.`
  }
}
