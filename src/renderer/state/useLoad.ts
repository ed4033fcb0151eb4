import { useCallback, useEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from '../wire/problem.ts'

export interface Loaded<T> {
  /** The last answer for this key, kept while a newer one is on its way. */
  data: T | undefined
  loading: boolean
  problem: Problem | null
  reload(): void
}

/**
 * Loads something for as long as a component shows it. A new `key` is another thing: its data starts empty. A new
 * `version` is a newer state of the same thing: what is shown stays until the answer is there.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>, version: string = ''): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | undefined; loading: boolean; problem: Problem | null }>({
    key,
    data: undefined,
    loading: true,
    problem: null,
  })
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  useEffect(() => {
    const abort = new AbortController()
    setState((now) => ({ key, data: now.key === key ? now.data : undefined, loading: true, problem: null }))
    latest.current(abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) setState({ key, data, loading: false, problem: null })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setState((now) => ({ ...now, key, loading: false, problem: problemOf(error) }))
      },
    )
    return () => abort.abort()
  }, [key, version, round])
  const reload = useCallback(() => setRound((now) => now + 1), [])
  // Until the effect has run, the state still belongs to the thing before.
  const current = state.key === key ? state : { data: undefined, loading: true, problem: null }
  return { data: current.data, loading: current.loading, problem: current.problem, reload }
}
