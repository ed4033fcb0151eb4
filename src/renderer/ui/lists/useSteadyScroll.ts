import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Items that are distinguished by a key. */
export interface KeyedItems<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  /** The place of a key, or -1: for lists that are sorted and need not be searched through. */
  indexOf?: (list: KeyedItems<T>, key: string) => number
}

/** The place of a key, or -1. */
export function indexByKey<T>({ items, keyOf }: KeyedItems<T>, key: string): number {
  return items.findIndex((item) => keyOf(item) === key)
}

interface SteadyList<T> extends KeyedItems<T> {
  /** Names the list's content: when it changes, the list begins at the top. */
  place: string
  /** The first item is followed: beginning to do so leads to the top. */
  following?: boolean
  rowHeight: number
}

/**
 * Keeps what the user reads in its place when rows come in, or go, above it, also while the newest is followed: scrolling
 * away is reading. At the very top, new rows push the others down: that is what live looks like.
 * @returns the ref for the scrolling element
 */
export function useSteadyScroll<T>({
  items,
  keyOf,
  indexOf = indexByKey,
  place,
  following = false,
  rowHeight,
}: SteadyList<T>): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const before = useRef({ items, place, following })
  /** Whether it may not be at the top. To ask the element makes the browser lay everything out at once. */
  const mayBeAway = useRef(false)
  // Before the first frame: the user may scroll as soon as there is something to see.
  useLayoutEffect(() => {
    const element = scroller.current
    const note = () => {
      mayBeAway.current = true
    }
    element?.addEventListener('scroll', note, { passive: true })
    return () => element?.removeEventListener('scroll', note)
  }, [])
  useLayoutEffect(() => {
    const was = before.current
    before.current = { items, place, following }
    const element = scroller.current
    if (element === null || !mayBeAway.current) return
    const isOther = was.place !== place || (following && !was.following)
    const moved =
      isOther || was.items === items ? 0 : rowsAbove({ items: was.items, keyOf, indexOf }, { items, keyOf, indexOf })
    mayBeAway.current = element.scrollTop > 0
    if (isOther) element.scrollTop = 0
    else if (moved !== 0 && mayBeAway.current) element.scrollTop += moved * rowHeight
  }, [items, keyOf, indexOf, place, following, rowHeight])
  return scroller
}

/** How many rows more there are above what both lists have; negative: fewer. */
function rowsAbove<T>(before: Required<KeyedItems<T>>, now: Required<KeyedItems<T>>): number {
  const [first] = before.items
  const [newest] = now.items
  if (first === undefined || newest === undefined) return 0
  const added = now.indexOf(now, now.keyOf(first))
  if (added !== -1) return added
  return -Math.max(0, before.indexOf(before, before.keyOf(newest)))
}
