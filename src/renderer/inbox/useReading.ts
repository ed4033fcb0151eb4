import { type RefObject, useEffect } from 'react'
import { useApp } from '../state/useApp.ts'

/** Rows from the top within which a person still looks at what comes in. */
const nearRows = 20

/**
 * Whoever scrolls away from the newest reads: the list then stands still, so that nothing is pushed away under the eye and
 * a rush costs no frames. Back near the top it takes in what came meanwhile.
 */
export function useReading(scroller: RefObject<HTMLElement | null>, rowHeight: number): void {
  const { inbox, store } = useApp()
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const onScroll = () => {
      const { held, cut } = store.getState().inbox
      const near = element.scrollTop <= nearRows * rowHeight
      if (!near && held === null && !cut) inbox.read()
      else if (near && held?.by === 'scroll') inbox.resume()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      if (store.getState().inbox.held?.by === 'scroll') inbox.resume()
    }
  }, [inbox, store, scroller, rowHeight])
}
