import type { DeliverySummary, Verdict } from '../../shared/model.ts'
import { compareIds } from '../state/order.ts'

/** Of deliveries in their order, newest first, how many behind an id fail: signature wrong or unreadable. Pure. */
export function failuresAfter(items: readonly DeliverySummary[], id: string): number {
  const end = items.findIndex((delivery) => compareIds(delivery.id, id) <= 0)
  return items.slice(0, end === -1 ? items.length : end).filter(({ verdict }) => failed.has(verdict)).length
}

const failed: ReadonlySet<Verdict> = new Set(['invalid', 'malformed'])
