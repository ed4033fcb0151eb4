import { createHash, randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { post, request } from './rawClient.ts'
import { startTestReceiver, type TestReceiver } from './startTestReceiver.ts'

let test: TestReceiver
beforeEach(async () => {
  test = await startTestReceiver()
})
afterEach(async () => test.stop())

const only = () => {
  const [first] = test.kept
  if (first === undefined) throw new Error('Nothing was handed over.')
  return first.request
}

describe('a captured request', () => {
  it('has method, target, version, headers in order with their spelling, length, time and peer', async () => {
    const before = Date.now()
    const client = await test.connect()
    client.send(
      'POST /in/known?a=%20b HTTP/1.1\r\nX-b: 1\r\nhOsT: x\r\nx-B: 2\r\n__proto__: p\r\nContent-Length: 2\r\n\r\nhi',
    )
    expect((await client.answer()).status).toBe(200)
    expect(only()).toEqual({
      method: 'POST',
      target: '/in/known?a=%20b',
      httpVersion: '1.1',
      headers: ['X-b', '1', 'hOsT', 'x', 'x-B', '2', '__proto__', 'p', 'Content-Length', '2'],
      trailers: [],
      body: Buffer.from('hi'),
      truncated: false,
      size: 2,
      contentLength: 2,
      receivedAt: expect.any(Number) as number,
      peer: { address: '127.0.0.1', port: client.socket.localPort },
    })
    expect(only().receivedAt).toBeGreaterThanOrEqual(before)
    expect(only().receivedAt).toBeLessThanOrEqual(Date.now())
    expect(test.kept[0]).toMatchObject({ environmentId: 'environment-1', refusal: null })
  })

  it('is timed when its head was complete, not when its body was', async () => {
    const client = await test.connect()
    client.send(request({ Expect: '100-continue', 'Content-Length': '2' }))
    await client.answer()
    const headCame = Date.now()
    while (Date.now() <= headCame + 1) await new Promise((resolve) => setImmediate(resolve))
    client.send('hi')
    await client.answer()
    expect(only().receivedAt).toBeLessThanOrEqual(headCame)
  })

  it('carries its exact bytes, whatever they are, in memory of exactly their size', async () => {
    const client = await test.connect()
    for (const size of [0, 1, 600, 8192, 65_536, 65_537, 300_000]) {
      const bytes = randomBytes(size)
      client.send(request({ 'Content-Length': String(size) }), bytes)
      expect((await client.answer()).status).toBe(200)
      const captured = test.kept.at(-1)?.request
      expect(Buffer.compare(captured?.body ?? new Uint8Array(), bytes)).toBe(0)
      expect(captured?.body.buffer.byteLength).toBe(size)
      expect(captured).toMatchObject({ size, contentLength: size, truncated: false })
    }
  })

  it('carries a body of exactly the limit of 10 MiB whole', async () => {
    const bytes = randomBytes(10 * 1024 * 1024)
    const client = await test.connect()
    client.send(request({ 'Content-Length': String(bytes.length) }), bytes)
    expect((await client.answer()).status).toBe(200)
    const digest = (body: Uint8Array) => createHash('sha256').update(body).digest('hex')
    expect(digest(only().body)).toBe(digest(bytes))
    expect(only().truncated).toBe(false)
  })

  it('that broke off in the middle of a large body has what came, in memory of exactly that size', async () => {
    const bytes = randomBytes(3 * 1024 * 1024)
    const client = await test.connect()
    client.send(request({ 'Content-Length': String(5 * 1024 * 1024) }), bytes)
    client.socket.end()
    await expect.poll(() => test.kept.length).toBe(1)
    expect(Buffer.compare(only().body, bytes)).toBe(0)
    expect(only().body.buffer.byteLength).toBe(bytes.length)
    expect(only()).toMatchObject({ size: bytes.length, contentLength: 5 * 1024 * 1024, truncated: true })
  })

  it('that came chunked has its bytes joined, its trailers kept and no Content-Length', async () => {
    const client = await test.connect()
    client.send(request({ 'Transfer-Encoding': 'chunked', Trailer: 'X-Sum' }))
    client.send('3\r\nabc\r\n', '2;ext=1\r\nde\r\n', '0\r\nX-Sum: 5\r\nx-Other: 6\r\n\r\n')
    expect((await client.answer()).status).toBe(200)
    expect(Buffer.from(only().body).toString()).toBe('abcde')
    expect(only().body.buffer.byteLength).toBe(5)
    expect(only()).toMatchObject({ trailers: ['X-Sum', '5', 'x-Other', '6'], contentLength: null, size: 5 })
  })

  it('keeps more headers than a count limit would let through', async () => {
    const client = await test.connect()
    const many = Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`X-${index}`, String(index)]))
    client.send(post('', many))
    expect((await client.answer()).status).toBe(200)
    expect(only().headers).toHaveLength(2 * 2502)
  })

  it('arrives byte by byte as well as in one piece', async () => {
    const client = await test.connect()
    client.socket.setNoDelay(true)
    for (const letter of post('slow')) {
      client.send(letter)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await client.answer()).status).toBe(200)
    expect(Buffer.from(only().body).toString()).toBe('slow')
  })
})

describe('an answer', () => {
  it('is an empty 200 and leaves the connection open', async () => {
    const client = await test.connect()
    client.send(post('a'))
    const first = await client.answer()
    expect(first).toMatchObject({ status: 200, headers: { 'content-length': '0', connection: 'keep-alive' } })
    client.send(post('b'))
    expect((await client.answer()).status).toBe(200)
    expect(test.kept).toHaveLength(2)
    expect(test.answered.map(({ answer }) => answer.status)).toEqual([200, 200])
  })

  it('closes the connection for HTTP/1.0 and for Connection: close, and keeps it for HTTP/1.0 with keep-alive', async () => {
    const old = await test.connect()
    old.send(request({ 'Content-Length': '0', Connection: 'keep-alive' }, { version: '1.0' }))
    expect((await old.answer()).headers['connection']).toBe('keep-alive')
    old.send(request({ 'Content-Length': '0', Host: null }, { version: '1.0' }))
    expect((await old.answer()).headers['connection']).toBe('close')
    await old.ended()
    const modern = await test.connect()
    modern.send(post('', { Connection: 'close' }))
    expect((await modern.answer()).headers['connection']).toBe('close')
    await modern.ended()
  })

  it('comes in the order of the requests when they are pipelined', async () => {
    await test.stop()
    const gates: (() => void)[] = []
    test = await startTestReceiver({}, async ({ request }) => {
      await new Promise<void>((resolve) => gates.push(resolve))
      return { status: 200, headers: { 'X-Of': Buffer.from(request.body).toString() } }
    })
    const client = await test.connect()
    client.send(post('first') + post('second'))
    await test.keptCount(2)
    expect(test.kept.map(({ request }) => Buffer.from(request.body).toString())).toEqual(['first', 'second'])
    gates[1]?.()
    gates[0]?.()
    expect((await client.answer()).headers['x-of']).toBe('first')
    expect((await client.answer()).headers['x-of']).toBe('second')
  })

  it('waits for 100 Continue where the sender does', async () => {
    const client = await test.connect()
    client.send(request({ Expect: '100-continue', 'Content-Length': '2' }))
    expect((await client.answer()).status).toBe(100)
    expect(test.kept).toHaveLength(0)
    client.send('ok')
    expect((await client.answer()).status).toBe(200)
  })

  it('is the normal one when the sender expects something unknown', async () => {
    const client = await test.connect()
    client.send(post('x', { Expect: 'the-unexpected' }))
    expect((await client.answer()).status).toBe(200)
    expect(test.kept).toHaveLength(1)
  })

  it('reaches a sender that ended its side right after its request', async () => {
    await test.stop()
    let open: () => void = () => undefined
    test = await startTestReceiver({}, async () => {
      await new Promise<void>((resolve) => {
        open = resolve
      })
      return { status: 200 }
    })
    const client = await test.connect()
    client.socket.end(post('bye'))
    await test.keptCount(1)
    // By the time a later sender has its answer, the receiver has noticed that the first one ended its side.
    const other = await test.connect()
    other.send(request({ 'Content-Length': '0' }, { target: '/elsewhere' }))
    await other.answer()
    open()
    expect((await client.answer()).status).toBe(200)
    await client.ended()
  })

  it('serves 200 connections at a time', async () => {
    const clients = await Promise.all(Array.from({ length: 200 }, async () => test.connect()))
    for (const [index, client] of clients.entries()) client.send(post(`body ${index}`))
    const answers = await Promise.all(clients.map(async (client) => client.answer()))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const bodies = new Set(test.kept.map(({ request }) => Buffer.from(request.body).toString()))
    expect(bodies.size).toBe(200)
  })

  it('satisfies an ordinary client', async () => {
    const status = await new Promise((resolve, reject) => {
      const call = httpRequest(`${test.receiver.origin}/in/known`, { method: 'POST' }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      })
      call.on('error', reject).end('hello')
    })
    expect(status).toBe(200)
  })
})
