import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { DeliverySummary } from '../../shared/model.ts'
import { indexOfId } from '../state/order.ts'

/**
 * Keeps what a person reads in its place when rows come in, or go, above it. At the very top, new rows push the others
 * down: that is what live looks like.
 * @returns the ref for the scrolling element
 */
export function useSteadyScroll(
  items: readonly DeliverySummary[],
  following: boolean,
  rowHeight: number,
): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const before = useRef(items)
  /** As the last scrolling told it: to ask the element would make the browser lay everything out at once. */
  const top = useRef(0)
  useEffect(() => {
    const place = scroller.current
    const note = () => {
      top.current = place?.scrollTop ?? 0
    }
    place?.addEventListener('scroll', note, { passive: true })
    return () => place?.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    const moved = rowsAbove(before.current, items)
    before.current = items
    const place = scroller.current
    if (place === null || top.current === 0) return
    if (following) place.scrollTop = 0
    else if (moved !== 0) place.scrollTop += moved * rowHeight
  }, [items, following, rowHeight])
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
