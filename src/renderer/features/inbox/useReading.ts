import { useCallback, useEffect } from 'react'
import { useApp } from '../../data/state/useApp.ts'

/** Rows from the top within which a person still looks at what comes in. */
const nearRows = 20

/**
 * Scrolling away from the newest is reading: the list then stands still, so that nothing is pushed away under the eye and a
 * rush costs no frames. Back near the top it takes in what came meanwhile.
 * @returns to be called with the first row in sight whenever the list scrolls
 */
export function useReading(): (firstSeen: number) => void {
  const { inbox, store } = useApp()
  useEffect(
    () => () => {
      if (store.getState().inbox.held?.by === 'scroll') inbox.resume()
    },
    [inbox, store],
  )
  return useCallback(
    (firstSeen) => {
      const { held, cut } = store.getState().inbox
      const isNear = firstSeen < nearRows
      if (!isNear && held === null && !cut) inbox.read()
      else if (isNear && held?.by === 'scroll') inbox.resume()
    },
    [inbox, store],
  )
}
