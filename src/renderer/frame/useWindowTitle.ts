import { useEffect, useRef, useState } from 'react'
import { screenFor } from '../screens.tsx'
import { useApp, useAppState } from '../state/useApp.ts'
import { frameWords } from '../words/frame.ts'
import { failuresAfter } from './failuresAfter.ts'

/** The window's title names the screen; while nobody looks it counts the deliveries that fail their check. */
export function useWindowTitle(): void {
  const path = useAppState((state) => state.route.screen)
  const failures = useUnseenFailures()
  useEffect(() => {
    document.title = frameWords.windowTitle(screenFor(path)?.label ?? null, failures)
  }, [path, failures])
}

/** How many deliveries failed since the page was last looked at. */
function useUnseenFailures(): number {
  const { store } = useApp()
  const [failures, setFailures] = useState(0)
  const seen = useRef('0')
  useEffect(() => {
    const look = () => {
      const { window: items } = store.getState().feed
      if (!document.hidden) seen.current = items[0]?.id ?? seen.current
      setFailures(document.hidden ? failuresAfter(items, seen.current) : 0)
    }
    look()
    document.addEventListener('visibilitychange', look)
    const stop = store.subscribe((now, before) => {
      if (now.feed.window !== before.feed.window) look()
    })
    return () => {
      document.removeEventListener('visibilitychange', look)
      stop()
    }
  }, [store])
  return failures
}
