import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Browsers lay out no element higher than some 17 to 33 million pixels. Beyond this, one pixel means more than one. */
const mostPixels = 8_000_000

/** The part of a long list of rows of one height that is in sight, and so has to exist. Numbers of rows, both included. */
interface RowWindow {
  /** The rows to draw: those in sight and some beside them. `last` is below `first` when there are none. */
  first: number
  last: number
  /** The rows that can be seen, if only in part. */
  firstSeen: number
  lastSeen: number
  /** Of the scrolling element, px; 0 until it is measured. */
  height: number
  /** How high the element is that holds the rows, px. */
  pixels: number
  /** Where a row is drawn in it, px from its top. */
  topOf(this: void, row: number): number
}

export interface RowScroll {
  /** Brings a row into sight; in the middle when it was far away. Nothing moves when it is in sight already. */
  reveal(this: void, row: number): void
  /** How many rows Page Up and Page Down move by. */
  page(this: void): number
  /** The row at a height of the page, px as in mouse events; beyond the ends when the pointer is. */
  rowAt(this: void, clientY: number): number
  /** Scrolls by pixels of rows. */
  by(this: void, pixels: number): void
}

interface RowWindowOptions {
  count: number
  /** Of each row, px. */
  rowHeight: number
  /** So many rows beside those in sight exist, too. */
  overscan: number
  /** Runs whenever the element scrolls. @param firstSeen the first row in sight */
  onScroll?: ((firstSeen: number) => void) | undefined
}

/**
 * Watches a scrolling element and says which rows of a list have to exist. The rows begin at the element's top. Asks the
 * browser for no measure while it scrolls; draws again only when other rows come into sight.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, overscan, onScroll }: RowWindowOptions,
): [RowWindow, RowScroll] {
  const [view, setView] = useState({ top: 0, height: 0 })
  const { height } = view
  const scale = scaleOf(count * rowHeight, height)
  // Fewer rows than before: the browser has moved the area already, or is about to.
  const top = Math.min(view.top, Math.max(0, scale.pixels - height))
  const firstPixel = top * scale.factor
  const [firstSeen, lastSeen] = seenFrom(firstPixel, height, rowHeight, count)
  const latest = useRef<KnownRows>({ count, rowHeight, height, firstSeen, lastSeen, onScroll })
  useLayoutEffect(() => {
    latest.current = { count, rowHeight, height, firstSeen, lastSeen, onScroll }
  })

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => {
      const { clientHeight, scrollTop } = element
      setView((view) =>
        view.height === clientHeight && view.top === scrollTop ? view : { top: scrollTop, height: clientHeight },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const follow = () => {
      const { scrollTop } = element
      const { count, rowHeight, height, firstSeen, lastSeen, onScroll } = latest.current
      const { factor } = scaleOf(count * rowHeight, height)
      const [first, last] = seenFrom(scrollTop * factor, height, rowHeight, count)
      if (factor !== 1 || first !== firstSeen || last !== lastSeen) {
        // At once: rows that come into sight are drawn in the same frame.
        flushSync(() => setView((view) => ({ ...view, top: scrollTop })))
      }
      onScroll?.(first)
    }
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])

  // Another height of a row, such as in compact density: the rows in sight stay there.
  const before = useRef(rowHeight)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element !== null && before.current !== rowHeight) {
      element.scrollTo({ top: (element.scrollTop * rowHeight) / before.current })
    }
    before.current = rowHeight
  }, [scroller, rowHeight])

  return [
    {
      first: Math.max(0, firstSeen - overscan),
      last: Math.min(count - 1, lastSeen + overscan),
      firstSeen,
      lastSeen,
      height,
      pixels: scale.pixels,
      topOf: (row) => (scale.factor === 1 ? row * rowHeight : row * rowHeight - firstPixel + top),
    },
    useRowScroll(scroller, latest),
  ]
}

/** What is known of a list of rows since it was drawn last. */
interface KnownRows {
  count: number
  rowHeight: number
  /** Of the scrolling element, px. */
  height: number
  firstSeen: number
  lastSeen: number
  onScroll: ((firstSeen: number) => void) | undefined
}

function useRowScroll(scroller: RefObject<HTMLElement | null>, known: RefObject<KnownRows>): RowScroll {
  const measured = () => {
    const element = scroller.current
    const { count, rowHeight } = known.current
    const height = element?.clientHeight ?? 0
    const { factor } = scaleOf(count * rowHeight, height)
    return { element, rowHeight, height, factor, now: (element?.scrollTop ?? 0) * factor }
  }
  return {
    reveal: (row) => {
      const { element, rowHeight, height, factor, now } = measured()
      const from = row * rowHeight
      if (from >= now && from + rowHeight <= now + height) return
      const isNear = Math.abs(from - now) < height * 2
      const wanted = !isNear ? from - height / 2 : from < now ? from : from + rowHeight - height
      element?.scrollTo({ top: Math.max(0, wanted) / factor })
    },
    page: () => Math.max(1, Math.floor(known.current.height / known.current.rowHeight) - 1),
    rowAt: (clientY) => {
      const { element, rowHeight, now } = measured()
      return Math.floor((now + clientY - (element?.getBoundingClientRect().top ?? 0)) / rowHeight)
    },
    by: (pixels) => {
      const { element, factor, now } = measured()
      element?.scrollTo({ top: (now + pixels) / factor })
    },
  }
}

function seenFrom(firstPixel: number, height: number, rowHeight: number, count: number): [first: number, last: number] {
  const first = Math.max(0, Math.floor(firstPixel / rowHeight))
  return [first, Math.min(count, Math.ceil((firstPixel + height) / rowHeight)) - 1]
}

/** How high the area is, and how many pixels of rows one pixel of scrolling moves. */
function scaleOf(whole: number, height: number): { pixels: number; factor: number } {
  if (whole <= mostPixels) return { pixels: whole, factor: 1 }
  return { pixels: mostPixels, factor: (whole - height) / (mostPixels - height) }
}

/** The height of a row of a list in px, for what places rows itself: 28, or 22 in compact; follows the root's attributes. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(readRowHeight)
  useEffect(() => {
    const observer = new MutationObserver(() => setHeight(readRowHeight()))
    observer.observe(document.documentElement, { attributes: true })
    return () => observer.disconnect()
  }, [])
  return height
}

function readRowHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 28
}
