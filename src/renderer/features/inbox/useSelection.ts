import { useCallback } from 'react'
import { useApp, useAppState } from '../../data/state/useApp.ts'

/**
 * The delivery that is shown: the one chosen by hand, which the address keeps, or the newest while nobody chose.
 */
export function useSelection() {
  const { navigation } = useApp()
  const chosenId = useAppState((state) => state.route.deliveryId)
  const newestId = useAppState((state) => state.inbox.items[0]?.id ?? null)
  const select = useCallback((id: string | null) => navigation.go({ deliveryId: id }, true), [navigation])
  return { selectedId: chosenId ?? newestId, following: chosenId === null, select }
}
