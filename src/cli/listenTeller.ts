import type { StoredAttempt } from '../engine/store/types.ts'
import type { Host } from '../host/types.ts'
import { hasEnded, matchesDelivery } from '../shared/deliveryFilter.ts'
import type { DeliverySummary } from '../shared/model.ts'
import { deliveryLine, followUpLine, forwardLine } from './listenLines.ts'
import type { Until } from './readUntil.ts'
import { answerJson, answerLine, remark } from './terminal.ts'
import { watchDeliveries } from './watchDeliveries.ts'

/** Tells on stdout what comes and what becomes of it. */
export interface Teller {
  /** Resolves when a delivery matches what is waited for; never when nothing is. */
  matched: Promise<'matched'>
  /** Deliveries so far. */
  count(): number
  onAttempt(attempt: StoredAttempt): void
  stop(): void
}

/** So many bytes may wait for whoever reads stdout. */
const mostUnread = 64 * 1024 * 1024

export function startTeller(host: Host, until: Until | null, json: boolean): Teller {
  let count = 0
  let untold = 0
  let match: (word: 'matched') => void = () => undefined
  const matched = new Promise<'matched'>((resolve) => {
    match = resolve
  })
  const look = (delivery: DeliverySummary) => {
    if (until !== null && matchesDelivery(until.filter, delivery)) match('matched')
  }
  /** Writes for a reader; what one that stopped to read leaves waiting must not fill the memory. */
  const tell = (write: () => void) => {
    if (process.stdout.writableLength > mostUnread) {
      untold += 1
      if (untold === 1) remark('Nobody reads the output: what comes is kept, but no longer printed.')
    } else write()
  }
  const watch = watchDeliveries(host, {
    onDelivery: (delivery) => {
      count += 1
      tell(() => (json ? answerJson({ event: 'delivery', ...delivery }) : answerLine(deliveryLine(delivery))))
      look(delivery)
    },
    onFollowUp: (delivery) => {
      if (hasEnded(delivery)) {
        tell(() =>
          json ? answerJson({ event: 'follow-up', ...delivery }) : answerLine(followUpLine(delivery, new Date())),
        )
      }
      look(delivery)
    },
  })
  return {
    matched,
    count: () => count,
    onAttempt: (attempt) => {
      if (isLeftOver(attempt)) return
      if (!json) tell(() => answerLine(forwardLine(attempt, new Date())))
      else if (attempt.error !== null)
        remark(`Delivery ${attempt.deliveryId} was not forwarded: ${attempt.error.message}`)
      else if ((attempt.status ?? 0) >= 400) {
        remark(`Delivery ${attempt.deliveryId} was forwarded, and your app answered ${attempt.status}.`)
      }
    },
    stop: watch.stop,
  }
}

/** Those that never had their turn when all ends are told together, by the log. */
function isLeftOver({ error, timing }: StoredAttempt): boolean {
  return error?.code === 'STOPPED' && timing.total === null
}
