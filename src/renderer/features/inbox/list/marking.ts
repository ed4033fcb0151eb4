import { useCallback } from 'react'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { AppState } from '../../../data/state/appStore.ts'
import { indexOfId } from '../../../data/state/deliveryLists.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { annotationWords } from './words.ts'

/** The row of a delivery as the page holds it. */
export function rowOf({ inbox, feed }: AppState, id: string): DeliverySummary | undefined {
  return inbox.items[indexOfId(inbox.items, id)] ?? feed.window[indexOfId(feed.window, id)]
}

/** Pins a delivery or takes the pin out. Failures are shown in the corner. */
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

/** Marks a delivery to compare: the first waits for another, two are compared, the same one twice is none. */
export function useMark(): (id: string) => void {
  const { navigation, store } = useApp()
  return useCallback(
    (id) => {
      const { marked } = store.getState().route
      if (marked === null) navigation.go({ marked: id, compare: null }, true)
      else if (marked === id) navigation.go({ marked: null }, true)
      else navigation.go({ marked: null, compare: [marked, id] })
    },
    [navigation, store],
  )
}
