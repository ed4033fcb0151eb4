import { useCallback } from 'react'
import { useApp, useAppState } from '../../../data/state/useApp.ts'

/** Ids of the inbox's parts, which find each other by them. */
export const listId = 'delivery-list'
export const filterId = 'delivery-filter'

/** Gives the focus to one of the inbox's parts; false when it is not there. */
export function focusOn(id: string): boolean {
  const part = document.querySelector<HTMLElement>(`#${id}`)
  part?.focus()
  return part !== null
}

/**
 * The delivery that is shown: the one chosen by hand, which the address keeps, or the newest before the user chose.
 */
export function useSelection() {
  const { navigation } = useApp()
  const chosenId = useAppState((state) => state.route.deliveryId)
  const newestId = useAppState((state) => state.inbox.items[0]?.id ?? null)
  const select = useCallback((id: string | null) => navigation.go({ deliveryId: id }, true), [navigation])
  return { selectedId: chosenId ?? newestId, following: chosenId === null, select }
}

/** Leads to the newest delivery and follows it from then on, whatever held the list still. */
export function useNewest(): () => void {
  const { inbox } = useApp()
  const { select } = useSelection()
  return useCallback(() => {
    inbox.resume()
    inbox.toNewest()
    select(null)
    document.querySelector(`#${listId}`)?.parentElement?.scrollTo({ top: 0 })
  }, [inbox, select])
}
