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
import { type RowScroll, useRowWindow } from './useRowWindow.ts'
import styles from './VirtualRows.module.css'
import { MarksContext } from '../../../bytes/marks.ts'

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
