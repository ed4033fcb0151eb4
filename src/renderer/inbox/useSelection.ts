import { useCallback } from 'react'
import { indexOfId } from '../state/order.ts'
import { useApp, useAppState } from '../state/useApp.ts'

/**
 * The delivery that is shown: the one chosen by hand, which the address keeps, or the newest while nobody chose.
 */
export function useSelection() {
  const { navigation, store } = useApp()
  const chosenId = useAppState((state) => state.route.deliveryId)
  const newestId = useAppState((state) => state.inbox.items[0]?.id ?? null)
  const select = useCallback((id: string | null) => navigation.go({ deliveryId: id }, true), [navigation])
  /** Moves by rows; `Infinity` goes to an end. */
  const move = useCallback(
    (rows: number) => {
      const { inbox, route } = store.getState()
      const { items } = inbox
      if (items.length === 0) return
      const from = indexOfId(items, route.deliveryId ?? items[0]?.id ?? '')
      const target = Math.min(items.length - 1, Math.max(0, (from === -1 ? 0 : from) + rows))
      const item = items[target]
      if (item !== undefined) select(item.id)
    },
    [store, select],
  )
  return { selectedId: chosenId ?? newestId, following: chosenId === null, select, move }
}
