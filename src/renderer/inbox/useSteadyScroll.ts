import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { DeliverySummary } from '../../shared/model.ts'
import { indexOfId } from '../state/order.ts'

/**
 * Keeps what a person reads in its place when rows come in, or go, above it, also while the newest is followed: whoever has
 * scrolled away reads. At the very top, new rows push the others down: that is what live looks like.
 * @param place what the list is of: another one begins at the top
 * @param following the newest is followed: beginning to do so leads to the top
 * @returns the ref for the scrolling element
 */
export function useSteadyScroll(
  items: readonly DeliverySummary[],
  place: string,
  following: boolean,
  rowHeight: number,
): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const before = useRef({ items, place, following })
  /** Whether it may not stand at the top. To ask the element makes the browser lay everything out at once. */
  const mayBeAway = useRef(false)
  useEffect(() => {
    const element = scroller.current
    const note = () => {
      mayBeAway.current = true
    }
    element?.addEventListener('scroll', note, { passive: true })
    return () => element?.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    const isOther = before.current.place !== place || (following && !before.current.following)
    const moved = isOther ? 0 : rowsAbove(before.current.items, items)
    before.current = { items, place, following }
    const element = scroller.current
    if (element === null || !mayBeAway.current) return
    mayBeAway.current = element.scrollTop > 0
    if (isOther) element.scrollTop = 0
    else if (moved !== 0 && mayBeAway.current) element.scrollTop += moved * rowHeight
  }, [items, place, following, rowHeight])
  return scroller
}

/** How many rows more there are above what both lists have; negative: fewer. */
function rowsAbove(before: readonly DeliverySummary[], now: readonly DeliverySummary[]): number {
  const [first] = before
  const [newest] = now
  if (before === now || first === undefined || newest === undefined) return 0
  const added = indexOfId(now, first.id)
  if (added !== -1) return added
  return -Math.max(0, indexOfId(before, newest.id))
}
