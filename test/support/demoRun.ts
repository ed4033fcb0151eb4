import type { ScenarioRun, ScenarioRunSummary } from '../../src/shared/wireTypes.ts'

interface Calls {
  call<Answer>(method: string, path: string): Promise<Answer>
}

/** The newest run of the demo that is presented; the button runs one of its steps only. */
export async function newestDemo({ call }: Calls): Promise<ScenarioRun | null> {
  const { items } = await call<{ items: ScenarioRunSummary[] }>('GET', '/scenario-runs')
  for (const { run, source } of items) {
    if (source.name !== 'demo') continue
    const view = await call<ScenarioRun>('GET', `/scenario-runs/${run}`)
    if (view.steps.every(({ state }) => state !== 'skipped')) return view
  }
  return null
}

/** Whether all steps of a picture have held; the first is the title, and the last of all the end of the run. Pure. */
export function sceneHasHeld(view: ScenarioRun | null, picture: number, of: number): boolean {
  if (picture === 0) return true
  if (view === null) return false
  if (picture === of - 1) return view.state === 'held'
  const begins = view.steps.flatMap(({ kind, place }) => (kind === 'say' ? [place] : []))
  return view.steps.slice(begins[picture - 1], begins[picture]).every(({ state }) => state === 'held')
}
