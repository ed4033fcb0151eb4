import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ForwardSummary } from '../../src/shared/model.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'
import { startApp } from './startApp.ts'
import { rule } from './startTestRules.ts'

let folder: ReturnType<typeof scratchFolder>
let host: TestHost['host']
let client: TestHost['client']
beforeAll(async () => {
  folder = scratchFolder()
  ;({ host, client } = await startTestHost(folder.path))
})
afterAll(async () => {
  await host.stop()
  folder.remove()
})

async function send(resourceType: string): Promise<Response> {
  const { receiver } = await client.status()
  return fetch(receiver.url ?? '', { method: 'POST', body: JSON.stringify({ resourceType, resourceId: 'one' }) })
}

test('the app’s own answer goes back to the sender, after the delivery is stored, and it is asked once', async () => {
  const app = await startApp((_request, response) => {
    void client.deliveries.list({}).then(({ items }) => {
      response.writeHead(418, { 'X-From': 'app', Connection: 'close' }).end(`stored: ${items.length}`)
    })
  })
  const rules = [rule(app.url, { answerSender: true, retries: 3, when: { filter: 'type:payment' } })]
  await client.forwarding.setRules({ id: 'sandbox', rules })
  const answer = await send('Payment')
  expect([answer.status, answer.headers.get('x-from'), await answer.text()]).toEqual([418, 'app', 'stored: 1'])
  expect((await send('Kyc')).status).toBe(200)
  expect(app.seen).toHaveLength(1)
  const [failed] = (await client.deliveries.list({ filter: 'forward:failed' })).items
  expect(failed).toMatchObject({ resourceType: 'Payment', forward: { status: 418 } })

  app.answer = (_request, response) => void response.writeHead(201).end()
  await client.forwarding.catchUp({ id: 'sandbox', ruleId: 'app', since: '2020-01-01T00:00:00Z' })
  await app.count(2)
  expect((await send('Payment')).status).toBe(201)
  expect(app.seen).toHaveLength(3)
})

test('an app that is down is a 502 for the sender, and the delivery is kept', async () => {
  await client.forwarding.setRules({ id: 'sandbox', rules: [rule('http://127.0.0.1:9', { answerSender: true })] })
  const before = (await client.status()).counts.deliveries
  const answer = await send('Payment')
  expect([answer.status, await answer.text()]).toEqual([502, 'The app behind this receiver did not answer.\n'])
  expect((await client.status()).counts.deliveries).toBe(before + 1)
})

test('a list that follows the events marks each row as the list of the store does, whatever comes first under load', async () => {
  let nth = 0
  const app = await startApp((_request, response) => void response.writeHead(nth++ % 3 === 0 ? 500 : 204).end())
  await client.forwarding.setRules({ id: 'sandbox', rules: [rule(app.url, { answerSender: true })] })
  const rows = new Map<string, ForwardSummary | undefined>()
  const { stop } = host.subscribe(null, (events) => {
    for (const { event } of events) {
      if (event.type === 'delivery' || event.type === 'verdict') {
        const { id, resourceType, forward } = event.delivery
        if (resourceType === 'Burst') rows.set(id, forward)
      }
      if (event.type === 'attempt' && rows.has(event.deliveryId)) rows.set(event.deliveryId, event.forward)
    }
  })
  onTestFinished(stop)
  const sender = async () => {
    for (let count = 0; count < 10; count += 1) await send('Burst')
  }
  await Promise.all(Array.from({ length: 20 }, sender))
  await expect.poll(() => rows.size).toBe(200)
  const { items } = await client.deliveries.list({ filter: 'type:burst', limit: 500 })
  const marks = new Map(items.map(({ id, forward }) => [id, forward]))
  expect([...marks.values()].filter((mark) => mark === undefined)).toEqual([])
  await expect.poll(() => rows).toEqual(marks)
})
