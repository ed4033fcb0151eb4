import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEventLog } from '../../src/engine/events/startEventLog.ts'
import type { Host } from '../../src/host/shells/types.ts'
import type { StreamLimits } from '../../src/serve/streamEvents.ts'
import type { HookscopeEvent } from '../../src/shared/wireTypes.ts'
import { openSocket, startTestServe, type TestServe } from './startTestServe.ts'

interface SentEvent {
  id: string | null
  event: string | null
  data: unknown
}

let serve: TestServe
const streams: AbortController[] = []
beforeAll(async () => {
  serve = await startTestServe()
  await serve.client.sandbox.demo()
})
afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort()
})
afterAll(async () => serve.stopAll())

/** Opens the stream; `next` gives its events one by one, `comment` waits for a comment. */
async function openStream(of: Pick<TestServe, 'get'>, lastEventId?: string) {
  const stop = new AbortController()
  streams.push(stop)
  const response = await of.get('/events', {
    signal: stop.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  })
  const blocks = blocksOf(response)
  return {
    response,
    close: () => stop.abort(),
    next: async (fits: (event: SentEvent) => boolean = () => true): Promise<SentEvent> => {
      for (let block = await blocks.next(); block.done !== true; block = await blocks.next()) {
        const event = parse(block.value)
        if (event !== null && fits(event)) return event
      }
      throw new Error('the stream ended')
    },
    comment: async (): Promise<string> => {
      for (let block = await blocks.next(); block.done !== true; block = await blocks.next()) {
        if (block.value.startsWith(':')) return block.value
      }
      throw new Error('the stream ended')
    },
  }
}

async function* blocksOf(response: Response): AsyncGenerator<string, void> {
  let rest = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    rest += chunk
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      yield rest.slice(0, end)
      rest = rest.slice(end + 2)
    }
  }
}

function parse(block: string): SentEvent | null {
  const fields = new Map(
    block
      .split('\n')
      .map((line): [string, string] => [line.split(': ', 1)[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  const data = fields.get('data')
  return data === undefined
    ? null
    : { id: fields.get('id') ?? null, event: fields.get('event') ?? null, data: JSON.parse(data) }
}

const isDelivery = ({ event }: SentEvent) => event === 'delivery'

describe('GET /events', () => {
  test('tells of a delivery by name, with a number and the summary', async () => {
    const stream = await openStream(serve)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const { id } = await serve.client.sandbox.createObject({ type: 'payment' })
    const event = await stream.next(isDelivery)
    expect(event.id).toMatch(/^\d+$/)
    expect(event.data).toMatchObject({ type: 'delivery', delivery: { resourceId: id, verdict: 'valid' } })
  })

  test('numbers events without a hole', async () => {
    const stream = await openStream(serve)
    await serve.client.sandbox.createObject({ type: 'payment' })
    const first = Number((await stream.next()).id)
    for (const offset of [1, 2, 3]) expect(Number((await stream.next()).id)).toBe(first + offset)
  })

  test('goes on after Last-Event-ID with what was missed, each once', async () => {
    const before = await openStream(serve)
    await serve.client.sandbox.createObject({ type: 'payment' })
    const last = Number((await before.next(isDelivery)).id)
    before.close()
    const { id } = await serve.client.sandbox.createObject({ type: 'transaction' })
    const after = await openStream(serve, String(last))
    let expected = last + 1
    const missed = await after.next((event) => {
      expect(Number(event.id)).toBe(expected)
      expected += 1
      return isDelivery(event) && JSON.stringify(event.data).includes(id)
    })
    expect(Number(missed.id)).toBeGreaterThan(last)
  })

  test('says so when what was missed is no longer held', async () => {
    const stream = await openStream(serve, '12')
    expect(await stream.next()).toEqual({ id: null, event: 'gap', data: { type: 'gap', after: 12 } })
  })

  test('refuses a Last-Event-ID that it never gave out', async () => {
    const { response } = await openStream(serve, 'twelve')
    expect(response.status).toBe(400)
  })
})

describe('a stream', () => {
  test('shows by a comment that it lives when nothing happens', async () => {
    const own = await startTestServe({ streamLimits: { keepAliveMs: 20 } })
    const stream = await openStream(own)
    expect(await stream.comment()).toMatch(/^:/)
    stream.close()
    await own.stopAll()
  })

  test('ends when the server stops', async () => {
    const { own, events } = await serveLog({})
    const stream = await openStream(own)
    const stopped = own.stop()
    events.publish([largeEvent(10)])
    await stopped
    await expect(stream.next()).rejects.toThrow('the stream ended')
    await own.stopAll()
  })

  test('delivers a burst larger than any socket buffer in order to a client that reads', async () => {
    const { own, events } = await serveLog({})
    const stream = await openStream(own)
    const first = events.last() + 1
    events.publish(Array.from({ length: 2000 }, () => largeEvent(4096)))
    for (let number = first; number < first + 2000; number += 1) {
      expect((await stream.next()).id).toBe(String(number))
    }
    stream.close()
    await own.stopAll()
  })

  test('is cut when its client takes nothing, and nobody else notices', { tags: 'full' }, async () => {
    const { own, events, nextDrop } = await serveLog({ stallMs: 1000 })
    const idle = await openSocket(own.port)
    idle.write(
      `GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${own.port}\r\nAuthorization: ${own.authorization}\r\n\r\n`,
    )
    await new Promise((resolve) => idle.once('data', resolve))
    idle.pause()
    const dropped = nextDrop()
    const reader = await openStream(own)
    events.publish(Array.from({ length: 400 }, () => largeEvent(65_536)))
    const cut = new Promise((resolve) => idle.once('close', resolve).once('error', resolve))
    for (let index = 1; index < 400; index += 1) await reader.next()
    expect((await reader.next()).id).toBe(String(events.last()))
    await dropped
    idle.resume()
    await cut
    reader.close()
    await own.stopAll()
  })

  test('is cut when more piles up for it than is ever held', { tags: 'full' }, async () => {
    const { own, events } = await serveLog({ maxPending: 100 })
    const stream = await openStream(own)
    events.publish(Array.from({ length: 101 }, () => largeEvent(10)))
    // The cut takes a moment; events during it must not be written into it.
    events.publish([largeEvent(10)])
    await expect(stream.next()).rejects.toThrow(/terminated|the stream ended/)
    await own.stopAll()
  })
})

/** A shell whose events come from a real event log that the test publishes to. */
async function serveLog(streamLimits: Partial<StreamLimits>) {
  const events = startEventLog()
  const base = await startTestServe()
  await base.stop()
  let onDrop = () => undefined as void
  const subscribe: Host['subscribe'] = (after, listener) => {
    const { gap, stop } = events.subscribe(after, listener)
    return {
      gap,
      stop: () => {
        stop()
        onDrop()
      },
    }
  }
  const own = await startTestServe({ host: { ...base.host, subscribe }, streamLimits })
  /** Resolves when the server lets go of a client. */
  const nextDrop = async () =>
    new Promise<void>((resolve) => {
      onDrop = resolve
    })
  return { own: { ...own, stopAll: async () => Promise.all([own.stopAll(), base.stopAll()]) }, events, nextDrop }
}

function largeEvent(bytes: number): HookscopeEvent {
  return { type: 'sandbox', at: 'x'.repeat(bytes) }
}
