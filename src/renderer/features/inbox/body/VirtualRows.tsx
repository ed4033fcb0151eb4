import {
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  use,
  useEffect,
} from 'react'
import styles from './Body.module.css'
import { MarksContext } from '../../../bytes/marks.ts'
import { flushSync } from 'react-dom'

export interface RowsHandle extends RowScroll {
  focus(this: void): void
}

interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  count: number
  label: string
  /** Exists even when it is out of sight: what has the focus must be there for screen readers. */
  kept?: number
  handle?: Ref<RowsHandle>
  /** The scrolling element, for those who need it. */
  area?: RefObject<HTMLDivElement | null>
  /** Runs whenever rows were drawn, before they are seen. */
  onDrawn?: () => void
  children: (row: number) => ReactNode
}

/** Any number of rows of one height in a scrolling area of its own; only those in sight exist, with `data-row`. */
export function VirtualRows({
  count,
  label,
  kept,
  handle,
  area,
  onDrawn,
  className,
  children,
  ...rest
}: VirtualRowsProps) {
  const own = useRef<HTMLDivElement>(null)
  const scroller = area ?? own
  const probe = useRef<HTMLDivElement>(null)
  const [rowHeight, setRowHeight] = useState(20)
  useLayoutEffect(() => {
    const one = probe.current
    if (one === null) return
    const measure = () => setRowHeight(one.offsetHeight || 20)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(one)
    return () => observer.disconnect()
  }, [])
  const [{ first, last, pixels, topOf }, scroll] = useRowWindow(scroller, { count, rowHeight, overscan: 8 })
  useImperativeHandle(handle, () => ({
    ...scroll,
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }))
  useLayoutEffect(() => onDrawn?.())
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (kept !== undefined && kept < count && (kept < first || kept > last)) shown.push(kept)
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      {...rest}
      data-part="virtual-rows"
      className={`${styles.virtualRows} ${className ?? ''}`}
    >
      <div ref={probe} className={styles.virtualProbe} aria-hidden="true" />
      <div data-part="virtual-inner" className={styles.virtualInner} role="presentation" style={{ height: pixels }}>
        {shown.map((row) => (
          <div
            key={row}
            role="presentation"
            data-part="virtual-row"
            className={styles.virtualRow}
            data-row={row}
            style={{ transform: `translateY(${topOf(row)}px)` }}
          >
            {children(row)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Brings what the search is at into sight. @param rowAt the row in which a byte is */
export function useReveal(rows: RefObject<RowsHandle | null>, rowAt: (offset: number) => number): void {
  useSearchPlace((offset) => rows.current?.reveal(rowAt(offset)))
}

/** Reports the byte that the search is at, each time it goes on, even to the same place: the user may have scrolled away. */
export function useSearchPlace(report: (offset: number) => void): void {
  const marks = use(MarksContext)
  const latest = useRef(report)
  useEffect(() => {
    latest.current = report
  })
  useEffect(() => {
    const offset = marks.places[marks.current * 2]
    if (offset !== undefined) latest.current(offset)
  }, [marks])
}

/** How many monospaced characters fit into an element beside its padding, its scroll bar not counted. */
export function columnsOf(element: HTMLElement): number {
  const context = document.createElement('canvas').getContext('2d')
  const { fontFamily, fontSize, paddingLeft } = getComputedStyle(element)
  if (context !== null) context.font = `${fontSize} ${fontFamily}`
  const width = context?.measureText('0'.repeat(100)).width ?? 720
  return Math.floor(((element.clientWidth - Number.parseFloat(paddingLeft)) / width) * 100)
}

/** Browsers lay out no element higher than some 17 to 33 million pixels. Beyond this, one pixel means more than one. */
const maxPixels = 8_000_000

/** The part of a long list of rows of one height that is in sight, and so has to exist. Numbers of rows, both included. */
export interface RowWindow {
  /** The rows to draw: those in sight and some above and below. `last` is below `first` when there are none. */
  first: number
  last: number
  /** How high the element is that holds the rows, px. */
  pixels: number
  /** Where a row is drawn in it, px from its top. */
  topOf(this: void, row: number): number
}

/** Numbers of rows, both included. */
type SeenRows = readonly [first: number, last: number]

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
  /** Height of each row, px. */
  rowHeight: number
  /** Minimum number of rows drawn above and below those in sight. */
  overscan: number
}

/** Number of rows added or removed at once: most frames of scrolling then change nothing in the page. */
const step = 8

/**
 * Watches a scrolling element and says which rows of a list have to exist. The rows begin at the element's top. Asks the
 * browser for no measure while it scrolls; draws again only when rows come into sight that are not drawn.
 */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, overscan }: RowWindowOptions,
): [RowWindow, RowScroll] {
  const [view, setView] = useState({ top: 0, height: 0 })
  const { height } = view
  const sizes = { count, rowHeight, height, overscan }
  const scale = scaleOf(count * rowHeight, height)
  // Fewer rows than before: the browser has moved the area already, or is about to.
  const top = Math.min(view.top, Math.max(0, scale.pixels - height))
  const firstPixel = top * scale.factor
  const [first, last] = drawnFor(seenFrom(firstPixel, height, rowHeight, count), sizes)
  const latest = useRef<KnownRows>({ ...sizes, first, last })
  useLayoutEffect(() => {
    latest.current = { ...sizes, first, last }
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

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const follow = () => {
      const { scrollTop } = element
      const { count, rowHeight, height, first, last } = latest.current
      const seen = seenAt(scrollTop, latest.current)
      const [from, to] = drawnFor(seen, latest.current)
      if (scaleOf(count * rowHeight, height).factor !== 1 || from !== first || to !== last) {
        // At once: rows that come into sight are drawn in the same frame.
        flushSync(() => setView((view) => ({ ...view, top: scrollTop })))
      }
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
      first,
      last,
      pixels: scale.pixels,
      topOf: (row) => (scale.factor === 1 ? row * rowHeight : row * rowHeight - firstPixel + top),
    },
    useRowScroll(scroller, latest),
  ]
}

interface RowSizes {
  count: number
  rowHeight: number
  /** Height of the scrolling element, px. */
  height: number
  overscan: number
}

/** State of a list of rows when it was last drawn. */
interface KnownRows extends RowSizes {
  /** The rows that are drawn. */
  first: number
  last: number
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

/** The rows in sight at a scroll position. */
function seenAt(scrollTop: number, { count, rowHeight, height }: RowSizes): SeenRows {
  const { pixels, factor } = scaleOf(count * rowHeight, height)
  return seenFrom(Math.min(scrollTop, Math.max(0, pixels - height)) * factor, height, rowHeight, count)
}

/** The rows to draw, with enough above and below those in sight: the same ones until the first moves on by a step. */
function drawnFor(seen: SeenRows, { count, rowHeight, height, overscan }: RowSizes): SeenRows {
  const from = Math.floor(seen[0] / step) * step
  const most = Math.ceil(height / rowHeight) + 1
  return [Math.max(0, from - overscan), Math.min(count, from + step + most + overscan) - 1]
}

/** How high the area is, and how many pixels of rows one pixel of scrolling moves. */
function scaleOf(whole: number, height: number): { pixels: number; factor: number } {
  if (whole <= maxPixels) return { pixels: whole, factor: 1 }
  return { pixels: maxPixels, factor: (whole - height) / (maxPixels - height) }
}
