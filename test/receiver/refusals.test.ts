import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { post, request } from './rawClient.ts'
import { startTestReceiver, type TestReceiver } from './startTestReceiver.ts'

let test: TestReceiver
beforeEach(async () => {
  test = await startTestReceiver({ bodyBytes: 1000, headerBytes: 16 * 1024 })
})
afterEach(async () => test.stop())

async function restart(...options: Parameters<typeof startTestReceiver>): Promise<void> {
  await test.stop()
  test = await startTestReceiver(...options)
}

describe('another method on a known path', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])(
    '%s is recorded with its body and answered 405 with Allow: POST, without a body',
    async (method) => {
      const client = await test.connect()
      client.send(`${request({ 'Content-Length': '4' }, { method })}body`, post('next'))
      expect(await client.answer()).toMatchObject({ status: 405, headers: { allow: 'POST' } })
      expect((await client.answer()).status).toBe(200)
      expect(test.kept[0]).toMatchObject({ refusal: 405, request: { method, size: 4 } })
    },
  )

  it('that asks for an upgrade is recorded and answered 405, and the connection lives on', async () => {
    const client = await test.connect()
    client.send(request({ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Key': 'x' }, { method: 'GET' }))
    expect((await client.answer()).status).toBe(405)
    client.send(post('still here'))
    expect((await client.answer()).status).toBe(200)
  })
})

it('a POST that offers an upgrade is an ordinary delivery', async () => {
  const client = await test.connect()
  client.send(post('{}', { Connection: 'Upgrade', Upgrade: 'h2c' }))
  expect((await client.answer()).status).toBe(200)
  expect(test.kept[0]).toMatchObject({ refusal: null, request: { size: 2 } })
})

describe('a body above the limit', () => {
  it('is drained, answered 413 and recorded with its first bytes and its whole size', async () => {
    const client = await test.connect()
    const body = Buffer.alloc(200_000, 'abc')
    client.send(request({ 'Content-Length': '200000' }), body, post('next'))
    expect((await client.answer()).status).toBe(413)
    expect((await client.answer()).status).toBe(200)
    const captured = test.kept[0]
    expect(captured).toMatchObject({
      refusal: 413,
      request: { truncated: true, size: 200_000, contentLength: 200_000 },
    })
    expect(Buffer.compare(captured?.request.body ?? body, body.subarray(0, 1000))).toBe(0)
    expect(captured?.request.body.buffer.byteLength).toBe(1000)
  })

  it('counts as above the limit when chunks add up to it, and not at exactly the limit', async () => {
    const client = await test.connect()
    client.send(
      request({ 'Transfer-Encoding': 'chunked' }),
      `258\r\n${'a'.repeat(600)}\r\n258\r\n${'b'.repeat(600)}\r\n0\r\n\r\n`,
    )
    expect((await client.answer()).status).toBe(413)
    client.send(post('a'.repeat(1000)))
    expect((await client.answer()).status).toBe(200)
    expect(test.kept.map(({ request }) => request.body.length)).toEqual([1000, 1000])
  })

  it('of one gigabyte grows the memory by less than an eighth of it', { tags: 'full' }, async () => {
    await restart({})
    const client = await test.connect()
    const chunk = Buffer.alloc(1024 * 1024, 'x')
    const gigabyte = 1024 * chunk.length
    client.send(request({ 'Content-Length': String(gigabyte) }))
    let peak = 0
    let before = 0
    for (let sent = 0; sent < 1024; sent += 1) {
      if (!client.socket.write(chunk)) await new Promise((resolve) => client.socket.once('drain', resolve))
      // The first part fills the record itself and what the runtime reserves.
      if (sent === 64) before = process.memoryUsage.rss()
      if (sent > 64) peak = Math.max(peak, process.memoryUsage.rss())
    }
    expect((await client.answer()).status).toBe(413)
    expect(test.kept[0]?.request).toMatchObject({ size: gigabyte, truncated: true })
    expect(test.kept[0]?.request.body.length).toBe(10 * 1024 * 1024)
    expect(peak - before).toBeLessThan(gigabyte / 8)
  })
})

describe('an unknown path', () => {
  it('is drained, counted and answered 404, the same for each, and never handed over', async () => {
    const client = await test.connect()
    const answers = []
    for (const target of ['/', '/in/', '/in/unknown', '/in/known/', '/IN/known', '//in/known', '*', '/in/%6bnown']) {
      const method = target === '*' ? 'OPTIONS' : 'POST'
      client.send(`${request({ 'Content-Length': '5000' }, { target, method })}${'x'.repeat(5000)}`)
      const { status, headers } = await client.answer()
      answers.push({ status, ...headers, date: '' })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, 'content-length': '0' })
    expect(test.strays()).toBe(8)
    expect(test.kept).toHaveLength(0)
  })

  it('is what CONNECT asks for: 404, counted, and the connection is ended', async () => {
    const client = await test.connect()
    client.send('CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test:443\r\n\r\nGET / HTTP/1.1\r\n\r\n')
    expect((await client.answer()).status).toBe(404)
    await client.ended()
    expect(test.strays()).toBe(1)
  })
})

it('a target in absolute form is routed by its path and kept as it stood', async () => {
  const client = await test.connect()
  client.send(request({ 'Content-Length': '0' }, { target: 'http://receiver.test/in/known?x=1' }))
  expect((await client.answer()).status).toBe(200)
  expect(test.kept[0]?.request.target).toBe('http://receiver.test/in/known?x=1')
})

describe('503 with Retry-After', () => {
  it('is the answer when the delivery could not be kept, and the connection lives on', async () => {
    let works = false
    await restart({}, async () => {
      if (!works) throw new Error('disk full')
      return { status: 200 }
    })
    const client = await test.connect()
    client.send(post('a'))
    expect(await client.answer()).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    works = true
    client.send(post('a'))
    expect((await client.answer()).status).toBe(200)
  })

  it('is the answer when more bodies are in memory than there is room for, until some are let go', async () => {
    const gates: (() => void)[] = []
    await restart({ bytesInFlight: 250_000 }, async () => {
      await new Promise<void>((resolve) => gates.push(resolve))
      return { status: 200 }
    })
    const [first, second, third] = await Promise.all([test.connect(), test.connect(), test.connect()])
    first.send(post('a'.repeat(100_000)))
    second.send(post('b'.repeat(100_000)))
    await test.keptCount(2)
    third.send(post('c'.repeat(100_000)))
    expect(await third.answer()).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    for (const open of gates) open()
    expect((await first.answer()).status).toBe(200)
    expect((await second.answer()).status).toBe(200)
    third.send(post('c'.repeat(100_000)))
    await test.keptCount(3)
    gates.at(-1)?.()
    expect((await third.answer()).status).toBe(200)
    expect(test.kept).toHaveLength(3)
  })
})

it('a sender that piles up small requests faster than they are kept gets 503 for those that are too many', async () => {
  const gates: (() => void)[] = []
  await restart({ bytesInFlight: 20_000 }, async () => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return { status: 200 }
  })
  const client = await test.connect()
  client.send(post('{}').repeat(100))
  const other = await test.connect()
  other.send(post('{}'))
  expect((await other.answer()).status).toBe(503)
  expect(test.kept.length).toBeGreaterThan(5)
  expect(test.kept.length).toBeLessThan(20)
  for (const open of gates) open()
  const statuses = []
  for (let count = 0; count < 100; count += 1) statuses.push((await client.answer()).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(test.kept.length)
  expect(statuses.filter((status) => status === 503)).toHaveLength(100 - test.kept.length)
})

describe('what is no request by the RFC', () => {
  const host = 'Host: x\r\n'
  it.each([
    [
      'two different Content-Lengths',
      `POST /in/known HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    ],
    [
      'the same Content-Length twice',
      `POST /in/known HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`,
    ],
    ['a list as Content-Length', `POST /in/known HTTP/1.1\r\n${host}Content-Length: 1, 1\r\n\r\na`],
    ['a signed Content-Length', `POST /in/known HTTP/1.1\r\n${host}Content-Length: +1\r\n\r\na`],
    [
      'Content-Length beside Transfer-Encoding',
      `POST /in/known HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'Transfer-Encoding before Content-Length',
      `POST /in/known HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
    ],
    [
      'chunked not as the last coding',
      `POST /in/known HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
    ['a chunk size that is no number', `POST /in/known HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`],
    ['a space before the colon', `POST /in/known HTTP/1.1\r\n${host}Content-Length : 1\r\n\r\na`],
    ['a folded header', `POST /in/known HTTP/1.1\r\n${host}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`],
    ['a NUL in a header', `POST /in/known HTTP/1.1\r\n${host}X: a\0b\r\nContent-Length: 0\r\n\r\n`],
    ['a bare line feed', 'POST /in/known HTTP/1.1\nHost: x\nContent-Length: 0\n\n'],
    ['no Host', 'POST /in/known HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
    ['two Hosts', `POST /in/known HTTP/1.1\r\n${host}Host: y\r\nContent-Length: 0\r\n\r\n`],
    ['an unknown method', `FETCH /in/known HTTP/1.1\r\n${host}\r\n`],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['nonsense', 'hello\r\n\r\n'],
  ])('%s is answered 400 and the connection is ended in order', async (_what, text) => {
    const client = await test.connect()
    client.send(Buffer.from(text, 'latin1'))
    expect(await client.answer()).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(await client.ended()).toBe('')
    // A broken-off chunked body is the only one of these whose head was good: recorded, never acknowledged.
    expect(test.kept.filter(({ refusal }) => refusal !== 408)).toHaveLength(0)
  })

  it('a head above the limit is answered 431 even while the sender still writes', async () => {
    const client = await test.connect()
    client.send(`POST /in/known HTTP/1.1\r\n${host}`, `X-Long: ${'x'.repeat(400_000)}\r\n`, '\r\n')
    expect((await client.answer()).status).toBe(431)
    expect(await client.ended()).toBe('')
  })

  it('HTTP/2 without asking does not hang or crash', async () => {
    const client = await test.connect()
    client.send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    await client.ended().catch(() => undefined)
    const next = await test.connect()
    next.send(post('a'))
    expect((await next.answer()).status).toBe(200)
  })

  it('surplus bytes after a body are a second request, answered after the first', async () => {
    let open: () => void = () => undefined
    await restart({}, async () => {
      await new Promise<void>((resolve) => {
        open = resolve
      })
      return { status: 200 }
    })
    const client = await test.connect()
    client.send(request({ 'Content-Length': '4' }), 'bodysurplus bytes\r\n\r\n')
    await test.keptCount(1)
    expect(Buffer.from(test.kept[0]?.request.body ?? []).toString()).toBe('body')
    open()
    expect((await client.answer()).status).toBe(200)
    expect((await client.answer()).status).toBe(400)
    await client.ended()
    expect(test.kept).toHaveLength(1)
  })
})
