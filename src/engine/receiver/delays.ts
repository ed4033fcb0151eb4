import type { AnswerEnd } from './types.ts'

/** Maximum answers that are delayed at once. Beyond it, answers go out without a delay, so that no sender is refused. */
const maxPending = 500

/** Answers that are delayed. */
export interface Delays {
  /** Resolves after a time in ms, or before: with the reason. `gone`: the sender left. */
  wait(ms: number, gone: AbortSignal): Promise<AnswerEnd['early']>
  /** Aborted when delays are no longer allowed. */
  hurried: AbortSignal
  /** Ends all delays, including later ones. */
  hurry(): void
}

export function createDelays(): Delays {
  const hurried = new AbortController()
  let waiting = 0

  return {
    hurried: hurried.signal,
    hurry: () => hurried.abort(),
    async wait(ms, gone) {
      if (hurried.signal.aborted) return 'stopping'
      if (waiting >= maxPending) return 'too-many'
      waiting += 1
      try {
        await new Promise<void>((resolve) => {
          const finish = () => {
            clearTimeout(timer)
            hurried.signal.removeEventListener('abort', finish)
            gone.removeEventListener('abort', finish)
            resolve()
          }
          const timer = setTimeout(finish, ms)
          hurried.signal.addEventListener('abort', finish)
          gone.addEventListener('abort', finish)
          if (gone.aborted) finish()
        })
      } finally {
        waiting -= 1
      }
      return hurried.signal.aborted ? 'stopping' : null
    },
  }
}
