import { useSyncExternalStore } from 'react'

/** The newest delivery when the demo of the first run began; null while its picture is not shown. */
let begun: string | null = null
const listeners = new Set<() => void>()

/** How long the finished picture stays, ms: enough to read its four words. */
const finishedMs = 1500

/** Begins the picture of the first run. @param after the newest delivery now, "0" without any */
export function beginFirstRun(after: string): void {
  begun = after
  notify()
}

/** Ends the picture soon: the demo is over, however. */
export function endFirstRun(): void {
  const ended = begun
  setTimeout(() => {
    if (begun !== ended) return
    begun = null
    notify()
  }, finishedMs)
}

/** The newest delivery when the demo began, or null. */
export function useFirstRun(): string | null {
  return useSyncExternalStore(subscribe, () => begun)
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
