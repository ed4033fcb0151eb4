import { type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Numbers of rows, both included; `last` is below `first` when there are none. */
export interface SeenRows {
  first: number
  last: number
}

interface ListRowsOptions {
  count: number
  /** Height of each row, px. */
  rowHeight: number
  /** Runs whenever other rows are in sight. */
  onScroll: (seen: SeenRows) => void
}

/** The rows of a list that exist, and how it scrolls. */
export interface ListRows {
  /** The rows to draw: those in sight and some above and below. */
  drawn: SeenRows
  /** Height of the scrolling element, px; 0 until it is measured. */
  height: number
  /** Height of all rows, px. */
  pixels: number
  /** The rows that can be seen now, if only in part; or could be, were the element that high. For effects and events. */
  seen(this: void, height?: number): SeenRows
  /** Brings a row into sight; in the middle when it was far away. Nothing moves when it is in sight already. */
  reveal(this: void, row: number): void
  /** How many rows Page Up and Page Down move by. */
  page(this: void): number
}

/** Minimum number of rows drawn above and below those in sight. */
const overscan = 8
/** Number of rows added or removed at once: most frames of scrolling then change nothing in the page. */
const step = 8

/** The part of a long list of rows of one height that has to exist. The rows begin at the element's top. */
export function useListRows(scroller: RefObject<HTMLElement | null>, options: ListRowsOptions): ListRows {
  const { count, rowHeight, onScroll } = options
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor: inSteps,
    onChange: ({ range }) => {
      if (range !== null) onScroll({ first: range.startIndex, last: range.endIndex })
    },
  })
  // Another height of a row, such as in compact density: the rows in sight stay there.
  const before = useRef(rowHeight)
  useLayoutEffect(() => {
    if (before.current === rowHeight) return
    const element = scroller.current
    virtualizer.measure()
    element?.scrollTo({ top: (element.scrollTop * rowHeight) / before.current })
    before.current = rowHeight
  }, [scroller, rowHeight, virtualizer])
  const items = virtualizer.getVirtualItems()
  const height = virtualizer.scrollRect?.height ?? 0
  return {
    drawn: { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? -1 },
    height,
    pixels: virtualizer.getTotalSize(),
    seen: (high = height) => {
      const top = virtualizer.scrollOffset ?? 0
      return { first: Math.floor(top / rowHeight), last: Math.min(count, Math.ceil((top + high) / rowHeight)) - 1 }
    },
    reveal: (row) => {
      const element = scroller.current
      if (element === null) return
      const { scrollTop, clientHeight } = element
      const top = row * rowHeight
      if (top >= scrollTop && top + rowHeight <= scrollTop + clientHeight) return
      const isNear = Math.abs(top - scrollTop) < clientHeight * 2
      const align = !isNear ? clientHeight / 2 : top < scrollTop ? 0 : clientHeight - rowHeight
      element.scrollTo({ top: Math.max(0, top - align) })
    },
    page: () => Math.max(1, Math.floor(height / rowHeight) - 1),
  }
}

/** The rows of a range with some above and below: the same ones until the first moves on by a step. */
function inSteps({ startIndex, endIndex, count }: Range): number[] {
  const start = Math.floor(startIndex / step) * step
  const first = Math.max(0, start - overscan)
  const last = Math.min(count - 1, start + step + (endIndex - startIndex + 1) + overscan)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

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
