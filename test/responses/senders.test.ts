import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ResponseRule } from '../../src/shared/wireTypes.ts'
import { nextEvent } from '../build/startTestHost.ts'
import { aRule, startResponsesHost, type ResponsesHost } from './startResponsesHost.ts'

let test: ResponsesHost

beforeAll(async () => {
  test = await startResponsesHost()
})
afterAll(async () => test.stop())

/** The deliveries of the sandbox's next payment, until its sender has made `tries`. */
async function triesOf(rule: Partial<ResponseRule>, tries: number) {
  const { client, host } = test
  const { items: before } = await client.deliveries.list({})
  await client.environments.setResponseRules({ id: 'sandbox', rules: [aRule({ id: randomUUID(), ...rule })] })
  const seen: string[] = []
  const enough = nextEvent(host, (event) => {
    if (event.type === 'delivery' && !before.some(({ id }) => id === event.delivery.id)) seen.push(event.delivery.id)
    return seen.length === tries ? true : undefined
  })
  await client.sandbox.createObject({ type: 'payment' })
  await enough
  const { senderTries } = await client.deliveries.get({ id: seen.at(-1) ?? '' })
  return senderTries?.tries.map(({ answeredStatus }) => answeredStatus)
}

it('the sandbox as sender: each rule shows in what it sends again', async () => {
  // Its demo points it at the receiver, with a secret.
  await test.client.sandbox.demo()
  expect(await triesOf({ when: { nth: { to: 2 } }, answer: { status: 503 } }, 3)).toEqual([503, 503, 200])
  expect(await triesOf({ when: { nth: { to: 1 } }, answer: { status: 429 } }, 2)).toEqual([429, 200])
  expect(await triesOf({ when: { nth: { to: 1 } }, answer: { status: 200, reset: 'before' } }, 2)).toEqual([0, 200])
  // 410 is permanent, so the sender does not retry.
  expect(await triesOf({ answer: { status: 410 } }, 1)).toEqual([410])
})

it('a sender with a published schedule: the distances of its tries are compared with it', async () => {
  const key = Buffer.alloc(24, 7)
  const environment = await test.client.environments.create({
    name: 'Clerk',
    kind: 'sender',
    signatureScheme: 'clerk',
    sharedSecret: `whsec_${key.toString('base64')}`,
  })
  await test.client.environments.setResponseRules({ id: environment.id, rules: [aRule({ when: { nth: { to: 1 } } })] })
  const body = '{"type":"user.created","data":{"id":"u-1"}}'
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'svix-id': 'msg_1',
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')}`,
  }
  const first = await test.sendAndRead(environment, { body, headers })
  expect([first.got.status, first.delivery.verdict]).toEqual([500, 'valid'])
  const second = await test.sendAndRead(environment, { body, headers })
  expect(second.delivery.senderTries).toMatchObject({
    tries: [
      { deliveryId: first.delivery.id, answeredStatus: 500, afterMs: null, fit: null },
      // Retried at once; the documentation says after 5 s.
      { deliveryId: second.delivery.id, answeredStatus: 200, expectedMs: 5000, fit: 'earlier' },
    ],
    schedule: { waits: [5, 300, 1800, 7200, 18_000, 36_000, 36_000], evidence: 'documented' },
  })
})
