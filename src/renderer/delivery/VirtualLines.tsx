import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

interface VirtualLinesProps {
  count: number
  label: string
  className?: string
  children: (index: number) => ReactNode
}

const lineHeight = 20

/** Many lines of one height in a scrolling area of its own; only those in sight exist. */
export function VirtualLines({ count, label, className, children }: VirtualLinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })
  return (
    <section ref={scroller} className={`virtual-lines ${className ?? ''}`} aria-label={label} tabIndex={0}>
      <div className="virtual-inner" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          <div key={index} className="virtual-line" style={{ transform: `translateY(${start}px)` }}>
            {children(index)}
          </div>
        ))}
      </div>
    </section>
  )
}
