import type { DeliverySummary } from '../../shared/model.ts'
import type { EventLog } from '../events/startEventLog.ts'
import type { Store } from '../store/store.ts'

/** A commit is announced some milliseconds later; at the end it is waited for so long, ms. */
const patienceMs = 1000

/** From where deliveries are new: the number of an event, and the id of the newest delivery that is not (0: none). */
export interface ArrivalsFrom {
  event: number
  delivery: number
}

/** From now on: what was kept before but is announced only later is not new. */
export async function fromNow(events: Pick<EventLog, 'last'>, store: Pick<Store, 'list'>): Promise<ArrivalsFrom> {
  const event = events.last()
  return { event, delivery: await newestOf(store) }
}

async function newestOf(store: Pick<Store, 'list'>): Promise<number> {
  return Number((await store.list({ limit: 1 })).items[0]?.id ?? 0)
}

/** Hands over each delivery once, in order of arrival. */
export function watchArrivals(
  events: Pick<EventLog, 'subscribe'>,
  from: ArrivalsFrom,
  onArrival: (delivery: DeliverySummary) => void,
): { stop(store: Pick<Store, 'list'>): Promise<void> } {
  let last = from.delivery
  let stopping = false
  /** Announced since the stop began: whether they came before it is known once the store has answered. */
  let undecided: DeliverySummary[] = []
  let onNews = () => {}
  const subscription = events.subscribe(from.event, (batch) => {
    for (const { event } of batch) {
      if (event.type !== 'delivery' || Number(event.delivery.id) <= last) continue
      last = Number(event.delivery.id)
      if (stopping) undecided.push(event.delivery)
      else onArrival(event.delivery)
    }
    onNews()
  })

  return {
    /** Waits until the last delivery of the store was handed over. What comes from now on is not. */
    stop: async (store) => {
      stopping = true
      const newest = await newestOf(store).catch(() => last)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs)
        onNews = () => {
          for (const delivery of undecided.splice(0)) if (Number(delivery.id) <= newest) onArrival(delivery)
          if (last < newest) return
          clearTimeout(timer)
          resolve()
        }
        onNews()
      })
      subscription.stop()
    },
  }
}
