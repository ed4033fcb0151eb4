import { useCallback } from 'react'
import type { DeliverySummary } from '../../../shared/model.ts'
import { indexOfId } from '../../data/state/order.ts'
import type { AppState } from '../../data/state/appStore.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { useLoad } from '../../data/state/useLoad.ts'
import { useToasts } from '../../ui/Toasts.tsx'
import { annotationWords } from './words.ts'
import { problemOf } from '../../data/wire/problem.ts'
import { wireWords } from '../../data/wire/words.ts'

/** The row of a delivery as the page holds it. */
function rowOf({ inbox, feed }: AppState, id: string): DeliverySummary | undefined {
  return inbox.items[indexOfId(inbox.items, id)] ?? feed.window[indexOfId(feed.window, id)]
}

/** The summary of the delivery that is shown, from wherever the page has it; undefined while nobody knows it. */
export function useSummary(id: string): DeliverySummary | undefined {
  const { client } = useApp()
  const row = useAppState((state) => rowOf(state, id))
  const isMissing = row === undefined
  const { data } = useLoad(`summary:${id} ${isMissing}`, async (signal) => {
    if (!isMissing) return undefined
    // The page that begins just below the next id: one seek.
    const page = await client.deliveries.list({ limit: 1, before: String(BigInt(id) + 1n) }, { signal })
    return page.items.find((item) => item.id === id)
  })
  return row ?? data
}

/** Pins a delivery or takes the pin out. Failures are told in the corner. */
export function useTogglePin(): (id: string) => void {
  const { client, store } = useApp()
  const toasts = useToasts()
  return useCallback(
    (id) => {
      const toggle = async () => {
        const pinned =
          rowOf(store.getState(), id)?.pinned ?? (await client.deliveries.get({ id, explain: 'false' })).pinned
        await client.deliveries.annotate({ id, pinned: !pinned })
      }
      toggle().catch((error: unknown) =>
        toasts.problem(annotationWords.failed(problemOf(error, wireWords.lostChange).message)),
      )
    },
    [client, store, toasts],
  )
}
