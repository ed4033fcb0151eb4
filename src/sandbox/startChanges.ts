import { createListeners } from '../shared/basics/listeners.ts'

const shortest = 50

/** Tells listeners that something changed, at most every 50 ms and never on the caller's stack. */
export interface Changes {
  note(): void
  onChange: (listener: () => void) => () => void
  stop(): void
}

export function startChanges(): Changes {
  const listeners = createListeners()
  let timer: NodeJS.Timeout | null = null
  let toldAt = 0
  const tell = (): void => {
    timer = null
    toldAt = Date.now()
    listeners.call()
  }
  return {
    note: () => {
      // Bounded above too: the clock may have been set back.
      timer ??= setTimeout(tell, Math.min(shortest, Math.max(0, toldAt + shortest - Date.now())))
    },
    onChange: listeners.add,
    stop: () => {
      listeners.clear()
      if (timer !== null) {
        clearTimeout(timer)
      }
    },
  }
}
