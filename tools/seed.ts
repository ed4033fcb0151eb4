/**
 * Fills a folder with realistic data through the real way of a delivery: the sandbox notifies, the engine receives,
 * verifies and fetches. Usage: npm run seed -- DIR [COUNT]
 */
import { createRouterClient } from '@orpc/server'
import { webhookTypes } from '../src/shared/model.ts'
import { startHost } from '../src/host/startHost.ts'

const [folder, countText = '40'] = process.argv.slice(2)
const count = Number(countText)
if (folder === undefined || !Number.isInteger(count) || count < 1) {
  console.error('Give a folder and, if you like, how many objects: npm run seed -- DIR [COUNT]')
  process.exit(2)
}

const host = await startHost({ dataFolder: folder, receiverPort: 0, version: 'seed' })
const client = createRouterClient(host.router, { context: {} })
await client.sandbox.demo()

const specials = ['wrong-signature', 'unsigned', 'duplicate', 'unknown-type', 'not-json'] as const
let expected = 1
for (let index = 0; index < count; index += 1) {
  const type = webhookTypes[index % webhookTypes.length] ?? 'payment'
  const { resourceType, id } = await client.sandbox.createObject({ type })
  const updates = index % 3
  for (let update = 0; update < updates; update += 1) await client.sandbox.updateObject({ type: resourceType, id })
  expected += 1 + updates
  const special = specials[Math.floor(index / 7) % specials.length]
  if (index % 7 === 6 && special !== undefined) {
    await client.sandbox.sendSpecial({ kind: special })
    expected += 1
  }
  await arrived(expected)
}
await settled()
console.log(`${(await host.status()).counts.deliveries} deliveries in ${folder}`)
await host.stop()

/** Waits until so many deliveries are stored, so that the order on the screen is the order of creation. */
async function arrived(wanted: number): Promise<void> {
  await until(async () => (await host.status()).counts.deliveries >= wanted)
}

/** Waits until no follow-up is under way. */
async function settled(): Promise<void> {
  await until(async () => {
    const { items } = await client.deliveries.list({ limit: 500 })
    return items.every(({ followUp }) => followUp.state !== 'waiting' && followUp.state !== 'running')
  })
}

/** Looks again at each event until `condition` holds. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      condition().then((holds) => {
        if (!holds) return
        subscription.stop()
        resolve()
      }, reject)
    }
    const subscription = host.subscribe(null, look)
    look()
  })
}
