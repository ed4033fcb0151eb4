import type { DeliverySummary } from '../../shared/model.ts'
import type { DeliveryPage, FeedMessage, HookscopeEvent } from '../../shared/wireTypes.ts'
import type { Client } from './joinInstance.ts'

/** A delivery that fits came, or its follow-up has another state. */
export interface DeliveryUpdate {
  event: 'delivery' | 'follow-up'
  delivery: DeliverySummary
}

/** Whether a delivery has the words of a filter, in its body, too; see `hasWordsOf`. */
export type HasWords = (words: string, deliveryId: string) => Promise<boolean>

interface Watch {
  client: Client
  /** In the language of the page's filter; "" is every delivery. */
  filter: string
  /** Deliveries after this id; null: those from now on. */
  after: string | null
  signal: AbortSignal
  /** Called with every event, of deliveries that do not fit and of other things, too. */
  onEvent?: (event: HookscopeEvent) => void
}

/** Deliveries that are remembered for the result of their follow-up. */
const maxRemembered = 20_000
const pageSize = 100

/**
 * Deliveries that fit a filter as they come, and their follow-ups as they go on. A delivery that fits only once its
 * follow-up has ended (`status:done`) comes then. Deliveries that arrive while the caller is busy are read later: none is left out.
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
 * Whether a delivery has the words of a filter, which may be in its body: as a search finds them. Only text terms may be
 * given: an id of the filter's own would be overruled.
 */
export function hasWordsOf(client: Client): HasWords {
  return async (words, id) => (await matchOf(client, `${words} id:${id}`, id)) !== null
}

/** Hands over the deliveries that came after one of them, up to now. */
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

/** The delivery where it fits the filter now, else null. */
async function matchOf(client: Client, filter: string, id: string): Promise<DeliverySummary | null> {
  const { items } = await client.deliveries.list({ filter, after: String(Number(id) - 1), limit: 1 })
  const [first] = items
  return first?.id === id ? first : null
}
