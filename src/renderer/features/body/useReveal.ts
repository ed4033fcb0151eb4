import { type RefObject, use, useEffect, useRef } from 'react'
import { MarksContext } from '../../bytes/marks.ts'
import type { RowsHandle } from './VirtualRows.tsx'

/** Brings what the search is at into sight. @param rowAt the row in which a byte stands */
export function useReveal(rows: RefObject<RowsHandle | null>, rowAt: (offset: number) => number): void {
  const marks = use(MarksContext)
  const latest = useRef(rowAt)
  useEffect(() => {
    latest.current = rowAt
  })
  useEffect(() => {
    // Whenever the search goes on, even to the same place: a person may have scrolled away.
    const offset = marks.places[marks.current * 2]
    if (offset !== undefined) rows.current?.reveal(latest.current(offset))
  }, [rows, marks])
}
