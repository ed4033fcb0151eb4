import type { DeliverySummary } from '../../shared/model.ts'
import type { EventLog } from '../events/startEventLog.ts'
import type { Store } from '../store/types.ts'

/** A commit is announced some milliseconds later; at the end it is waited for so long, ms. */
const patienceMs = 1000

/** Hands over each delivery once, in order of arrival, from the event `after` on (null: from now on). */
export function watchArrivals(
  events: Pick<EventLog, 'subscribe'>,
  after: number | null,
  onArrival: (delivery: DeliverySummary) => void,
): { stop(store: Pick<Store, 'list'>): Promise<void> } {
  let last = 0
  let onNews = () => {}
  const subscription = events.subscribe(after, (batch) => {
    for (const { event } of batch) {
      if (event.type !== 'delivery' || Number(event.delivery.id) <= last) continue
      last = Number(event.delivery.id)
      onArrival(event.delivery)
    }
    onNews()
  })

  return {
    /** Waits until the last delivery of the store was handed over. */
    stop: async (store) => {
      const page = await store.list({ limit: 1 }).catch(() => ({ items: [] }))
      const newest = Number(page.items[0]?.id ?? 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs)
        onNews = () => {
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
