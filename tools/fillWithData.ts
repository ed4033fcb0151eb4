import { createRouterClient } from '@orpc/server'
import type { Host } from '../src/host/shells/types.ts'
import { untilHolds } from './untilHolds.ts'
import { webhookTypes } from '../src/shared/model.ts'

/** Special deliveries, sent in turn among the objects. */
const specials = ['wrong-signature', 'unsigned', 'duplicate', 'unknown-type', 'not-json'] as const
const specialEvery = 7

/**
 * Fills a host with realistic data through the real way of a delivery: the sandbox notifies, the engine receives,
 * verifies and fetches. For a folder that is empty, as ids are counted from 1.
 */
export async function fillWithData(host: Host, objects: number): Promise<void> {
  const client = createRouterClient(host.router, { context: {} })
  await client.sandbox.demo()
  let expected = (await host.status()).counts.deliveries
  /** One after the other, so that rows stand in the order of creation and each snapshot shows its own change. */
  const arrived = async () => {
    expected += 1
    await untilHolds(host, async () => {
      if ((await host.status()).counts.deliveries < expected) return false
      const [newest] = (await client.deliveries.list({ limit: 1 })).items
      return newest?.id === String(expected) && !['waiting', 'running'].includes(newest.followUp.state)
    })
  }
  for (let index = 0; index < objects; index += 1) {
    const type = webhookTypes[index % webhookTypes.length] ?? 'payment'
    const { resourceType, id } = await client.sandbox.createObject({ type })
    await arrived()
    const updates = index % 3
    for (let update = 0; update < updates; update += 1) {
      await client.sandbox.updateObject({ type: resourceType, id })
      await arrived()
    }
    const special = specials[Math.floor(index / specialEvery) % specials.length]
    if (index % specialEvery !== specialEvery - 1 || special === undefined) continue
    await client.sandbox.sendSpecial({ kind: special })
    await arrived()
  }
}
