import type { ScenarioRun, ScenarioRunStep } from '../../../../shared/wireTypes.ts'

/** A step of two runs that did not go alike. */
export interface StepDifference {
  title: string
  /** Null: the run has no such step. */
  before: ScenarioRunStep | null
  after: ScenarioRunStep | null
}

/**
 * The steps that went otherwise in another run: by state, answer, number of deliveries, and what did not hold. Times are
 * never the same. Steps match by kind and title, in the order of the file. Pure.
 */
export function compareRuns(before: ScenarioRun, after: ScenarioRun): StepDifference[] {
  const left = new Map(keyed(before.steps))
  const right = new Map(keyed(after.steps))
  return [...new Set([...right.keys(), ...left.keys()])].flatMap((key) => {
    const [one, other] = [left.get(key) ?? null, right.get(key) ?? null]
    if (one !== null && other !== null && outcomeOf(one) === outcomeOf(other)) return []
    return [{ title: (other ?? one)?.title ?? '', before: one, after: other }]
  })
}

/** Steps by kind, title and number of its occurrence. */
function keyed(steps: readonly ScenarioRunStep[]): [string, ScenarioRunStep][] {
  const seen = new Map<string, number>()
  return steps.map((step) => {
    const name = `${step.kind} ${step.title}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return [`${name} ${count}`, step]
  })
}

function outcomeOf({ state, answer, deliveryIds, failures }: ScenarioRunStep): string {
  return JSON.stringify([
    state,
    answer?.status,
    deliveryIds.length,
    failures.map(({ what, expected, came }) => [what, expected, came]),
  ])
}
