import { type RefObject, useLayoutEffect, useState } from 'react'
import { columnsOf } from './columnsOf.ts'
import { bytesPerRow, columnsOfRow } from '../../bytes/hexText.ts'

/** Room for the scroll bar. */
const spare = 2

/** So many bytes stand in a row of a hex view: sixteen, or eight where the text beside them would be out of sight. */
export function useBytesPerRow(area: RefObject<HTMLElement | null>): number {
  const [perRow, setPerRow] = useState(bytesPerRow)
  useLayoutEffect(() => {
    const element = area.current
    if (element === null) return
    const measure = () => setPerRow(columnsOf(element) - spare < columnsOfRow ? bytesPerRow / 2 : bytesPerRow)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [area])
  return perRow
}
