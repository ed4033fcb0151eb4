import { type KeyboardEvent, useState } from 'react'

/**
 * Pointing at the rows or points of a chart, by pointer and by keyboard. Null: at none.
 * @param onEnter Enter where something is pointed at
 * @param onMove another one is pointed at
 */
export function useRowCursor(rows: number, onEnter?: (row: number) => void, onMove?: (row: number | null) => void) {
  const [cursor, setCursor] = useState<number | null>(null)
  const shown = cursor === null || rows === 0 ? null : Math.min(cursor, rows - 1)
  const point = (row: number | null) => {
    if (row === shown) return
    setCursor(row)
    onMove?.(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = rows === 0 ? null : nextRow(event.key, shown, rows)
    if (next !== null) point(next)
    else if (event.key === 'Enter' && shown !== null && onEnter !== undefined) onEnter(shown)
    else if (event.key === 'Escape' && shown !== null) point(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { cursor: shown, point, onKeyDown, onBlur: () => point(null) }
}

/** Where a key leads: the first step begins at the near end. Null: it is no key of ours. */
function nextRow(key: string, from: number | null, rows: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return from === null ? 0 : Math.min(rows - 1, from + 1)
    case 'ArrowUp':
    case 'ArrowLeft':
      return from === null ? rows - 1 : Math.max(0, from - 1)
    case 'Home':
      return 0
    case 'End':
      return rows - 1
    default:
      return null
  }
}
