import type { Host } from '../host/types.ts'
import { hasEnded } from '../shared/deliveryFilter.ts'
import type { DeliverySummary } from '../shared/model.ts'

export interface DeliveryListener {
  onDelivery(delivery: DeliverySummary): void
  /** Its follow-up has another state. */
  onFollowUp(delivery: DeliverySummary): void
}

/** So many deliveries are remembered for the outcome of their follow-up. */
const mostRemembered = 20_000

/** Reports each delivery since the start, and its follow-up from then on, until `stop` is called. */
export function watchDeliveries(
  host: Pick<Host, 'subscribe' | 'firstEvent'>,
  listener: DeliveryListener,
): { stop(): void } {
  const remembered = new Map<string, DeliverySummary>()

  function remember(delivery: DeliverySummary) {
    remembered.set(delivery.id, delivery)
    const [oldest] = remembered.keys()
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
  }

  return host.subscribe(host.firstEvent(), (events) => {
    for (const { event } of events) {
      if (event.type === 'delivery') {
        remember(event.delivery)
        listener.onDelivery(event.delivery)
      } else if (event.type === 'follow-up') {
        const before = remembered.get(event.deliveryId)
        // Left from an earlier start: it was reported then.
        if (before === undefined) continue
        const headline = event.headline ?? before.headline
        const delivery = { ...before, followUp: event.followUp, headline }
        if (hasEnded(delivery)) remembered.delete(delivery.id)
        else remembered.set(delivery.id, delivery)
        listener.onFollowUp(delivery)
      }
    }
  })
}
