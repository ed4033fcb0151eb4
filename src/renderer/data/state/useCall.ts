import { useCallback, useEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from '../wire/problem.ts'
import { wireWords } from '../wire/words.ts'

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

/** As `useCall`, for changes that are made at once: what comes while one runs is not left out, it follows that one. */
export function useCallsInOrder<I extends unknown[], T>(work: (...input: I) => Promise<T>): Call<I, T> {
  const call = useCall(work)
  const { run: runNow } = call
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const run = useCallback(
    async (...input: I) => {
      const mine = last.current.then(async () => runNow(...input))
      last.current = mine
      return mine
    },
    [runNow],
  )
  return { ...call, run }
}

const idle = { busy: false, answer: undefined, problem: null }
