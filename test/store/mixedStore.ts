import { expect } from 'vitest'
import type { Store } from '../../src/engine/store/store.ts'
import { parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import type { DeliverySummary, FollowUpState, Verdict } from '../../src/shared/model.ts'
import { delivery, followUp, nextIndexed, notification, openTestStore } from './build.ts'

/** When the first of them came. */
export const start = Date.parse('2026-03-01T12:00:00.000Z')
/** Parses a filter. */
export const filter = (text: string) => {
  const { filter, problem } = parseDeliveryFilter(text, start)
  expect(problem).toBeNull()
  return filter
}

/** Everything that a filter finds, page by page. */
export async function all(store: Store, text: string, limit = 500): Promise<DeliverySummary[]> {
  const found: DeliverySummary[] = []
  let before: string | undefined
  for (;;) {
    const { items, next } = await store.list({ limit, before, filter: filter(text) })
    expect(items.length).toBeLessThanOrEqual(limit)
    found.push(...items)
    if (next === null) return found
    before = next
  }
}

/** The ids that it finds. */
export const ids = async (store: Store, text: string, limit?: number) =>
  (await all(store, text, limit)).map(({ id }) => id)

/** An entry of a list, by any number. */
export const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T

/** A delivery that is made of its number alone, unlike its neighbours in every field. */
export function mixed(number: number) {
  const verdict = pick<Verdict>(['valid', 'valid', 'invalid', 'unsigned', 'valid-previous', 'valid'], number)
  const receivedAt = start + number * 1000
  const sent = receivedAt - pick([50, 20_000, -3000], number)
  const body =
    number % 11 === 0
      ? 'no notification'
      : notification({
          id: `n-${number % 60}`,
          resourceType: pick(['Payment', 'payment', 'Wallet', 'Odd Kind', 'Kühl'], number),
          action: pick(['create', 'Update', null], number),
          resourceId: number % 13 === 0 ? null : `R-${number % 40}`,
          createdAtUtc: number % 7 === 0 ? null : new Date(sent).toISOString(),
        })
  const request = { receivedAt, method: pick(['POST', 'POST', 'PUT'], number) }
  return delivery(body, { verdict, request, answeredStatus: number % 17 === 0 ? 405 : 200 })
}

/** A store with everything that a filter can ask for; the last deliveries may not be indexed yet. */
export async function mixedStore(): Promise<Store> {
  const store = await openTestStore()
  const indexed = nextIndexed(store, 150)
  await Promise.all(Array.from({ length: 150 }, async (_, number) => store.append(mixed(number))))
  await indexed
  const states: FollowUpState[] = ['done', 'failed', 'waiting', 'running', 'skipped']
  const { items } = await store.list({ limit: 150, verdict: 'valid' })
  for (const { id, notificationId } of items.filter(({ duplicate }) => !duplicate)) {
    if (notificationId === null || Number(id) % 5 === 4) continue
    const state = pick(states, Number(id))
    await store.putFollowUp(
      followUp({ deliveryId: id, notificationId, followUp: { state, status: null, reason: null } }),
    )
  }
  for (let id = 3; id <= 150; id += 9) await store.annotate({ deliveryId: String(id), pinned: true })
  for (let id = 6; id <= 150; id += 12) await store.annotate({ deliveryId: String(id), note: `Zebra number ${id}` })
  await Promise.all(Array.from({ length: 40 }, async (_, number) => store.append(mixed(150 + number))))
  return store
}
