import { testCredentials } from '../../engine/actions/access.ts'
import type { ApplyTools } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { ExpectedFailure, gaveNoToken } from '../../engine/failures/expectedFailure.ts'
import { scenarioRunInputSchema } from '../../shared/schemas/sending/scenarioSchemas.ts'
import type { Scenarios } from '../scenarios/openScenarios.ts'
import { viewOf } from '../../sandbox/sandboxClock.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import type { SandboxState } from '../../shared/wireTypes.ts'
import type { Implementer, RouterParts } from './routerParts.ts'

/** The calls about the sandbox. */
export function sandboxRoutes(os: Implementer, { sandbox, tools, scenarios }: RouterParts) {
  return {
    get: os.sandbox.get.handler(() => sandboxView(sandbox)),
    createObject: os.sandbox.createObject.handler(({ input }) => sandbox.createObject(input.type, input.fields)),
    updateObject: os.sandbox.updateObject.handler(({ input }) =>
      sandbox.updateObject(input.type, input.id, input.fields),
    ),
    watchObject: os.sandbox.watchObject.handler(({ input }) => sandbox.watchObject(input.type)),
    asked: os.sandbox.asked.handler(({ input }) => ({ asked: sandbox.asked(input.id) })),
    changeSettings: os.sandbox.changeSettings.handler(({ input }) => sandbox.changeSettings(input)),
    changeClock: os.sandbox.changeClock.handler(({ input }) => {
      sandbox.clock.change(input.change)
      return viewOf(sandbox.clock)
    }),
    sendSpecial: os.sandbox.sendSpecial.handler(({ input }) => {
      sandbox.sendSpecial(input.kind)
      return { sent: input.kind }
    }),
    demo: os.sandbox.demo.handler(async () => ({ deliveryId: await runDemo(tools, scenarios) })),
  }
}

/** The sandbox as its panel shows it. */
function sandboxView(sandbox: Sandbox): SandboxState {
  const { authUrl, baseUrl, clientId, audience, username, organizationId } = sandbox.credentials
  return {
    url: sandbox.url,
    authUrl,
    baseUrl,
    clientId,
    audience,
    username,
    organizationId,
    webhookConfig: sandbox.webhookConfig(),
    settings: sandbox.settings(),
    clock: viewOf(sandbox.clock),
    objects: sandbox.objects(),
    outbox: sandbox.outbox(),
  }
}

/**
 * The main job in one go, which is how the bundled demo begins: the credentials are tested, the webhook-config is set where it
 * is missing, a payment is created, its notification received and verified, the object fetched. Throws ExpectedFailure.
 * @returns the id of the delivery
 */
async function runDemo(tools: ApplyTools, scenarios: Scenarios): Promise<string> {
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
