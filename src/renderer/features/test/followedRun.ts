import { useCallback, useEffect, useState } from 'react'
import { type Problem, problemOf } from '../../data/wire/problem.ts'
import { wireWords } from '../../data/wire/words.ts'

interface Run {
  run: string
  state: string
}

interface FollowedRun<View extends Run> {
  /** The run on the screen; null: none yet. */
  view: View | null
  problem: Problem | null
  follow(run: string): void
  replace(view: View): void
}

/**
 * Follows one run until it ends: each answer waits for progress. A run goes on when the screen is left.
 * @param get the run as it is now; with a view once it has changed. Keeps its identity
 */
export function useFollowedRun<View extends Run>(
  get: (run: string, seen: View | null) => Promise<View>,
): FollowedRun<View> {
  const [id, setId] = useState<string | null>(null)
  const [view, setView] = useState<View | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    const abort = new AbortController()
    const poll = async () => {
      for (let seen: View | null = null; !abort.signal.aborted;) {
        const next = await get(id, seen)
        if (abort.signal.aborted) return
        seen = next
        setView(next)
        setProblem(null)
        if (next.state !== 'running') return
      }
    }
    poll().catch((error: unknown) => {
      if (!abort.signal.aborted) setProblem(problemOf(error, wireWords.lostLoad))
    })
    return () => abort.abort()
  }, [get, id])
  return { view, problem, follow: useCallback((run: string) => setId(run), []), replace: setView }
}
