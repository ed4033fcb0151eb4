import { randomBytes } from 'node:crypto'
import { type DeliverySummary, webhookTypes } from '../../../shared/model.ts'
import type { SandboxObject } from '../../../shared/wireTypes.ts'
import type { Client } from '../../connect/joinInstance.ts'
import { watchMatching } from '../../connect/watchMatching.ts'

interface Trigger {
  /** A webhookTypes value or a resourceType. */
  type: string
  /** Id of the object to move on; a new one without it. */
  update?: string | undefined
  /** Ends the wait for the delivery. */
  signal: AbortSignal
}

/**
 * Creates an object in the built-in sandbox, or moves one on, and waits for its delivery. Where the sandbox
 * has no webhook-config yet, or one that leads elsewhere, it gets one that leads here, as in the demo. The delivery is null when the signal came first.
 */
export async function triggerHere(
  client: Client,
  { type, update, signal }: Trigger,
): Promise<{ object: SandboxObject; delivery: DeliverySummary | null }> {
  await configureSandbox(client)
  const [newest] = (await client.deliveries.list({ limit: 1 })).items
  const object =
    update === undefined
      ? await client.sandbox.createObject({ type })
      : await client.sandbox.updateObject({ type, id: update })
  return { object, delivery: await deliveryOf(client, object.id, newest?.id ?? '0', signal) }
}

async function configureSandbox(client: Client): Promise<void> {
  const { applied, desired } = await client.webhookConfig.get({ id: 'sandbox' })
  if (applied?.enabled === true) {
    // The receiver was started at another port since.
    if (applied.url !== desired.url) await client.webhookConfig.apply({ id: 'sandbox', url: desired.url })
    return
  }
  await client.webhookConfig.apply({
    id: 'sandbox',
    enabled: true,
    webhookTypes: [...webhookTypes],
    send: 'all',
    ...(desired.sharedSecret.set ? {} : { sharedSecret: randomBytes(24).toString('base64url') }),
  })
}

async function deliveryOf(
  client: Client,
  resourceId: string,
  after: string,
  signal: AbortSignal,
): Promise<DeliverySummary | null> {
  try {
    for await (const { delivery } of watchMatching({ client, filter: `id:"${resourceId}"`, after, signal }))
      return delivery
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return null
}
