import { createHash } from 'node:crypto'
import { createORPCClient, getEventMeta, ORPCError } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bodiesOverHttp } from '../../src/renderer/data/wire/wire.ts'
import type { Contract } from '../../src/shared/contract.ts'
import type { Delivery, DeliveryPage, FeedMessage, NumberedEvent } from '../../src/shared/wireTypes.ts'
import { startTestServe, type TestServe } from './startTestServe.ts'

type Client = ContractRouterClient<Contract>

interface Wire {
  client: Client
  /** Breaks the line as a crash would. */
  drop(): void
}

/** Every way of a page to the host; the same promises hold on each. */
const wires: Record<string, (serve: TestServe) => Promise<Wire>> = {
  'a MessagePort': async ({ host }) => {
    const { port1, port2 } = new MessageChannel()
    new PortHandler(host.router).upgrade(port1)
    port1.start()
    port2.start()
    return { client: createORPCClient<Client>(new PortLink({ port: port2 })), drop: () => port2.close() }
  },
  /** As the page of the browser shell does it: bodies come over HTTP. */
  'a WebSocket': async ({ port, token, origin }) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, ['hookscope', `hookscope.token.${token}`], { origin })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const line = { token: () => token, isOpen: () => socket.readyState === socket.OPEN }
    const link = new SocketLink({ websocket: socket as unknown as globalThis.WebSocket })
    return { client: createORPCClient<Client>(bodiesOverHttp(link, origin, line)), drop: () => socket.terminate() }
  },
}

let serve: TestServe
let deliveryId = ''
beforeAll(async () => {
  serve = await startTestServe()
  ;({ deliveryId } = await serve.client.sandbox.demo())
})
afterAll(async () => serve.stopAll())

describe.each(Object.entries(wires))('over %s', (_name, open) => {
  let wire: Wire
  beforeAll(async () => {
    wire = await open(serve)
  })
  afterAll(() => wire.drop())

  test('a list and the delivery in it say the same', async () => {
    const { items } = await wire.client.deliveries.list({ limit: 10 })
    const delivery = await wire.client.deliveries.get({ id: deliveryId })
    expect(items.map(({ id }) => id)).toContain(deliveryId)
    expect(delivery).toMatchObject(items.find(({ id }) => id === deliveryId) ?? {})
    expect(delivery.verdict).toBe('valid')
  })

  test('a body arrives byte for byte, whole or as a range', async () => {
    const { sha256, size } = await wire.client.deliveries.get({ id: deliveryId })
    const body = await (await wire.client.deliveries.body({ id: deliveryId })).bytes()
    const range = await (await wire.client.deliveries.body({ id: deliveryId, start: 3, end: 9 })).bytes()
    expect(body.length).toBe(size)
    expect(createHash('sha256').update(body).digest('hex')).toBe(sha256)
    expect(range).toEqual(body.slice(3, 9))
  })

  test('an expected failure arrives as a declared error with its sentence', async () => {
    const error = await wire.client.deliveries.get({ id: '999999' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ORPCError)
    expect(error).toMatchObject({ code: 'NOT_FOUND', defined: true, status: 404 })
    expect((error as Error).message).toContain('There is no delivery with the id "999999"')
  })

  test('a body that is not there is an expected failure with its sentence', async () => {
    const error = await wire.client.deliveries.body({ id: '999999' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ORPCError)
    expect(error).toMatchObject({ code: 'NOT_FOUND', status: 404 })
    expect((error as Error).message).toContain('There is no delivery with the id "999999"')
  })

  test('a body that is no longer wanted is not waited for', async () => {
    const stop = new AbortController()
    const asked = wire.client.deliveries.body({ id: deliveryId }, { signal: stop.signal })
    stop.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a refused input says which field it is about, and why', async () => {
    const error = await wire.client.environments.create({ name: '' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [{ path: ['name'], message: 'Give the environment a name.' }] },
    })
  })

  test('the feed begins with a snapshot that holds what is there', async () => {
    const [snapshot] = await take(wire.client, undefined, () => true)
    expect(snapshot?.kind).toBe('snapshot')
    if (snapshot?.kind !== 'snapshot') return
    expect(snapshot.deliveries.map(({ id }) => id)).toContain(deliveryId)
    expect(snapshot.status.counts.deliveries).toBeGreaterThan(0)
  })

  test('a page that comes back after a dropped line gets every event it missed, once', async () => {
    const first = await open(serve)
    const [snapshot] = await take(first.client, undefined, () => true)
    const seenAt = snapshot?.kind === 'snapshot' ? snapshot.at : Number.NaN
    first.drop()

    const missed = await serve.client.sandbox.createObject({ type: 'payment' })
    const second = await open(serve)
    const messages = await take(second.client, String(seenAt), (message) => mentions(message, missed.id))
    second.drop()

    expect(messages.every(({ kind }) => kind === 'events')).toBe(true)
    const numbers = eventsOf(messages).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => seenAt + 1 + index))
  })

  test('the last number of each message is what resumes the feed after it', async () => {
    const feed = take(wire.client, undefined, (message) => message.kind === 'events')
    await serve.client.sandbox.createObject({ type: 'payment' })
    for (const message of await feed) {
      const last = message.kind === 'snapshot' ? message.at : message.events.at(-1)?.number
      expect(getEventMeta(message)?.id).toBe(String(last))
    }
  })
})

describe('over HTTP', () => {
  test('the same list and delivery come as JSON', async () => {
    const page = (await (await serve.get('/deliveries?limit=10')).json()) as DeliveryPage
    const delivery = (await (await serve.get(`/deliveries/${deliveryId}`)).json()) as Delivery
    expect(page.items.find(({ id }) => id === deliveryId)).toBeDefined()
    expect(delivery).toEqual(await serve.client.deliveries.get({ id: deliveryId }))
  })

  test('a body is a download of exactly the received bytes', async () => {
    const response = await serve.get(`/deliveries/${deliveryId}/body`)
    const bytes = await response.bytes()
    const { sha256 } = await serve.client.deliveries.get({ id: deliveryId })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="delivery-\d+\.bin"/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

/** Messages of the feed up to the first that fits. */
async function take(client: Client, lastEventId: string | undefined, last: (message: FeedMessage) => boolean) {
  const messages: FeedMessage[] = []
  const stop = new AbortController()
  const options = lastEventId === undefined ? { signal: stop.signal } : { signal: stop.signal, lastEventId }
  for await (const message of await client.feed(undefined, options)) {
    messages.push(message)
    if (last(message)) break
  }
  stop.abort()
  return messages
}

function eventsOf(messages: readonly FeedMessage[]): NumberedEvent[] {
  return messages.flatMap((message) => (message.kind === 'events' ? message.events : []))
}

function mentions(message: FeedMessage, resourceId: string): boolean {
  return eventsOf([message]).some(({ event }) => event.type === 'delivery' && event.delivery.resourceId === resourceId)
}
