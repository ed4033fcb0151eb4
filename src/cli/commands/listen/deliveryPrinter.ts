import type { StoredAttempt } from '../../../engine/store/records/attempts.ts'
import { hasEnded } from '../../../shared/filter/deliveryFilter.ts'
import type { DeliverySummary } from '../../../shared/model.ts'
import type { AssertionWatch } from './assertions.ts'
import { deliveryLine, followUpLine, forwardLine } from '../../output/listenLines.ts'
import { answerJson, answerLine, remark } from '../../output/terminal.ts'

/** The result of forwarding a delivery. */
export type ForwardedAttempt = Pick<
  StoredAttempt,
  'id' | 'deliveryId' | 'method' | 'url' | 'status' | 'error' | 'timing'
>

/** Prints deliveries and their outcome to stdout. */
export interface DeliveryPrinter {
  onDelivery(delivery: DeliverySummary): void
  /** Called when the state of its follow-up changed. */
  onFollowUp(delivery: DeliverySummary): void
  /** Number of printed deliveries. */
  count(): number
  /** Id of the newest printed delivery. */
  newest(): string
  /** Id of the newest printed delivery whose signature is wrong; null where there is none. */
  newestInvalid(): string | null
  /** Prints the attempt below its delivery. */
  onAttempt(attempt: ForwardedAttempt): void
}

/** Maximum bytes that are buffered for the reader of stdout. */
const maxUnread = 64 * 1024 * 1024

interface PrinterOptions {
  json: boolean
  utc: boolean
  /** Id of the newest delivery before the first that is printed. */
  after: string
  /** Called after the line of a delivery whose signature is wrong. */
  onInvalid?: ((delivery: DeliverySummary) => void) | undefined
}

export function createDeliveryPrinter(
  watcher: Pick<AssertionWatch, 'saw' | 'answered'>,
  { json, utc, after, onInvalid }: PrinterOptions,
): DeliveryPrinter {
  let count = 0
  let newest = after
  let newestInvalid: string | null = null
  /** Attempts that arrived before their delivery was printed. */
  const early: ForwardedAttempt[] = []
  const isEarly = ({ deliveryId }: ForwardedAttempt) => Number(deliveryId) > Number(newest)
  let unprinted = 0
  /** Skips output while the buffer is full, because a stalled reader must not exhaust the memory. */
  const print = (write: () => void) => {
    if (process.stdout.writableLength > maxUnread) {
      unprinted += 1
      if (unprinted === 1) remark('The output is not being read. Deliveries are still stored, but no longer printed.')
    } else write()
  }
  const printAttempt = (attempt: ForwardedAttempt) => {
    print(() => (json ? answerJson(forwardEvent(attempt)) : answerLine(forwardLine(attempt, new Date(), { utc }))))
    watcher.answered(attempt)
    if (!json) return
    // CI logs show stderr.
    if (attempt.error !== null) remark(`Delivery ${attempt.deliveryId} was not forwarded: ${attempt.error.message}`)
    else if ((attempt.status ?? 0) >= 400) {
      remark(`Delivery ${attempt.deliveryId} was forwarded, and your app answered ${attempt.status}.`)
    }
  }
  return {
    count: () => count,
    newest: () => newest,
    newestInvalid: () => newestInvalid,
    onDelivery: (delivery) => {
      count += 1
      print(() => (json ? answerJson({ event: 'delivery', ...delivery }) : answerLine(deliveryLine(delivery, { utc }))))
      watcher.saw(delivery)
      if (hasWrongSignature(delivery)) {
        newestInvalid = delivery.id
        onInvalid?.(delivery)
      }
      if (Number(delivery.id) > Number(newest)) newest = delivery.id
      for (const attempt of early.splice(0)) {
        if (isEarly(attempt)) early.push(attempt)
        else printAttempt(attempt)
      }
    },
    onFollowUp: (delivery) => {
      if (hasEnded(delivery)) {
        print(() =>
          json
            ? answerJson({ event: 'follow-up', ...delivery })
            : answerLine(followUpLine(delivery, new Date(), { utc })),
        )
      }
      watcher.saw(delivery)
    },
    onAttempt: (attempt) => {
      if (isEarly(attempt)) early.push(attempt)
      else printAttempt(attempt)
    },
  }
}

/** The result of forwarding a delivery, machine-readable. */
function forwardEvent({ id, deliveryId, method, url, status, error, timing }: ForwardedAttempt) {
  return { event: 'forward', id, deliveryId, method, url, status, error, took: timing.total }
}

function hasWrongSignature({ verdict }: DeliverySummary): boolean {
  return verdict === 'invalid' || verdict === 'malformed'
}
