import type { ScenarioRunStep } from '../../../../shared/wireTypes.ts'

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
