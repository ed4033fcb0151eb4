import type { DeliverySummary } from '../../shared/model.ts'
import type { Store } from './types.ts'

/** The summary of one delivery, or null. Found by paging to just below the next id, which costs one seek. */
export async function summaryOf(store: Store, id: string): Promise<DeliverySummary | null> {
  if (!/^\d{1,15}$/.test(id)) return null
  const page = await store.list({ limit: 1, before: String(Number(id) + 1) })
  const [summary] = page.items
  return summary?.id === id ? summary : null
}
