import { useEffect, useState } from 'react'

/**
 * The popups (menus, tooltips, toasts, dialogs), drawn on a headless library. They are one chunk that the page loads after
 * its first input or with its first popup, whatever comes first: nothing of it is transferred before the inbox takes input.
 */
export type Kit = Awaited<ReturnType<typeof loadKit>>

export const loadKit = async () => import('./kit.ts')

/**
 * The kit, from the moment it is wanted and loaded; null before.
 * @param onMissing is called when it cannot be loaded, such as from a server that has ended; keep it the same
 */
export function useKit(wanted: boolean, onMissing: () => void): Kit | null {
  const [loaded, setLoaded] = useState<Kit | null>(null)
  const isMissing = wanted && loaded === null
  useEffect(() => {
    if (!isMissing) return
    let isOver = false
    loadKit().then(
      (now) => {
        if (!isOver) setLoaded(now)
      },
      () => {
        if (!isOver) onMissing()
      },
    )
    return () => {
      isOver = true
    }
  }, [isMissing, onMissing])
  return loaded
}

const firstInputs = ['pointermove', 'pointerdown', 'keydown'] as const

/** Loads the kit when the page is idle after its first input, so that the first popup opens at once. Returns how to stop. */
export function preloadKit(): () => void {
  const preload = () => {
    stop()
    const load = () => void loadKit().catch(() => undefined)
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(load)
    else setTimeout(load, 200)
  }
  const stop = () => {
    for (const input of firstInputs) document.removeEventListener(input, preload)
  }
  for (const input of firstInputs) document.addEventListener(input, preload, { passive: true })
  return stop
}
