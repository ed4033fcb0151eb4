import {
  type ClipboardEvent,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import './VirtualRows.css'

export interface RowsHandle {
  /** Brings a row into sight, in the middle when it was far. */
  reveal(row: number): void
  /** How many rows are in sight at once. */
  page(): number
  focus(): void
}

interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  count: number
  label: string
  /** Exists even when it is out of sight: what has the focus must be there for screen readers. */
  kept?: number
  handle?: Ref<RowsHandle>
  onCopy?: (event: ClipboardEvent) => void
  children: (row: number) => ReactNode
}

/** Browsers lay out no element higher than some 17 to 33 million pixels. Beyond this, one pixel stands for more than one. */
const mostPixels = 8_000_000
const overscan = 8

/** Any number of rows of one height in a scrolling area of its own; only those in sight exist. */
export function VirtualRows({ count, label, kept, handle, className, children, ...rest }: VirtualRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600, row: 20 })
  useLayoutEffect(() => {
    const [area, one] = [scroller.current, probe.current]
    if (area === null || one === null) return
    const measure = () => {
      const next = { height: area.clientHeight, row: one.offsetHeight || 20 }
      setView((view) => (view.height === next.height && view.row === next.row ? view : { ...view, ...next }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    observer.observe(one)
    return () => observer.disconnect()
  }, [])
  const { row, height } = view
  const scale = scaleOf(count * row, height)
  // Fewer rows than before: the browser has moved the area already, or is about to.
  const top = Math.min(view.top, Math.max(0, scale.pixels - height))
  const firstPixel = top * scale.factor
  const first = Math.max(0, Math.floor(firstPixel / row) - overscan)
  const last = Math.min(count - 1, Math.ceil((firstPixel + height) / row) + overscan)
  useImperativeHandle(handle, () => ({
    reveal: (target) => {
      const area = scroller.current
      if (area === null) return
      // Measured now: right after a view appeared, what is known of it is older than what it became.
      const [height, row] = [area.clientHeight, probe.current?.offsetHeight ?? view.row]
      const { factor } = scaleOf(count * row, height)
      const now = area.scrollTop * factor
      const from = target * row
      if (from >= now && from + row <= now + height) return
      const near = Math.abs(from - now) < height * 2
      const wanted = !near ? from - height / 2 : from < now ? from : from + row - height
      area.scrollTop = Math.max(0, wanted) / factor
    },
    page: () => Math.max(1, Math.floor(height / row) - 1),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }))
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (kept !== undefined && kept < count && (kept < first || kept > last)) shown.push(kept)
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      {...rest}
      className={`virtual-rows ${className ?? ''}`}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget
        setView((view) => (view.top === scrollTop ? view : { ...view, top: scrollTop }))
      }}
    >
      <div ref={probe} className="virtual-probe" aria-hidden="true" />
      <div className="virtual-inner" role="presentation" style={{ height: scale.pixels }}>
        {shown.map((index) => (
          <div
            key={index}
            role="presentation"
            className="virtual-row"
            style={{ transform: `translateY(${index * row - firstPixel + top}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** How high the area is, and how many pixels of rows one pixel of scrolling stands for. */
function scaleOf(whole: number, height: number): { pixels: number; factor: number } {
  if (whole <= mostPixels) return { pixels: whole, factor: 1 }
  return { pixels: mostPixels, factor: (whole - height) / (mostPixels - height) }
}
