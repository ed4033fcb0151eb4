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

/** The newest attempt, and what the sender got. */
async function exchanged() {
  const answer = await send('Payment')
  const [{ id } = { id: '' }] = (await client.deliveries.list({ limit: 1 })).items
  const attempt = (await client.deliveries.attempts({ id })).at(-1)
  return { answer: [answer.status, await answer.text()], attempt }
}

test.each([
  { what: 'without a length', headers: {} },
  { what: 'with a length', headers: { 'Content-Length': String(1024 * 1024 + 1) } },
])('an answer above 1 MiB, $what, is a 502 for the sender, and the attempt says why', async ({ headers }) => {
  const app = await startApp((_request, response) => {
    response.writeHead(200, headers).end('x'.repeat(1024 * 1024 + 1))
  })
  await client.forwarding.setRules({ id: 'sandbox', rules: [rule(app.url, { answerSender: true })] })
  const { answer, attempt } = await exchanged()
  expect(answer).toEqual([502, 'The app behind this receiver answered with more than can be passed on.\n'])
  expect(attempt).toMatchObject({ status: 200, bodyTruncated: true, error: { code: 'ANSWER_TOO_LARGE' } })
  expect(attempt?.error?.message).toContain('the sender got 502')

  app.answer = (_request, response) => void response.writeHead(200).end('x'.repeat(1024 * 1024))
  const whole = await exchanged()
  expect(whole.answer).toEqual([200, 'x'.repeat(1024 * 1024)])
  expect(whole.attempt).toMatchObject({ bodyTruncated: false, error: null })
})

test('an answer that breaks off is a 502, not its beginning', async () => {
  const app = await startApp((_request, response) => {
    response.writeHead(200, { 'Content-Length': '1000' })
    response.write('the beginning', () => response.destroy())
  })
  await client.forwarding.setRules({ id: 'sandbox', rules: [rule(app.url, { answerSender: true })] })
  const { answer } = await exchanged()
  expect(answer).toEqual([502, 'The answer of the app behind this receiver was cut off.\n'])
})

test('a path that leads out of that of the app is a 502 that says so', async () => {
  const app = await startApp()
  await client.forwarding.setRules({ id: 'sandbox', rules: [rule(`${app.url}/hooks`, { answerSender: true })] })
  await client.environments.setResponseRules({ id: 'sandbox', rules: [], subPaths: true })
  const { receiver } = await client.status()
  // fetch would resolve the segments itself; an encoded slash it leaves alone.
  const answer = await fetch(`${receiver.url}/x%2f..%2f..%2fadmin`, { method: 'POST', body: '{}' })
  const text = 'This request could not be passed on to the app behind this receiver.\n'
  expect([answer.status, await answer.text()]).toEqual([502, text])
  expect(app.seen).toEqual([])
})
