import { createHmac } from 'node:crypto'
import { createRouterClient } from '@orpc/server'
import type { Host } from '../../../src/host/shells/types.ts'
import { untilHolds } from '../../untilHolds.ts'

/** Sends one signed notification and waits until what follows from it is done or waits; the delivery's id. */
export async function sendSigned(
  host: Host,
  receiverPath: string,
  secret: string,
  fields: { resourceType: string; resourceId: string },
): Promise<string> {
  const { receiver } = await host.status()
  const createdAtUtc = new Date().toISOString()
  const id = `n-${fields.resourceType}-${fields.resourceId}`
  const body = JSON.stringify({ id, createdAtUtc, ...fields, action: 'create', changes: null })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
  const answer = await fetch(`${receiver.origin}${receiverPath}`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`)
  const client = createRouterClient(host.router, { context: {} })
  let deliveryId = ''
  await untilHolds(host, async () => {
    const { items } = await client.deliveries.list({ limit: 10 })
    const own = items.find((item) => item.resourceId === fields.resourceId)
    deliveryId = own?.id ?? ''
    const { state, reason } = own?.followUp ?? { state: 'running', reason: null }
    return state !== 'running' && (state !== 'waiting' || reason !== null)
  })
  return deliveryId
}
