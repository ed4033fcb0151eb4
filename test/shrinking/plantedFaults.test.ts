import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Shrink, ShrinkInput } from '../../src/shared/wireTypes.ts'
import { type SharedHost, sharedTestHost } from '../build/sharedTestHost.ts'
import { postTo } from '../host/postTo.ts'

/** Real handlers on loopback, each with one planted fault. Each refuses a wrong signature. */

const secret = 'a secret of the test'
const shared = sharedTestHost()
let { client, environment, host } = {} as SharedHost
beforeEach(async () => {
  ;({ client, environment, host } = shared())
  await client.environments.update({ id: environment.id, sharedSecret: secret })
})

interface Order {
  id?: string
  type?: string
  data: {
    id: string
    customer: { name: string; email: string | null; phones: string[] }
    items: { sku: string; price: number; note?: string }[]
    amount: number
    currency: string
    note: string
    coupon: string | null
  }
}

const order: Order = {
  id: 'evt_81ab93cd71ef22aa',
  type: 'order.paid',
  data: {
    id: 'ord_5501',
    customer: { name: 'Ada Lovelace', email: 'ada@example.test', phones: ['+44 20 1', '+44 20 2'] },
    items: Array.from({ length: 12 }, (_, index) => ({
      sku: `SKU-${index}`,
      price: 100 + index,
      note: `gift ${index}`,
    })),
    amount: 1299,
    currency: 'EUR',
    note: 'Please ring twice.',
    coupon: 'SPRING',
  },
}
const withData = (data: Partial<Order['data']>): Order => ({ ...order, data: { ...order.data, ...data } })

interface Came {
  body: Order
  text: string
  message: IncomingMessage
  server: Handler
}
type Handler = ReturnType<typeof createServer>

/** Starts a handler: 401 for a wrong signature, 500 where `handle` throws, else 200. Returns its address. */
async function start(handle: (came: Came, response: ServerResponse) => void): Promise<string> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const expected = createHmac('sha256', secret).update(text).digest('base64')
      if (message.headers['x-service-webhook-hmac'] !== expected) return response.writeHead(401).end()
      try {
        handle({ body: JSON.parse(text) as Order, text, message, server }, response)
        if (!response.writableEnded && !response.destroyed) response.end('ok')
      } catch {
        response.writeHead(500).end('Internal Server Error')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
}

/** Stores a delivery, and searches for the smallest one that fails at the handler. */
async function search(
  body: object | string,
  to: string,
  more: Partial<ShrinkInput> = {},
  headers: Record<string, string> = {},
): Promise<Shrink> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const lines = { 'Content-Type': 'application/json', 'User-Agent': 'Shop/1.0', ...headers }
  const { id } = await postTo({ host, client }, environment, lines, text)
  const { run } = await client.shrinks.start({ id, to, ...more })
  let view = await client.shrinks.get({ run })
  while (view.state === 'running') view = await client.shrinks.get({ run, after: view.sent })
  if (process.env['HOOKSCOPE_SHOW'] !== undefined)
    console.log(`${view.sent}\t${view.took}\t${view.state}\t${view.sentence}\t${view.smallest?.body.slice(0, 60)}`)
  return view
}

const fail = () => {
  throw new Error('planted')
}

describe('a planted fault is found, named exactly, and left alone in the smallest body', () => {
  test('null in a nested member, whose owner the handler needs', async () => {
    const to = await start(
      ({ body }) => void body.data.customer.email?.toLowerCase() || (body.data.customer.email === null && fail()),
    )
    const found = await search(withData({ customer: { ...order.data.customer, email: null } }), to)
    expect(found).toMatchObject({
      state: 'found',
      counts: 'same-answer',
      sentence: 'Fails with 500 with `data.customer.email` null; passes with "a".',
      repeated: { fails: 3, of: 3 },
      signedWith: 'Shared secret',
    })
    expect(found.smallest?.body).toBe('{"data":{"customer":{"email":null}}}')
    expect(found.sent).toBeLessThanOrEqual(500)
  })
})
