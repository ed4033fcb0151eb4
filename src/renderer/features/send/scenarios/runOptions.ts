import type { ScenarioOutline, ScenarioRunStep } from '../../../../shared/wireTypes.ts'

const key = 'hookscope.scenario.target'

/** The app under test as it was typed last in this window; empty: none. */
export function keptTarget(): string {
  return sessionStorage.getItem(key) ?? ''
}

export function keepTarget(target: string): void {
  sessionStorage.setItem(key, target)
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
