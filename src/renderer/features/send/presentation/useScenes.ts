import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ScenarioOutline, ScenarioRun, ScenarioRunStep } from '../../../../shared/wireTypes.ts'
import type { ScenarioPlace } from '../../../data/state/route.ts'
import { useClient } from '../../../data/state/useApp.ts'
import { isLive, keptTarget, openStep, useScenarioRun } from '../scenarios/useScenarioRun.ts'
import { stageWords } from './stageWords.ts'

/** A scenario by its name; without `from` the user's own, else the bundled one. */
export interface StagePlace {
  name: string
  from?: ScenarioPlace['from']
}

interface Scenes {
  /** Undefined while the file, or the run that goes on, is loaded: a picture that is shown can be left by a key. */
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
  /** Cancels the run, which puts back what it has set. */
  cancel: () => void
}

/** A run of a scenario that pauses before each caption, and the picture that is shown of it. */
export function useScenes(place: StagePlace): Scenes {
  /** Read once: from then on it is written. */
  const [left] = useState(leftPicture)
  const file = useStageFile(place, left)
  const run = useScenarioRun()
  const { view, isStarting, show, start, next, cancel, clear } = run
  const outline = file.data?.outline ?? undefined
  /** True after a new start by the presenter, who does not want the earlier run back. */
  const [isFresh, setFresh] = useState(false)
  const going = isFresh ? null : (file.data?.going ?? null)
  const leftAt = going !== null && going === left?.run ? left.at : null
  const steps = view?.steps ?? outline?.steps.map(openStep)
  const scenes = useMemo(() => scenesOf(steps ?? []), [steps])
  const begun = scenes.filter(({ place: first }) => view?.steps[first]?.state !== 'open' && view !== null).length
  const [at, setAt] = useState<number | null>(null)
  /** Back from the inspector, the run goes on where it was. */
  useEffect(() => {
    if (going !== null) show(going)
  }, [going, show])
  const shown = at ?? leftAt ?? begun
  const shownRun = view?.run
  useEffect(() => {
    if (shownRun !== undefined) leavePicture({ run: shownRun, at: shown })
  }, [shownRun, shown])
  const reached = Math.max(begun, isStarting ? 1 : 0)
  const current = scenes[reached - 1]
  const isBusy =
    isStarting ||
    view?.state === 'running' ||
    // The run was asked to go on, and has not come to the picture yet.
    (shown > reached && shown <= scenes.length && isLive(view) && run.problem === null) ||
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
        // The demo needs no app, so it does not ask one that another scenario was run against.
        const target = place.from === undefined ? '' : keptTarget()
        const pauseBefore = scenes.slice(1).map(({ place: first }) => first)
        void start({ ...place, pauseBefore, ...(target === '' ? {} : { target }) })
      }
    }
  })
  const move = useCallback((by: 1 | -1) => latest.current(by), [])
  const reset = useCallback(() => {
    if (isLive(view)) cancel()
    clear()
    leavePicture(null)
    setFresh(true)
    setAt(0)
  }, [view, cancel, clear])
  return {
    outline: isLoading ? undefined : outline,
    view,
    scenes,
    at: shown,
    scene: scenes[shown - 1],
    reached,
    isBusy,
    problem:
      run.problem?.message ??
      file.error?.message ??
      view?.problem ??
      (file.data?.hasProblems === true ? stageWords.wrong : null),
    move,
    reset,
    cancel: () => {
      if (isLive(view)) cancel()
    },
  }
}

/**
 * The file, and its run that this window has left, or another window has begun. Read once each time that the stage is
 * entered: a presentation keeps what it began with.
 */
function useStageFile(place: StagePlace, left: LeftPicture | null) {
  const client = useClient()
  // An answer of the time before can still be there when a presenter comes back at once.
  const [entered] = useState(() => performance.now())
  return useQuery({
    queryKey: [['scenarios'], { stage: place, entered }],
    queryFn: async ({ signal }) => {
      const [{ outline, problems, from }, { items }] = await Promise.all([
        client.scenarios.get(place, { signal }),
        client.scenarios.runs.list(undefined, { signal }),
      ])
      const own = items.filter(({ source }) => source.from === from && source.name === place.name)
      const going = own.find(({ run }) => run === left?.run) ?? own.find(isLive)
      return {
        outline,
        hasProblems: problems.length > 0,
        going: going?.run ?? null,
      }
    },
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  })
}

/** The picture at which the presenter left the stage, in this window. */
interface LeftPicture {
  run: string
  at: number
}

const leftKey = 'hookscope.stage.left'

function leavePicture(left: LeftPicture | null): void {
  if (left === null) sessionStorage.removeItem(leftKey)
  else sessionStorage.setItem(leftKey, `${left.run} ${left.at}`)
}

function leftPicture(): LeftPicture | null {
  const [run = '', at = ''] = sessionStorage.getItem(leftKey)?.split(' ') ?? []
  return run === '' ? null : { run, at: Number(at) }
}

type SceneStep = Pick<ScenarioRunStep, 'place' | 'kind' | 'title' | 'detail' | 'state'>

/** A caption and the steps up to the next one. */
export interface Scene<Step extends SceneStep> {
  /** Place of its first step. */
  place: number
  /** Null: the steps before the first caption. */
  caption: string | null
  /** The lines of the caption below its title. */
  detail: string | null
  steps: Step[]
}

/** The pictures that the captions of a scenario make. Pure. */
export function scenesOf<Step extends SceneStep>(steps: readonly Step[]): Scene<Step>[] {
  const scenes: Scene<Step>[] = []
  for (const step of steps) {
    if (step.kind === 'say') scenes.push({ place: step.place, caption: step.title, detail: step.detail, steps: [] })
    else if (scenes.length === 0) scenes.push({ place: step.place, caption: null, detail: null, steps: [step] })
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
