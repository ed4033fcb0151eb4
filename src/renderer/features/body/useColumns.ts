import { type RefObject, useEffect, useState } from 'react'
import { useSettled } from '../../ui/useSettled.ts'
import { columnsOf } from './columnsOf.ts'

/** Room at the right end, for the scroll bar and characters that are wider than others. */
const spare = 4

/** How many monospaced characters fit into an element; null until it is known. */
export function useColumns(area: RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null)
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const measure = () => setColumns(Math.max(20, columnsOf(element) - spare))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return useSettled(columns, 150)
}
