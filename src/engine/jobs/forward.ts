import { sendableHeaders } from '../../shared/requestText/sendableHeaders.ts'
import type { DeliveryFilter } from '../../shared/filter/deliveryFilter.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { ForwardRule, ForwardState } from '../../shared/wireTypes.ts'
import { forwardOne, maxAnswerBytes } from '../forwarding/forwardOne.ts'
import type { ForwardTarget } from '../forwarding/forwardTarget.ts'
import type { OurAddresses } from '../forwarding/ourAddresses.ts'
import { planTry, unsendableCodes } from '../forwarding/planTry.ts'
import type { ForwardRow, Job } from '../store/records/jobs.ts'
import type { NewAttempt, StoredAttempt } from '../store/records/attempts.ts'
import type { Store } from '../store/store.ts'
import type { StoredDelivery } from '../store/records/deliveries.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import type { JobClock, JobRun } from './runner.ts'

/** A rule as it is run. */
export interface ReadyRule {
  rule: Omit<ForwardRule, 'state' | 'temporary'>
  environmentId: string
  target: ForwardTarget
  filter: DeliveryFilter
  outbound: Outbound
}

export interface ForwardTools {
  store: Store
  ours: OurAddresses
  hopId: string
  clock: JobClock
  /** An attempt was kept. */
  onAttempt(attempt: StoredAttempt): Promise<void>
  /** How far a rule of the environment has come changed. */
  onProgress(environmentId: string): void
  log(level: 'warn', message: string, fields?: Record<string, unknown>): void
}

/** A rule at work, as far as one exchange needs it. */
export interface ForwardingRule {
  readonly tools: ForwardTools
  readonly ready: ReadyRule
  /** Adds an exchange to those that a screen shows. */
  noteTry(sent: ForwardState['recent'][number]): void
  /** Breaks off what is in flight. */
  readonly signal: AbortSignal
  /** Exchanges whose answer goes back to the sender. */
  readonly asking: Set<Promise<void>>
  /** Whether a delivery matches the filter as it is now. */
  stillMatches(id: number): Promise<boolean>
}

/** Between tries to keep an outcome that the disk did not take, ms. */
const keepDelayMs = 500

const ended: JobRun = { holdMs: null }

/**
 * Sends the delivery of a job once and settles the job, in one transaction with the attempt. Its job says on disk that it
 * runs: if the process ends before the outcome is kept, it is sent again, and marked. Rejects when it was not sent.
 */
export async function runForward(run: ForwardingRule, job: Job): Promise<JobRun> {
  const { tools, ready } = run
  const { store, clock } = tools
  const { rule } = ready
  const { deliveryId, attempts: failed, again } = job
  const row = (state: ForwardRow['state'], tries: number, dueAt: number | null = null): ForwardRow => {
    return { ruleId: rule.id, deliveryId, state, tries, dueAt, again: false }
  }
  const readyAt = Math.min(job.dueAt, clock.now())
  const delivery = await store.get(deliveryId)
  if (delivery === null) {
    // Deleted or hidden since it was claimed.
    await store.releaseJobs([job.id], 0)
    return ended
  }
  if (await store.wasForwarded(deliveryId, rule.id)) {
    await store.putForward(row('done', failed))
    return ended
  }
  if (!(await run.stillMatches(Number(deliveryId)))) {
    await store.putForward(row('skipped', failed))
    return ended
  }
  const sent = await send(run, delivery, Math.max(0, clock.now() - readyAt))
  const tries = failed + 1
  const outcome = planTry(sent, { tries, retries: rule.retries, now: clock.now() })
  const dueAt = outcome.kind === 'again' ? outcome.dueAt : null
  const max = rule.retries + 1
  const attempt = {
    ...sent,
    forwarded: { ruleId: rule.id, rule: rule.name, nth: tries, most: max, again, nextAt: dueAt },
  }
  const after = {
    taken: row('done', failed),
    again: row('waiting', tries, dueAt),
    'given-up': row('failed', tries),
    // As if the process had ended: it is sent again, and marked.
    'broken-off': { ...row('running', failed), again },
  }[outcome.kind]
  const id = await untilKept(run, async () => store.addAttempt(attempt, after))
  run.noteTry(tryOf(attempt))
  await tools.onAttempt({ ...attempt, id })
  return ended
}

async function send(
  { tools, ready, signal }: ForwardingRule,
  delivery: StoredDelivery,
  queue: number,
): Promise<NewAttempt> {
  const { clock, ours, hopId } = tools
  const { rule, target, outbound } = ready
  return forwardOne(
    { target, ours, hopId, outbound, deadlineMs: rule.timeoutMs, signal, now: clock.now },
    delivery,
    queue,
  )
}

/** Keeps an answer as soon as the disk takes it, so that the app is not asked twice because the disk is full. */
async function untilKept({ tools, signal }: ForwardingRule, keep: () => Promise<string>): Promise<string> {
  for (;;) {
    try {
      return await keep()
    } catch (error) {
      if (signal.aborted) throw error
      tools.log('warn', `The outcome of a forward could not be kept yet: ${String(error)}`)
      await new Promise<void>((resolve) => void tools.clock.after(keepDelayMs, resolve))
    }
  }
}

/** An exchange as a screen shows it. */
function tryOf({ deliveryId, startedAt, status, timing, error }: NewAttempt): ForwardState['recent'][number] {
  const at = new Date(startedAt).toISOString()
  return { deliveryId, at, status, totalMs: timing.total, problem: error?.message ?? null }
}

/** The answer for the sender: the app's own, or why there is none. */
export interface AppReply {
  status: number
  headers: HeaderLine[]
  body: Uint8Array
}

/**
 * Sends a delivery that was just committed to the app at once, and answers with what the app said. It is tried once: the
 * sender, who hears of the failure, tries again. Rejects when `hurry` is aborted first; the exchange goes on then, and is
 * kept.
 */
export async function askApp(run: ForwardingRule, deliveryId: string, hurry: AbortSignal): Promise<AppReply> {
  const work = exchange(run, deliveryId)
  const tracked = work.then(
    () => undefined,
    (error: unknown) => run.tools.log('warn', `Delivery ${deliveryId} could not be forwarded: ${String(error)}`),
  )
  run.asking.add(tracked)
  void tracked.finally(() => run.asking.delete(tracked))
  const hurried = Promise.withResolvers<never>()
  const onHurry = () => hurried.reject(new Error('The sender is answered before the app.'))
  hurry.addEventListener('abort', onHurry, { once: true })
  if (hurry.aborted) onHurry()
  try {
    return replyOf(await Promise.race([work, hurried.promise]))
  } finally {
    hurry.removeEventListener('abort', onHurry)
  }
}

/** One that breaks off with the process is never sent again on its own, only by a catch-up. */
async function exchange(run: ForwardingRule, deliveryId: string): Promise<NewAttempt> {
  const { tools, ready } = run
  const { store, clock } = tools
  const { rule } = ready
  const delivery = await store.get(deliveryId)
  if (delivery === null) throw new Error('it was deleted')
  const row = (state: ForwardRow['state'], tries: number): ForwardRow => {
    return { ruleId: rule.id, deliveryId, state, tries, dueAt: null, again: false }
  }
  await store.putForward(row('asking', 0))
  const sent = unlessCut(await send(run, delivery, 0))
  const { kind } = planTry(sent, { tries: 1, retries: 0, now: clock.now() })
  const attempt = {
    ...sent,
    forwarded: { ruleId: rule.id, rule: rule.name, nth: 1, most: 1, again: false, nextAt: null },
  }
  const after = kind === 'taken' ? row('done', 0) : kind === 'broken-off' ? row('asking', 0) : row('failed', 1)
  const id = await store.addAttempt(attempt, after)
  run.noteTry(tryOf(attempt))
  await tools.onAttempt({ ...attempt, id })
  tools.onProgress(ready.environmentId)
  return attempt
}

const tooLarge = 'ANSWER_TOO_LARGE'

/** An answer of which only the beginning was read is none that a sender may get. */
function unlessCut(attempt: NewAttempt): NewAttempt {
  if (!attempt.bodyTruncated || attempt.error !== null) return attempt
  const message = `Your app answered ${attempt.status} with more than ${maxAnswerBytes / 1024 / 1024} MiB. That is more than Hookscope passes on, so the sender got 502. Answer with less, or switch off that this rule answers the sender.`
  return { ...attempt, error: { code: tooLarge, message } }
}

function replyOf({ status, responseHeaders, body, error }: NewAttempt): AppReply {
  if (status === null || error !== null) {
    const headers: HeaderLine[] = [['Content-Type', 'text/plain; charset=utf-8']]
    const text = `${noReplySentence(status, error?.code ?? '')}\n`
    return { status: error?.code === 'DEADLINE' ? 504 : 502, headers, body: Buffer.from(text) }
  }
  return { status, headers: sendableHeaders(responseHeaders).sent, body: body ?? new Uint8Array() }
}

/** Why the sender does not get the app's answer. Says nothing of where the app is. */
function noReplySentence(status: number | null, code: string): string {
  if (code === tooLarge) return 'The app behind this receiver answered with more than can be passed on.'
  if (status !== null) return 'The answer of the app behind this receiver was cut off.'
  if (unsendableCodes.has(code)) return 'This request could not be passed on to the app behind this receiver.'
  return 'The app behind this receiver did not answer.'
}
