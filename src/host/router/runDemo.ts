import { randomBytes } from 'node:crypto'
import { testCredentials } from '../../engine/actions/access.ts'
import { applyWebhookConfig, type ApplyTools } from '../../engine/actions/webhookConfig/applyWebhookConfig.ts'
import { ExpectedFailure, gaveNoToken } from '../../engine/failures/expectedFailure.ts'
import type { Engine } from '../../engine/startEngine.ts'
import type { Sandbox } from '../../sandbox/types.ts'
import { webhookTypes } from '../../shared/model.ts'

/** How long the demo waits for its notification and its follow-up, ms. */
const demoTimeoutMs = 10_000

/**
 * The main job in one go, through the same calls as a real service gets: test the credentials, set and enable the
 * webhook-config, create a payment, receive and verify its notification, fetch the object.
 * @returns the id of the delivery
 */
export async function runDemo(engine: Engine, sandbox: Sandbox, tools: ApplyTools): Promise<string> {
  const { environments } = engine
  await environments.activate('sandbox')
  const token = await testCredentials(tools, 'sandbox', 'master')
  if (!token.ok) throw gaveNoToken(token.error)

  const hasSecret = environments.get('sandbox')?.sharedSecrets.length !== 0
  await applyWebhookConfig(tools, 'sandbox', {
    url: engine.receiver.origin + `/in/${environments.get('sandbox')?.receiverKey}`,
    enabled: true,
    webhookTypes: [...webhookTypes],
    ...(hasSecret ? {} : { sharedSecret: randomBytes(24).toString('base64url') }),
  })

  const arrived = followedUp(engine, () => sandbox.createObject('payment').id)
  return arrived
}

/** Creates the object and resolves with the id of its delivery when its follow-up has ended. */
async function followedUp(engine: Engine, create: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let resourceId: string | null = null
    let deliveryId: string | null = null
    const subscription = engine.events.subscribe(null, (events) => {
      for (const { event } of events) {
        if (event.type === 'delivery' && event.delivery.resourceId === resourceId) deliveryId ??= event.delivery.id
        if (event.type !== 'follow-up' || event.deliveryId !== deliveryId) continue
        if (event.followUp.state === 'waiting' || event.followUp.state === 'running') continue
        clearTimeout(timer)
        subscription.stop()
        resolve(event.deliveryId)
      }
    })
    const timer = setTimeout(() => {
      subscription.stop()
      const missing = deliveryId === null ? 'notification' : 'object'
      reject(new ExpectedFailure({ code: 'demo-incomplete', fields: { missing, limitMs: demoTimeoutMs } }))
    }, demoTimeoutMs)
    resourceId = create()
  })
}
