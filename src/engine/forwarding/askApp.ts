import { sendableHeaders } from '../../shared/requestText/sendableHeaders.ts'
import type { HeaderLine } from '../../shared/model.ts'
import type { ForwardRow } from '../store/records/forwards.ts'
import type { NewAttempt } from '../store/records/attempts.ts'
import { forwardOne, maxAnswerBytes } from './forwardOne.ts'
import { planTry, unsendableCodes } from './planTry.ts'
import { lastOf, type Running } from './running.ts'

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
export async function askApp(run: Running, deliveryId: string, hurry: AbortSignal): Promise<AppReply> {
  const work = exchange(run, deliveryId)
  const tracked = work.then(
    () => undefined,
    (error: unknown) => run.tools.log('warn', `Delivery ${deliveryId} could not be forwarded: ${String(error)}`),
  )
  run.asking.add(tracked)
  // A catch-up leaves it alone.
  run.underWay.add(Number(deliveryId))
  void tracked.finally(() => {
    run.asking.delete(tracked)
    run.underWay.delete(Number(deliveryId))
  })
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

async function exchange(run: Running, deliveryId: string): Promise<NewAttempt> {
  const { tools, ready, signal } = run
  const { store, clock, ours, hopId } = tools
  const { rule, target, outbound } = ready
  const delivery = await store.get(deliveryId)
  if (delivery === null) throw new Error('it was deleted')
  const row = (state: ForwardRow['state'], tries: number): ForwardRow => {
    return { ruleId: rule.id, deliveryId, state, tries, dueAt: null, changedAt: clock.now() }
  }
  await store.putForward(row('running', 0))
  const ways = { target, ours, hopId, outbound, deadlineMs: rule.timeoutMs, signal, now: clock.now }
  const sent = unlessCut(await forwardOne(ways, delivery, 0))
  const { kind } = planTry(sent, { tries: 1, retries: 0, now: clock.now() })
  const forwarded = { ruleId: rule.id, rule: rule.name, nth: 1, most: 1, again: false, nextAt: null }
  const attempt = { ...sent, forwarded }
  const after = kind === 'taken' ? row('settled', 0) : kind === 'broken-off' ? row('running', 0) : row('failed', 1)
  const id = await store.addAttempt(attempt, after)
  run.last = lastOf(attempt)
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
    const text = `${whyNoReply(status, error?.code ?? '')}\n`
    return { status: error?.code === 'DEADLINE' ? 504 : 502, headers, body: Buffer.from(text) }
  }
  return { status, headers: sendableHeaders(responseHeaders).sent, body: body ?? new Uint8Array() }
}

/** Why the sender does not get the app's answer. Says nothing of where the app is. */
function whyNoReply(status: number | null, code: string): string {
  if (code === tooLarge) return 'The app behind this receiver answered with more than can be passed on.'
  if (status !== null) return 'The answer of the app behind this receiver was cut off.'
  if (unsendableCodes.has(code)) return 'This request could not be passed on to the app behind this receiver.'
  return 'The app behind this receiver did not answer.'
}
