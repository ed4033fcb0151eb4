import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Browsers lay out no element higher than some 17 to 33 million pixels. Beyond this, one pixel means more than one. */
const mostPixels = 8_000_000

/** The part of a long list of rows of one height that is in sight, and so has to exist. Numbers of rows, both included. */
export interface RowWindow {
  /** The rows to draw: those in sight and some beside them. `last` is below `first` when there are none. */
  first: number
  last: number
  /** Of the scrolling element, px; 0 until it is measured. */
  height: number
  /** How high the element is that holds the rows, px. */
  pixels: number
  /** Where a row is drawn in it, px from its top. */
  topOf(this: void, row: number): number
  /** The rows that can be seen just now, if only in part; or could be, were the element that high. For effects and events. */
  seen(this: void, height?: number): SeenRows
}

/** Numbers of rows, both included. */
export type SeenRows = readonly [first: number, last: number]

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
  /** At least so many rows beside those in sight exist, too. */
  overscan: number
  /** Runs whenever the element scrolls. */
  onScroll?: ((seen: SeenRows) => void) | undefined
}

/** Rows come and go so many at once: most frames of scrolling then change nothing in the page. */
const step = 8

/**
 * Watches a scrolling element and says which rows of a list have to exist. The rows begin at the element's top. Asks the
 * browser for no measure while it scrolls; draws again only when rows come into sight that are not drawn.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, overscan, onScroll }: RowWindowOptions,
): [RowWindow, RowScroll] {
  const [view, setView] = useState({ top: 0, height: 0 })
  const { height } = view
  const sizes = { count, rowHeight, height, overscan }
  const scale = scaleOf(count * rowHeight, height)
  // Fewer rows than before: the browser has moved the area already, or is about to.
  const top = Math.min(view.top, Math.max(0, scale.pixels - height))
  const firstPixel = top * scale.factor
  const [first, last] = drawnFor(seenFrom(firstPixel, height, rowHeight, count), sizes)
  const latest = useRef<KnownRows>({ ...sizes, first, last, onScroll })
  /** Where the element was scrolled to when it last said so; what is drawn may be older. */
  const scrolled = useRef(0)
  useLayoutEffect(() => {
    latest.current = { ...sizes, first, last, onScroll }
  })

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => {
      const { clientHeight, scrollTop } = element
      scrolled.current = scrollTop
      setView((view) =>
        view.height === clientHeight && view.top === scrollTop ? view : { top: scrollTop, height: clientHeight },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const follow = () => {
      const { scrollTop } = element
      scrolled.current = scrollTop
      const { count, rowHeight, height, first, last, onScroll } = latest.current
      const seen = seenAt(scrollTop, latest.current)
      const [from, to] = drawnFor(seen, latest.current)
      if (scaleOf(count * rowHeight, height).factor !== 1 || from !== first || to !== last) {
        // At once: rows that come into sight are drawn in the same frame.
        flushSync(() => setView((view) => ({ ...view, top: scrollTop })))
      }
      onScroll?.(seen)
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

  const seen = useCallback((high?: number) => {
    const known = latest.current
    return seenAt(scrolled.current, { ...known, height: high ?? known.height })
  }, [])

  return [
    {
      first,
      last,
      height,
      pixels: scale.pixels,
      topOf: (row) => (scale.factor === 1 ? row * rowHeight : row * rowHeight - firstPixel + top),
      seen,
    },
    useRowScroll(scroller, latest),
  ]
}

interface RowSizes {
  count: number
  rowHeight: number
  /** Of the scrolling element, px. */
  height: number
  overscan: number
}

/** What is known of a list of rows since it was drawn last. */
interface KnownRows extends RowSizes {
  /** The rows that are drawn. */
  first: number
  last: number
  onScroll: ((seen: SeenRows) => void) | undefined
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

function seenFrom(firstPixel: number, height: number, rowHeight: number, count: number): SeenRows {
  const first = Math.max(0, Math.floor(firstPixel / rowHeight))
  return [first, Math.min(count, Math.ceil((firstPixel + height) / rowHeight)) - 1]
}

/** The rows in sight of an element that is scrolled so far. */
function seenAt(scrollTop: number, { count, rowHeight, height }: RowSizes): SeenRows {
  const { pixels, factor } = scaleOf(count * rowHeight, height)
  return seenFrom(Math.min(scrollTop, Math.max(0, pixels - height)) * factor, height, rowHeight, count)
}

/** The rows to draw so that those in sight have enough beside them: the same ones until the first moves on by a step. */
function drawnFor(seen: SeenRows, { count, rowHeight, height, overscan }: RowSizes): SeenRows {
  const from = Math.floor(seen[0] / step) * step
  const most = Math.ceil(height / rowHeight) + 1
  return [Math.max(0, from - overscan), Math.min(count, from + step + most + overscan) - 1]
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
