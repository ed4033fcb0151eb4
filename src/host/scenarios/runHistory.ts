import type { Store } from '../../engine/store/store.ts'
import { scenarioRunSchema } from '../../shared/schemas/sending/scenarioSchemas.ts'
import type { ScenarioRun, ScenarioRunSummary } from '../../shared/wireTypes.ts'

/** Newest runs that are kept. */
const maxRuns = 50
/** One document in the store for each run. */
const collection = 'scenario-runs'

/** Runs that are over, kept in the store, the newest first. */
export interface RunHistory {
  runs(): readonly ScenarioRun[]
  /** Adds a run at once; resolves when it is stored. If the store refuses, it is kept only until the process ends. */
  add(run: ScenarioRun): Promise<void>
}

export async function openRunHistory(
  store: Pick<Store, 'documents' | 'putDocument' | 'removeDocument'>,
  warn: (message: string) => void,
): Promise<RunHistory> {
  const kept = await store.documents<unknown>(collection)
  let runs: readonly ScenarioRun[] = kept.toReversed().flatMap(({ document }) => {
    const { success, data } = scenarioRunSchema.safeParse(document)
    return success ? [data] : []
  })
  return {
    runs: () => runs,
    add: async (run) => {
      const surplus = runs.slice(maxRuns - 1)
      runs = [run, ...runs].slice(0, maxRuns)
      try {
        await store.putDocument(collection, run.run, run)
        await Promise.all(surplus.map(async (each) => store.removeDocument(collection, each.run)))
      } catch (error) {
        warn(`The run of a scenario could not be kept: ${String(error)}`)
      }
    },
  }
}

/** A run without its steps. Pure. */
export function summaryOf({
  steps,
  asks: _asks,
  notes: _notes,
  changes: _changes,
  ...run
}: ScenarioRun): ScenarioRunSummary {
  const count = (state: ScenarioRun['steps'][number]['state']) => steps.filter((step) => step.state === state).length
  return { ...run, held: count('held'), failed: count('failed'), of: steps.length }
}
