import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from './startApp.ts'
import { parentSegments } from './parentSegments.ts'
import { startTestForwarding } from './startTestForwarding.ts'

describe('a delivery that is forwarded', () => {
  test('comes to the app with its method, its exact bytes and its headers in order', async () => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(app.url)
    const body = randomBytes(300_000)
    await forwardOne(
      {
        method: 'PUT',
        headers: [
          'Host',
          'public.example',
          'X-B',
          '1',
          'x-a',
          '\u00E9 \u0080\t2',
          'X-B',
          '3',
          'X-Empty',
          '',
          'CONTENT-type',
          'a/b',
        ],
      },
      body,
    )
    const [seen] = app.seen
    expect(seen?.method).toBe('PUT')
    expect(seen?.body.equals(body)).toBe(true)
    const own = seen?.headers.filter(([name]) => !/^(host|connection|content-length)$/.test(name))
    expect(own).toEqual([
      ['X-B', '1'],
      ['x-a', '\u00E9 \u0080\t2'],
      ['X-B', '3'],
      ['X-Empty', ''],
      ['CONTENT-type', 'a/b'],
      ['x-hookscope-hop', 'own-hop'],
    ])
    expect(seen?.headers).toContainEqual(['host', `127.0.0.1:${app.port}`])
  })

  test('leaves behind what concerned its own connection, also what it named itself', async () => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(app.url)
    const left = ['Keep-Alive', 'TE', 'Trailer', 'Upgrade', 'Proxy-Authorization', 'Expect', 'X-Hop', 'x-other-hop']
    const before = ['Connection', 'close, X-Hop', 'Transfer-Encoding', 'chunked', 'Content-Length', '999']
    const headers = [...before, ...left.flatMap((name) => [name, 'something'])].concat([
      'connection',
      'X-Other-Hop',
      'X-Kept',
      'yes',
    ])
    const { error, requestHeaders } = await forwardOne({ headers })
    expect(error).toBeNull()
    expect(requestHeaders).toEqual([
      ['X-Kept', 'yes'],
      ['x-hookscope-hop', 'own-hop'],
    ])
    const names = app.seen[0]?.headers.map(([name]) => name.toLowerCase())
    expect(names?.sort()).toEqual(['connection', 'content-length', 'host', 'x-hookscope-hop', 'x-kept'])
    expect(app.seen[0]?.body.toString()).toBe('body')
  })

  test.each<{ base: string; paths: [target: string, path: string][] }>([
    {
      base: '',
      paths: [
        ['/in/the-key', '/'],
        ['/in/the-key//evil.example/x', '//evil.example/x'],
        ['/in/the-key/\\evil.example/x', '/\\evil.example/x'],
        ['/in/the-key?next=/in/the-key', '/?next=/in/[receiver-key]'],
      ],
    },
    {
      base: '/hooks',
      paths: [
        ['/in/the-key', '/hooks'],
        ['http://public.example/in/the-key?a=1', '/hooks?a=1'],
        ['//evil.example/x', '/hooks'],
        ['http://evil.example/x', '/hooks'],
      ],
    },
    {
      base: '/hooks/',
      paths: [
        ['/in/the-key?a=%20"x"&b', '/hooks/?a=%20"x"&b'],
        ['/in/the-key/more/./..x/...?../..', '/hooks/more/./..x/...?../..'],
      ],
    },
    { base: '/hooks?own=1', paths: [['/in/the-key?a=1', '/hooks?own=1&a=1']] },
  ])('asks the app at "$base" for what follows the path of the receiver', async ({ base, paths }) => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(app.url + base)
    for (const [target, path] of paths) {
      const attempt = await forwardOne({ target })
      expect([target, attempt.error, attempt.url]).toEqual([target, null, app.url + path])
    }
    expect(app.seen.map((request) => request.target)).toEqual(paths.map(([, path]) => path))
  })

  test('never takes the key of the receiver with it, not in a header of a tunnel either', async () => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(app.url)
    const attempt = await forwardOne({
      target: '/in/the-key?a=1',
      headers: ['X-Original-Url', 'https://x.example/in/the-key?a=1', 'Referer', '%2Fin%2Fthe-key'],
    })
    expect(JSON.stringify([app.seen, attempt])).not.toContain('the-key')
    expect(app.seen[0]?.headers).toContainEqual(['X-Original-Url', 'https://x.example/in/[receiver-key]?a=1'])
  })

  test('is kept as an attempt with the answer and its times, and published as an event', async () => {
    const app = await startApp((_request, response) => {
      response.writeHead(418, { 'X-From': 'app' }).end('short and stout')
    })
    const { forwardOne, attempts } = await startTestForwarding(`${app.url}/hooks`)
    const attempt = await forwardOne()
    expect(attempt).toMatchObject({
      kind: 'forward',
      method: 'POST',
      url: `${app.url}/hooks?x=1`,
      status: 418,
      error: null,
    })
    expect(Buffer.from(attempt.body ?? []).toString()).toBe('short and stout')
    expect(attempt.responseHeaders).toContainEqual(['X-From', 'app'])
    for (const time of Object.values(attempt.timing)) expect(time).toBeGreaterThanOrEqual(0)
    const { deliveryId, id: attemptId } = attempt
    const forward = { state: 'failed', status: 418 }
    expect(attempts).toContainEqual({ type: 'attempt', kind: 'forward', status: 418, deliveryId, attemptId, forward })
  })

  test('stays with the app that was named: a redirect is its answer', async () => {
    const other = await startApp()
    const app = await startApp((_request, response) => void response.writeHead(307, { location: other.url }).end())
    const { forwardOne } = await startTestForwarding(app.url)
    expect(await forwardOne()).toMatchObject({ status: 307, error: null })
    expect(other.seen).toEqual([])
  })
})

describe('what cannot be forwarded is an attempt that says why', () => {
  test('a header with a line end, NUL or another character that no header may have', async () => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(app.url)
    for (const bad of ['\r\nInjected: 1', '\n', '\r', '\0', '\u0001', '\u0100']) {
      expect((await forwardOne({ headers: ['X-Good', '1', 'X-Bad', `a${bad}b`] })).error?.code).toBe('INVALID_HEADER')
      expect((await forwardOne({ headers: [`X-Bad${bad}`, '1'] })).error?.code).toBe('INVALID_HEADER')
    }
    const { error } = await forwardOne({ headers: ['X-Bad\r\nInjected', '1'] })
    expect(error?.message).toMatch(/"X-Bad\\r\\nInjected" has a character in it.*line feed/)
    expect(app.seen).toEqual([])
  })

  test('a path with a segment that could lead out of the path of the app', async () => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(`${app.url}/hooks`)
    for (const segment of parentSegments) {
      for (const target of [`/in/the-key/${segment}/admin`, `/in/the-key/more/${segment}?a=1`]) {
        const { error, url } = await forwardOne({ target })
        expect([target, error?.code, url]).toEqual([target, 'INVALID_TARGET', `${app.url}/hooks`])
      }
    }
    expect(app.seen).toEqual([])
  })

  test('a target with characters that no request line may have', async () => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(app.url)
    for (const target of ['/in/k?a b', '/in/k?a\r\nInjected: 1', '/in/k?\u0100']) {
      expect((await forwardOne({ target })).error?.code).toBe('INVALID_TARGET')
    }
    expect(app.seen).toEqual([])
  })

  test('a body of which only the beginning is known', async () => {
    const app = await startApp()
    const { forwardOne } = await startTestForwarding(app.url)
    expect((await forwardOne({ truncated: true })).error).toMatchObject({ code: 'INCOMPLETE' })
    expect(app.seen).toEqual([])
  })

  test('an app that does not run does not keep later deliveries from being tried', async () => {
    const { forwardOne } = await startTestForwarding('http://127.0.0.1:9')
    expect((await forwardOne()).error).toMatchObject({ code: 'ECONNREFUSED' })
    expect((await forwardOne()).error?.message).toContain('Nothing listens at 127.0.0.1:9')
  })

  test('an app that does not answer before the deadline', async () => {
    const app = await startApp(() => undefined)
    const { forwardOne } = await startTestForwarding(app.url, { timeoutMs: 100 })
    const { error, status } = await forwardOne()
    expect([error?.code, status]).toEqual(['DEADLINE', null])
  })

  test('an app that closes instead of answering', async () => {
    const rude = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
    await once(rude, 'listening')
    onTestFinished(() => void rude.close())
    const { forwardOne } = await startTestForwarding(`http://127.0.0.1:${(rude.address() as AddressInfo).port}`)
    expect((await forwardOne()).error?.message).toContain('closed the connection')
  })
})
