import { createListeners } from '../shared/basics/listeners.ts'

const shortest = 50

/** Notifies listeners of changes, at most every 50 ms and never on the caller's stack. */
export interface Changes {
  note(): void
  onChange: (listener: () => void) => () => void
  stop(): void
}

export function startChanges(): Changes {
  const listeners = createListeners()
  let timer: NodeJS.Timeout | null = null
  let notifiedAt = 0
  const notify = (): void => {
    timer = null
    notifiedAt = Date.now()
    listeners.call()
  }
  return {
    note: () => {
      // Bounded above too: the clock may have been set back.
      timer ??= setTimeout(notify, Math.min(shortest, Math.max(0, notifiedAt + shortest - Date.now())))
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
