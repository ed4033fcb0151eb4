import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { useApp } from '../state/useApp.ts'

/** Rows from the top within which a person still looks at what comes in. */
const nearRows = 20

/**
 * Whoever scrolls away from the newest reads: the list then stands still, so that nothing is pushed away under the eye and
 * a rush costs no frames. Back near the top it takes in what came meanwhile.
 */
export function useReading(
  scroller: RefObject<HTMLElement | null>,
  virtual: Virtualizer<HTMLDivElement, Element>,
  rowHeight: number,
): void {
  const { inbox, store } = useApp()
  useEffect(() => {
    const element = scroller.current
    const onScroll = () => {
      const { held, cut } = store.getState().inbox
      // To ask the element would make the browser lay everything out at once; the virtual list has asked before it changed.
      const near = (virtual.scrollOffset ?? 0) <= nearRows * rowHeight
      if (!near && held === null && !cut) inbox.read()
      else if (near && held?.by === 'scroll') inbox.resume()
    }
    element?.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element?.removeEventListener('scroll', onScroll)
      if (store.getState().inbox.held?.by === 'scroll') inbox.resume()
    }
  }, [inbox, store, scroller, virtual, rowHeight])
}
