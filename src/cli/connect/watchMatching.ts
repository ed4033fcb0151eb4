import type { DeliverySummary } from '../../shared/model.ts'
import type { DeliveryPage, FeedMessage, HookscopeEvent } from '../../shared/wireTypes.ts'
import type { Client } from './joinInstance.ts'

/** A matching delivery that arrived, or a new state of its follow-up. */
export interface DeliveryUpdate {
  event: 'delivery' | 'follow-up'
  delivery: DeliverySummary
}

/** Whether a delivery contains the words of a filter; see `hasWordsOf`. */
export type HasWords = (words: string, deliveryId: string) => Promise<boolean>

interface Watch {
  client: Client
  /** Inbox filter; "" matches every delivery. */
  filter: string
  /** Deliveries after this id; null: only new ones. */
  after: string | null
  signal: AbortSignal
  /** Called with every event, whether it matches or not. */
  onEvent?: (event: HookscopeEvent) => void
}

/** Maximum deliveries that are remembered for the result of their follow-up. */
const maxRemembered = 20_000
const pageSize = 100

/**
 * Yields deliveries that match a filter, and updates of their follow-ups. A delivery that matches only after its follow-up
 * (`status:done`) is yielded then. Deliveries that arrive while the caller is busy are yielded later, without gaps.
 * Rejects with the API's refusal where the filter cannot be read. Ends with the signal.
 */
export async function* watchMatching({
  client,
  filter,
  after,
  signal,
  onEvent,
}: Watch): AsyncGenerator<DeliveryUpdate, void, void> {
  const shown = new Map<string, DeliverySummary>()
  let seen = after
  let start: number | null = null
  const remember = (delivery: DeliverySummary) => {
    shown.set(delivery.id, delivery)
    const [oldest] = shown.keys()
    if (shown.size > maxRemembered && oldest !== undefined) shown.delete(oldest)
  }

  // Refuses an unreadable filter before the wait begins.
  await client.deliveries.list({ filter, limit: 1 })
  for await (const message of await feedOf(client, signal)) {
    seen ??= message.kind === 'snapshot' ? (message.deliveries[0]?.id ?? '0') : '0'
    start ??= Number(seen)
    if (mayBringDeliveries(message)) {
      for (let more = true; more;) {
        const page = await client.deliveries.list({ filter, after: seen, limit: pageSize }, { signal })
        for (const delivery of page.items) {
          remember(delivery)
          yield { event: 'delivery', delivery }
        }
        seen = page.seen ?? seen
        more = page.next !== null
      }
    }
    if (message.kind === 'snapshot') continue
    for (const { event } of message.events) {
      onEvent?.(event)
      if (event.type !== 'follow-up' || Number(event.deliveryId) <= start) continue
      const before = shown.get(event.deliveryId)
      const { followUp } = event
      if (before !== undefined) {
        const delivery = { ...before, followUp, headline: event.headline ?? before.headline }
        remember(delivery)
        yield { event: 'follow-up', delivery }
      } else if (/status:/i.test(filter)) {
        const delivery = await matchOf(client, filter, event.deliveryId)
        if (delivery === null) continue
        remember(delivery)
        yield { event: 'delivery', delivery }
      }
    }
  }
}

/**
 * Whether a search for the words of a filter finds a delivery, in its body too. Takes text terms only, because it adds a
 * term for the id.
 */
export function hasWordsOf(client: Client): HasWords {
  return async (words, id) => (await matchOf(client, `${words} id:${id}`, id)) !== null
}

/** Reports the deliveries after an id, up to now. */
export async function catchUp(client: Client, after: string, onDelivery: (delivery: DeliverySummary) => void) {
  for (let seen: string | null = after; seen !== null;) {
    const page: DeliveryPage = await client.deliveries.list({ after: seen, limit: pageSize })
    for (const delivery of page.items) onDelivery(delivery)
    seen = page.next
  }
}

async function feedOf(client: Client, signal: AbortSignal): Promise<AsyncIterable<FeedMessage>> {
  return client.feed(undefined, { signal })
}

function mayBringDeliveries(message: FeedMessage): boolean {
  return message.kind === 'snapshot' || message.events.some(({ event }) => event.type === 'delivery')
}

/** The delivery if it matches the filter now, else null. */
async function matchOf(client: Client, filter: string, id: string): Promise<DeliverySummary | null> {
  const { items } = await client.deliveries.list({ filter, after: String(Number(id) - 1), limit: 1 })
  const [first] = items
  return first?.id === id ? first : null
}
