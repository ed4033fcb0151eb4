import { type RefObject, useEffect, useState } from 'react'
import { useSettled } from '../ui/useSettled.ts'

/** Room at the right end, for the scroll bar and characters that are wider than others. */
const spare = 4

/** How many monospaced characters fit into an element; null until it is known. */
export function useColumns(area: RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null)
  useEffect(() => {
    const element = area.current
    if (element === null) return
    const context = document.createElement('canvas').getContext('2d')
    const measure = () => {
      const { fontFamily, fontSize, paddingLeft } = getComputedStyle(element)
      if (context !== null) context.font = `${fontSize} ${fontFamily}`
      const width = context?.measureText('0'.repeat(100)).width ?? 720
      setColumns(
        Math.max(20, Math.floor(((element.clientWidth - Number.parseFloat(paddingLeft)) / width) * 100) - spare),
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return useSettled(columns, 150)
}
