import { createRouterClient } from '@orpc/server'
import type { Host } from '../src/host/types.ts'
import { untilHolds } from './untilHolds.ts'
import { webhookTypes } from '../src/shared/model.ts'

/** Each of these comes up once in so many objects. */
const specials = ['wrong-signature', 'unsigned', 'duplicate', 'unknown-type', 'not-json'] as const
const specialEvery = 7

/**
 * Fills a host with realistic data through the real way of a delivery: the sandbox notifies, the engine receives,
 * verifies and fetches. Resolves when every follow-up has ended.
 */
export async function fillWithData(host: Host, objects: number): Promise<void> {
  const client = createRouterClient(host.router, { context: {} })
  await client.sandbox.demo()
  let expected = (await host.status()).counts.deliveries
  for (let index = 0; index < objects; index += 1) {
    const type = webhookTypes[index % webhookTypes.length] ?? 'payment'
    const { resourceType, id } = await client.sandbox.createObject({ type })
    const updates = index % 3
    for (let update = 0; update < updates; update += 1) await client.sandbox.updateObject({ type: resourceType, id })
    expected += 1 + updates
    const special = specials[Math.floor(index / specialEvery) % specials.length]
    if (index % specialEvery === specialEvery - 1 && special !== undefined) {
      await client.sandbox.sendSpecial({ kind: special })
      expected += 1
    }
    // The order on the screen is the order of creation.
    await untilHolds(host, async () => (await host.status()).counts.deliveries >= expected)
  }
  await untilHolds(host, async () => {
    const { items } = await client.deliveries.list({ limit: 500 })
    return items.every(({ followUp }) => followUp.state !== 'waiting' && followUp.state !== 'running')
  })
}
