import { testCredentials } from '../../engine/actions/access.ts'
import type { ApplyTools } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { ExpectedFailure, gaveNoToken } from '../../engine/failures/expectedFailure.ts'
import { scenarioRunInputSchema } from '../../shared/schemas/scenarioSchemas.ts'
import type { Scenarios } from '../scenarios/openScenarios.ts'

/**
 * The main job in one go, which is how the bundled demo begins: the credentials are tested, the webhook-config is set where it
 * is missing, a payment is created, its notification received and verified, the object fetched. Throws ExpectedFailure.
 * @returns the id of the delivery
 */
export async function runDemo(tools: ApplyTools, scenarios: Scenarios): Promise<string> {
  await tools.environments.activate('sandbox')
  const token = await testCredentials(tools, 'sandbox', 'master')
  if (!token.ok) throw gaveNoToken(token.error)
  const { outline } = scenarios.folder.read('demo', 'bundled')
  const first = outline?.steps.find(({ kind }) => kind === 'create')?.place ?? 0
  const run = scenarios.start(scenarioRunInputSchema.parse({ name: 'demo', from: 'bundled', steps: [first] }))
  let view = await scenarios.view(run)
  while (view.endedAt === null) view = await scenarios.view(run, view.changes)
  const [deliveryId] = view.steps.flatMap(({ deliveryIds }) => deliveryIds)
  if (deliveryId !== undefined) return deliveryId
  throw new ExpectedFailure({ code: 'demo-incomplete', fields: { detail: view.problem ?? '' } })
}
