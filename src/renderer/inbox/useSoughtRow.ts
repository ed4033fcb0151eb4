import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { indexOfId } from '../state/order.ts'
import { useAppState } from '../state/useApp.ts'
import { useSelection } from './useSelection.ts'

/**
 * Brings the chosen delivery into sight once, and once more in another list; arrivals must not pull the list back to it.
 * @param place what the list is of
 */
export function useSoughtRow(place: string, virtual: Virtualizer<HTMLDivElement, Element>): void {
  const items = useAppState((state) => state.inbox.items)
  const settled = useAppState((state) => state.inbox.loading !== 'first')
  const { selectedId, following } = useSelection()
  const sought = useRef('')
  useEffect(() => {
    const wanted = `${place} ${selectedId}`
    if (!settled || following || selectedId === null || sought.current === wanted) return
    sought.current = wanted
    const index = indexOfId(items, selectedId)
    if (index !== -1) virtual.scrollToIndex(index)
  }, [selectedId, following, place, settled, items, virtual])
}
