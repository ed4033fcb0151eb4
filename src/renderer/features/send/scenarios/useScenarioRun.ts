import { useCallback, useEffect, useRef, useState } from 'react'
import type { ScenarioOutline, ScenarioRun, ScenarioRunInput, ScenarioRunStep } from '../../../../shared/wireTypes.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { type Problem, problemOf } from '../../../data/wire/problem.ts'
import { wireWords } from '../../../data/wire/words.ts'

export interface ScenarioRunState {
  /** The run that is shown; null: none yet. */
  view: ScenarioRun | null
  isStarting: boolean
  /** Why it was not started, or why its progress cannot be read. */
  problem: Problem | null
  start(input: ScenarioRunInput): Promise<void>
  /** Shows a run, and follows it while it is not over. */
  show(run: string): void
  pause(): void
  next(toEnd: boolean): void
  cancel(): void
  clear(): void
}

/** Whether a run is not over yet. Pure. */
export function isLive(view: Pick<ScenarioRun, 'state'> | null): boolean {
  return view !== null && (view.state === 'running' || view.state === 'paused')
}

/** Starts a run and follows it: the engine answers as soon as there is a change. A run goes on when the screen is left. */
export function useScenarioRun(): ScenarioRunState {
  const client = useClient()
  const [state, setState] = useState<Pick<ScenarioRunState, 'view' | 'isStarting' | 'problem'>>(idle)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const begin = useCallback(() => {
    abort.current?.abort()
    abort.current = new AbortController()
    return abort.current.signal
  }, [])
  const fail = useCallback((error: unknown, signal: AbortSignal) => {
    if (signal.aborted) return
    setState((now) => ({ ...now, isStarting: false, problem: problemOf(error, wireWords.lostChange) }))
  }, [])
  const follow = useCallback(
    async (run: string, signal: AbortSignal) => {
      try {
        let view = await client.scenarios.runs.get({ run }, { signal })
        while (!signal.aborted) {
          setState({ view, isStarting: false, problem: null })
          if (!isLive(view)) break
          view = await client.scenarios.runs.get({ run, after: view.changes }, { signal })
        }
      } catch (error) {
        fail(error, signal)
      }
    },
    [client, fail],
  )
  const start = useCallback(
    async (input: ScenarioRunInput) => {
      const signal = begin()
      setState({ view: null, isStarting: true, problem: null })
      try {
        const { run } = await client.scenarios.runs.start(input)
        if (!signal.aborted) void follow(run, signal)
      } catch (error) {
        fail(error, signal)
      }
    },
    [client, begin, follow, fail],
  )
  const show = useCallback((run: string) => void follow(run, begin()), [begin, follow])
  const run = state.view?.run
  const change = useCallback(
    (call: (of: { run: string }) => Promise<ScenarioRun>) => {
      const signal = abort.current?.signal
      if (run === undefined || signal === undefined) return
      call({ run }).catch((error: unknown) => fail(error, signal))
    },
    [run, fail],
  )
  const { runs } = client.scenarios
  return {
    ...state,
    start,
    show,
    pause: () => change(async (of) => runs.pause(of)),
    next: (toEnd) => change(async (of) => runs.next({ ...of, toEnd })),
    cancel: () => change(async (of) => runs.cancel(of)),
    clear: useCallback(() => {
      abort.current?.abort()
      setState(idle)
    }, []),
  }
}

const idle = { view: null, isStarting: false, problem: null }

const targetKey = 'hookscope.scenario.target'

/** The app under test as it was typed last in this window; empty: none. */
export function keptTarget(): string {
  return sessionStorage.getItem(targetKey) ?? ''
}

export function keepTarget(target: string): void {
  sessionStorage.setItem(targetKey, target)
}

/** A step that no run has come to. */
export function openStep(step: ScenarioOutline['steps'][number]): ScenarioRunStep {
  return {
    ...step,
    state: 'open',
    startedAt: null,
    took: null,
    deliveryIds: [],
    object: null,
    progress: null,
    answer: null,
    failures: [],
    note: null,
  }
}
