import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startApp } from './startApp.ts'
import { rule, startTestRules } from './startTestRules.ts'

const count = 100

test('a dead app and a slow one disturb neither each other nor a third one', async () => {
  const answers: (() => void)[] = []
  const slow = await startApp((_request, response) => void answers.push(() => response.writeHead(204).end()))
  const well = await startApp()
  const { rules, receive, attempted, stateOf, store, clock } = await startTestRules()
  await rules.set('sandbox', {
    rules: [
      rule(`http://127.0.0.1:${await closedPort()}`, { id: 'dead', order: 'parallel', retries: 3 }),
      rule(slow.url, { id: 'slow', order: 'parallel' }),
      rule(well.url, { id: 'well', order: 'parallel' }),
    ],
  })
  const ids = await Promise.all(Array.from({ length: count }, async () => receive()))
  // The slow app has answered nothing yet, and the dead one never does.
  await well.count(count)
  await slow.count(8)
  await attempted(2 * count)
  expect(await stateOf('dead')).toMatchObject({ waiting: count, heldLanes: count, failed: 0 })
  expect(await stateOf('slow')).toMatchObject({ underWay: 8, waiting: count - 8, failed: 0 })
  expect(await stateOf('well')).toMatchObject({ waiting: 0, underWay: 0, failed: 0 })

  for (let seen = 8; seen < count; seen += 1) {
    answers.shift()?.()
    await slow.count(seen + 1)
  }
  for (const answer of answers.splice(0)) answer()
  await attempted(3 * count)
  expect(await stateOf('slow')).toMatchObject({ waiting: 0, underWay: 0, failed: 0 })
  expect(await stateOf('dead')).toMatchObject({ waiting: count, failed: 0 })

  for (let tried = 2; tried <= 4; tried += 1) {
    clock.step(60_000)
    await attempted((2 + tried) * count)
  }
  expect(await stateOf('dead')).toMatchObject({ waiting: 0, failed: count })
  for (const ruleId of ['slow', 'well']) {
    const taken = await Promise.all(ids.map(async (id) => store.wasForwarded(id, ruleId)))
    expect(taken).toEqual(ids.map(() => true))
  }
})

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
