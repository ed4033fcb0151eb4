import { compareDeliveryIds, type DeliverySummary, isFailed } from '../../../shared/model.ts'
import type { Client } from '../wire/wire.ts'
import type { AppStore } from './appStore.ts'

/** Tells the engine which failed deliveries a person has looked at, in this page. */
export interface Seen {
  /** These are before the person's eyes, if the page is. */
  look(deliveries: readonly Pick<DeliverySummary, 'id' | 'verdict'>[]): void
  stop(): void
}

/** What was looked at is told together, at most this often, ms. */
const pauseMs = 300
/** So many are told at once at most, and remembered as told. */
const most = 1000

export function startSeen(store: AppStore, client: Client, page: Document): Seen {
  let seen = new Set<string>()
  let told = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell() {
    timer = undefined
    const ids = [...seen].slice(0, most)
    seen = new Set([...seen].slice(most))
    told = new Set([...told, ...ids].slice(-2 * most))
    // A line that is lost just then: they stay unseen until they are looked at once more.
    client.unseen.markSeen({ ids }).catch(() => {
      told = new Set()
    })
    if (seen.size > 0) timer = setTimeout(tell, pauseMs)
  }

  return {
    look: (deliveries) => {
      const { oldest = null } = store.getState().feed.status?.unseen ?? {}
      if (oldest === null || page.hidden || !page.hasFocus()) return
      for (const { id, verdict } of deliveries) {
        if (!isFailed(verdict) || told.has(id) || compareDeliveryIds(id, oldest) < 0) continue
        seen.add(id)
      }
      if (seen.size > 0) timer ??= setTimeout(tell, pauseMs)
    },
    stop: () => clearTimeout(timer),
  }
}
