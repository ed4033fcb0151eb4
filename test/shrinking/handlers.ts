import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Shrink, ShrinkInput } from '../../src/shared/wireTypes.ts'
import type { SharedHost } from '../build/sharedTestHost.ts'
import { postTo } from '../host/postTo.ts'

/** Real handlers on loopback, each of which refuses a wrong signature. */

/** Signs the deliveries of these tests. */
export const secret = 'a secret of the test'

export interface Order {
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

export const order: Order = {
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
export const withData = (data: Partial<Order['data']>): Order => ({ ...order, data: { ...order.data, ...data } })

export interface Came {
  body: Order
  text: string
  message: IncomingMessage
  server: Handler
}
type Handler = ReturnType<typeof createServer>

function bodyOf({ headers }: IncomingMessage, text: string): Order {
  return (headers['content-type'] === 'application/json' ? JSON.parse(text) : {}) as Order
}

/**
 * Starts a handler: 401 for a wrong signature, 500 where `handle` throws, no answer for 'later', else 200. Returns its
 * address.
 */
export async function start(handle: (came: Came, response: ServerResponse) => unknown): Promise<string> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const expected = createHmac('sha256', secret).update(text).digest('base64')
      if (message.headers['x-service-webhook-hmac'] !== expected) return response.writeHead(401).end()
      try {
        const result = handle({ body: bodyOf(message, text), text, message, server }, response)
        if (result !== 'later' && !response.writableEnded && !response.destroyed) response.end('ok')
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
export async function search(
  { client, environment, host }: SharedHost,
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
  return view
}

export const fail = (): never => {
  throw new Error('planted')
}
