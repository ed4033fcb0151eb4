import type { ScenarioRun, ScenarioRunInput } from '../../../src/shared/wireTypes.ts'
import type { TestHost } from '../../build/startTestHost.ts'

type Client = TestHost['client']

/** Waits until a run is so; by default until it has ended. */
export async function untilRun(
  client: Client,
  run: string,
  isSo: (view: ScenarioRun) => boolean = ({ endedAt }) => endedAt !== null,
): Promise<ScenarioRun> {
  for (let after = 0; ;) {
    const view = await client.scenarios.runs.get({ run, after })
    if (isSo(view)) return view
    after = view.changes
  }
}

/** Plays a scenario to its end. */
export async function playScenario(client: Client, input: ScenarioRunInput): Promise<ScenarioRun> {
  const { run } = await client.scenarios.runs.start(input)
  return untilRun(client, run)
}

/** A scenario with these steps: of Stripe, or of the environment that `head` names. */
export function scenarioOf(steps: string, head = 'environment: { sender: stripe }'): string {
  return `name: Test\n${head}\nsteps:\n${steps}`
}

/** The expectations of a run that did not hold, as sentences. */
export function messagesOf(run: ScenarioRun): string[] {
  return run.steps.flatMap(({ failures }) => failures.map(({ message }) => message))
}
