import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ScenarioOutline, ScenarioRun, ScenarioRunStep } from '../../../../shared/wireTypes.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { useLoad } from '../../../data/state/calls.ts'
import { keptTarget, openStep } from '../scenarios/runOptions.ts'
import { isLive, useScenarioRun } from '../scenarios/useScenarioRun.ts'
import { sceneWords } from './words.ts'

interface Scenes {
  /** Undefined while the file is loaded. */
  outline: ScenarioOutline | undefined
  view: ScenarioRun | null
  scenes: readonly Scene<ScenarioRunStep>[]
  /** The picture that is shown: 0 the title, then the scenes, then the result. */
  at: number
  /** The scene that is shown. */
  scene: Scene<ScenarioRunStep> | undefined
  /** Scenes that have begun. */
  reached: number
  isBusy: boolean
  problem: string | null
  /** Shows the next picture, which happens then, or the one before, as it was. */
  move: (by: 1 | -1) => void
  /** Cancels the run and goes back to the title. */
  reset: () => void
}

/** A run of a scenario that pauses before each caption, and the picture that is shown of it. */
export function useScenes(place: ScenarioPlace): Scenes {
  const client = useClient()
  const file = useLoad(`present-scenario:${place.from}/${place.name}`, async (signal) => {
    const [{ outline, problems }, { items }] = await Promise.all([
      client.scenarios.get(place, { signal }),
      client.scenarios.runs.list(undefined, { signal }),
    ])
    const going = items.find((run) => isLive(run) && run.source.from === place.from && run.source.name === place.name)
    return { outline, hasProblems: problems.length > 0, going: going?.run ?? null }
  })
  const run = useScenarioRun(() => undefined)
  const { view, isStarting, show, start, next, cancel, clear } = run
  const outline = file.data?.outline ?? undefined
  const going = file.data?.going ?? null
  const steps = view?.steps ?? outline?.steps.map(openStep)
  const scenes = useMemo(() => scenesOf(steps ?? []), [steps])
  const begun = scenes.filter(({ place: first }) => view?.steps[first]?.state !== 'open' && view !== null).length
  const [at, setAt] = useState<number | null>(null)
  /** Back from the inspector, the run goes on where it was. */
  useEffect(() => {
    if (going !== null) show(going)
  }, [going, show])
  const shown = at ?? begun
  const reached = Math.max(begun, isStarting ? 1 : 0)
  const current = scenes[reached - 1]
  const isBusy =
    isStarting ||
    view?.state === 'running' ||
    (current !== undefined && sceneState(current, true) === 'running' && isLive(view))
  const isLoading = file.data === undefined || (going !== null && view === null)
  // A key may come before the effects of the render that the presenter sees, so it asks for the newest state.
  const latest = useRef((_by: 1 | -1) => {})
  useLayoutEffect(() => {
    latest.current = (by) => {
      const to = shown + by
      if (isLoading || to < 0 || to > scenes.length + 1) return
      const isOver = view !== null && !isLive(view)
      if (to <= reached || isOver) {
        setAt(to > reached ? scenes.length + 1 : to)
        return
      }
      if (isBusy || by === -1) return
      setAt(to)
      if (view !== null) next(false)
      else {
        const target = keptTarget()
        const pauseBefore = scenes.slice(1).map(({ place: first }) => first)
        void start({ ...place, pauseBefore, ...(target === '' ? {} : { target }) })
      }
    }
  })
  const move = useCallback((by: 1 | -1) => latest.current(by), [])
  const reset = useCallback(() => {
    if (isLive(view)) cancel()
    clear()
    setAt(0)
  }, [view, cancel, clear])
  return {
    outline,
    view,
    scenes,
    at: shown,
    scene: scenes[shown - 1],
    reached,
    isBusy,
    problem:
      run.problem?.message ??
      file.problem?.message ??
      view?.problem ??
      (file.data?.hasProblems === true ? sceneWords.wrong : null),
    move,
    reset,
  }
}

type SceneStep = Pick<ScenarioRunStep, 'place' | 'kind' | 'title' | 'state'>

/** A caption and the steps up to the next one. */
export interface Scene<Step extends SceneStep> {
  /** Place of its first step. */
  place: number
  /** Null: the steps before the first caption. */
  caption: string | null
  steps: Step[]
}

/** The pictures that the captions of a scenario make. Pure. */
export function scenesOf<Step extends SceneStep>(steps: readonly Step[]): Scene<Step>[] {
  const scenes: Scene<Step>[] = []
  for (const step of steps) {
    if (step.kind === 'say') scenes.push({ place: step.place, caption: step.title, steps: [] })
    else if (scenes.length === 0) scenes.push({ place: step.place, caption: null, steps: [step] })
    else scenes.at(-1)?.steps.push(step)
  }
  return scenes
}

/** How far a scene has come. Pure. */
export function sceneState({ steps }: Pick<Scene<SceneStep>, 'steps'>, isReached: boolean) {
  if (!isReached) return 'open'
  if (steps.some(({ state }) => state === 'failed' || state === 'broken' || state === 'stopped')) return 'failed'
  return steps.every(({ state }) => state === 'held' || state === 'skipped') ? 'done' : 'running'
}
