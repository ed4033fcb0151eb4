import { useCallback, useEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from '../wire/problem.ts'
import { wireWords } from '../wire/words.ts'
import { useAppState } from './useApp.ts'

export interface Loaded<T> {
  /** The last answer for this key, kept while a newer one is on its way. */
  data: T | undefined
  loading: boolean
  problem: Problem | null
  reload(): void
}

interface Outcome<T> {
  key: string
  /** The load that brought it. */
  load: string
  data: T | undefined
  problem: Problem | null
}

/**
 * Loads something for as long as a component shows it. A new `key` is another thing: its data starts empty. A new
 * `version` is a newer state of the same thing: the shown data stays until the answer is there. A load that
 * failed because the line was lost is repeated when the line is back.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>, version: string = ''): Loaded<T> {
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null)
  const [round, setRound] = useState(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const reload = useCallback(() => setRound((now) => now + 1), [])
  const isOpen = useAppState(({ wire }) => wire.kind === 'open')
  const isMissed = useRef(false)
  useEffect(() => {
    if (!isOpen || !isMissed.current) return
    isMissed.current = false
    reload()
  }, [isOpen, reload])
  const wanted = `${key}\n${version}\n${round}`
  useEffect(() => {
    const abort = new AbortController()
    latest.current(abort.signal).then(
      (data) => {
        if (abort.signal.aborted) return
        isMissed.current = false
        setOutcome({ key, load: wanted, data, problem: null })
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        const problem = problemOf(error, wireWords.lostLoad)
        isMissed.current = problem.isLost
        setOutcome((now) => ({ key, load: wanted, data: now?.key === key ? now.data : undefined, problem }))
      },
    )
    return () => abort.abort()
  }, [key, wanted])
  const loading = outcome?.load !== wanted
  return {
    data: outcome?.key === key ? outcome.data : undefined,
    loading,
    problem: loading ? null : outcome.problem,
    reload,
  }
}

export interface Call<I extends unknown[], T> {
  /** Runs it; resolves with the answer, or undefined when it failed or is already running. Never rejects. */
  run(...input: I): Promise<T | undefined>
  busy: boolean
  /** The last answer. */
  answer: T | undefined
  /** Why the last run failed, or null. */
  problem: Problem | null
  reset(): void
}

/** A call that the user starts: its progress, its answer and its failure, to be shown where it was started. */
export function useCall<I extends unknown[], T>(work: (...input: I) => Promise<T>): Call<I, T> {
  const [state, setState] = useState<{ busy: boolean; answer: T | undefined; problem: Problem | null }>(idle)
  const latest = useRef(work)
  const running = useRef(false)
  useEffect(() => {
    latest.current = work
  })
  const run = useCallback(async (...input: I) => {
    if (running.current) return undefined
    running.current = true
    setState((state) => ({ ...state, busy: true, problem: null }))
    try {
      const answer = await latest.current(...input)
      setState({ busy: false, answer, problem: null })
      return answer
    } catch (error) {
      setState((state) => ({ ...state, busy: false, problem: problemOf(error, wireWords.lostChange) }))
      return undefined
    } finally {
      running.current = false
    }
  }, [])
  const reset = useCallback(() => setState(idle), [])
  return { ...state, run, reset }
}

const idle = { busy: false, answer: undefined, problem: null }
