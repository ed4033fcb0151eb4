import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Problem } from '../../src/serve/http/problem.ts'
import { keyInMemory } from '../../src/serve/session/pageKey.ts'
import { startServe } from '../../src/serve/startServe.ts'
import { openSocket, startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
})
afterAll(async () => serve.stopAll())

const problemIn = async (response: Response) => (await response.json()) as Problem

describe('an HTTP call that fails', () => {
  test('is answered with an RFC 9457 problem', async () => {
    const response = await serve.get('/deliveries/404404')
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await problemIn(response)).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no delivery with the id "404404". It may have been deleted.',
      code: 'NOT_FOUND',
      why: { code: 'no-delivery', fields: { id: '404404' } },
    })
  })

  test('names each field of a query that does not fit', async () => {
    const problem = await problemIn(await serve.get('/deliveries?limit=9999&before=x&verdict=good'))
    expect(problem).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(problem.errors?.map(({ field }) => field)).toEqual(['limit', 'before', 'verdict'])
    expect(problem.errors?.[1]?.detail).toBe('The id of a delivery has digits only.')
  })

  test('names a key of a filter that does not exist, which is searched as a word', async () => {
    const page = async (filter: string) => (await serve.get(`/deliveries?filter=${encodeURIComponent(filter)}`)).json()
    expect(await page('verdit:valid')).toMatchObject({
      items: [],
      remarks: [{ code: 'unknown-filter-key', fields: { key: 'verdit', nearest: 'verdict' } }],
    })
    for (const filter of ['verdict:valid', '"header:x"', 'http://x']) {
      expect(await page(filter)).not.toHaveProperty('remarks')
    }
  })

  test('names the field of a body that does not fit, and keeps what was typed to itself', async () => {
    const response = await serve.send('POST', '/environments', { name: 'A', baseUrl: 'ftp://canary-7c1f' })
    const text = await response.text()
    expect(response.status).toBe(400)
    expect((JSON.parse(text) as Problem).errors?.[0]?.field).toBe('baseUrl')
    expect(text).not.toContain('canary-7c1f')
  })

  test.each([
    { what: 'broken JSON', body: '{"name":', status: 400, words: 'The body is not JSON' },
    { what: 'a list', body: '[1]', status: 400, words: 'The body must be a JSON object.' },
    { what: 'a text', body: '"text"', status: 400, words: 'The body must be a JSON object.' },
    {
      what: 'a bit more than 4 MiB',
      body: `{"name":"${'x'.repeat(2 ** 22)}"}`,
      status: 413,
      words: 'at most 4,194,304 bytes',
    },
    { what: '8 MB', body: `{"name":"${'x'.repeat(2 ** 23)}"}`, status: 413, words: 'at most 4,194,304 bytes' },
  ])('says what is wrong with a body of $what', async ({ body, status, words }) => {
    const problem = await problemIn(await serve.send('POST', '/environments', body))
    expect(problem.status).toBe(status)
    expect(problem.detail).toContain(words)
  })

  test('says so when the body is no UTF-8, or not announced as JSON', async () => {
    const post = async (type: string, body: Uint8Array<ArrayBuffer> | string) =>
      serve.get('/environments', { method: 'POST', headers: { 'content-type': type }, body })
    expect((await problemIn(await post('application/json', Uint8Array.of(0x7b, 0xff, 0x7d)))).detail).toContain('UTF-8')
    expect((await post('text/plain', '{"name":"A"}')).status).toBe(415)
    expect((await post('application/x-www-form-urlencoded', 'name=A')).status).toBe(415)
  })

  test('refuses keys that name the insides of objects like any other unknown name', async () => {
    const response = await serve.send(
      'POST',
      '/environments',
      '{"name":"A","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )
    expect((await problemIn(response)).detail).toContain('Unknown field __proto__.')
    const query = '__proto__[polluted]=1&constructor[prototype][polluted]=1'
    expect((await serve.get(`/deliveries?${query}`)).status).toBe(400)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('takes JSON of any depth without falling over', async () => {
    const lists = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    for (const body of [
      `{"name":"Deep","extra":${lists}}`,
      `{"name":${lists}}`,
      `{"name":"Deep","retention":${lists}}`,
    ]) {
      expect((await serve.send('POST', '/environments', body)).status).toBe(400)
    }
  })

  test('is 404 for an address that does not exist, the live feed of the page included', async () => {
    for (const path of ['', '/', '/nothing', '/deliveries/', '/deliveries/1/body/more', '/__proto__']) {
      expect([path, (await serve.get(path)).status]).toEqual([path, 404])
    }
    expect((await serve.send('POST', '/feed', {})).status).toBe(404)
  })

  test('is 405 for the wrong method, with those that are right', async () => {
    const response = await serve.send('PUT', '/environments/sandbox', {})
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('PATCH, DELETE')
    expect((await serve.get('/status', { method: 'HEAD' })).status).toBe(405)
  })

  test('is 401 with the way to do it right when the token is missing', async () => {
    const response = await fetch(`${serve.apiUrl}/status`)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect((await problemIn(response)).detail).toContain('Authorization: Bearer TOKEN')
  })

  test('passes on what the service itself answered', async () => {
    const created = (await (await serve.send('POST', '/environments', { name: 'Nowhere' })).json()) as { id: string }
    const response = await serve.send('PATCH', `/environments/${created.id}/webhook-config`, { enabled: true })
    const problem = await problemIn(response)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(problem.code).toMatch(/^(SERVICE_REFUSED|CONFLICT|BAD_REQUEST)$/)
    expect(problem.detail.length).toBeGreaterThan(20)
  })

  test('of our own fault says nothing of the insides, which the log does', async () => {
    const broken = await startTestServe()
    const { host } = broken
    const failing = await startServe({
      host: { ...host, status: async () => Promise.reject(new Error('inside-detail')) },
      port: 0,
      staticFolder: '/nonexistent',
      key: keyInMemory('t'),
      log: (_level, message, fields) => broken.logged.push(`${message} ${JSON.stringify(fields)}`),
    })
    const response = await fetch(`${failing.apiUrl}/openapi.json`, { headers: { authorization: 'Bearer t' } })
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('inside-detail')
    expect(broken.logged.join('\n')).toContain('inside-detail')
    await failing.stop()
    await broken.stopAll()
  })
})

test('a client that goes away in the middle of its request is no fault to report', async () => {
  const own = await startTestServe()
  const socket = await openSocket(own.port)
  socket.write(
    `POST /api/v1/environments HTTP/1.1\r\nHost: 127.0.0.1:${own.port}\r\nAuthorization: ${own.authorization}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n',
  )
  await once(socket, 'data')
  socket.write('{"name":')
  socket.resetAndDestroy()
  await once(socket, 'close')
  expect((await own.get('/status')).status).toBe(200)
  await own.stop()
  expect(own.logged.filter((line) => line.startsWith('error'))).toEqual([])
  await own.stopAll()
})

describe('the description of the API', () => {
  interface Description {
    openapi: string
    paths: Record<
      string,
      Record<string, { responses: Record<string, { content?: Record<string, unknown>; $ref?: string }> }>
    >
    components: {
      securitySchemes: unknown
      schemas: Record<string, unknown>
      responses: Record<string, { content: Record<string, unknown> }>
    }
    security: unknown
  }

  test('lists what is answered, events and the token included, and not the feed of the page', async () => {
    const document = (await (await serve.get('/openapi.json')).json()) as Description
    expect(document.openapi).toMatch(/^3\.1/)
    expect(document.security).toEqual([{ token: [] }])
    expect(document.components.securitySchemes).toEqual({ token: { type: 'http', scheme: 'bearer' } })
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(['/status', '/deliveries/{id}/body', '/events']))
    expect(Object.keys(document.paths)).not.toContain('/feed')
    expect(document.paths['/deliveries/{id}/body']?.['get']?.responses['200']?.content).toHaveProperty([
      'application/octet-stream',
    ])
    expect(document.paths['/events']?.['get']?.responses['200']?.content).toHaveProperty(['text/event-stream'])
  })

  test('promises problems for every error of every call', async () => {
    const { paths, components } = (await (await serve.get('/openapi.json')).json()) as Description
    const contents = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ responses }) => Object.entries(responses))
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([, { $ref = '' }]) => Object.keys(components.responses[$ref.split('/').pop() ?? '']?.content ?? {}))
    expect(contents.length).toBeGreaterThan(50)
    expect(new Set(contents)).toEqual(new Set(['application/problem+json']))
  })

  test('has no reference that leads nowhere', async () => {
    const document = (await (await serve.get('/openapi.json')).json()) as Description
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    for (const [, name = ''] of references) expect(Object.keys(document.components.schemas)).toContain(name)
  })
})

test('stopping lets a call in flight end and closes the port', async () => {
  const base = await startTestServe()
  const started = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const status = async () => {
    started.resolve()
    await gate.promise
    return base.host.status()
  }
  const own = await startServe({
    host: { ...base.host, status },
    port: 0,
    staticFolder: '/nonexistent',
    key: keyInMemory('t'),
  })
  const call = fetch(`${own.apiUrl}/openapi.json`, { headers: { authorization: 'Bearer t' } })
  await started.promise
  const stopped = own.stop()
  gate.resolve()
  expect((await call).status).toBe(200)
  await stopped
  const refused = await new Promise((resolve) => {
    connect(own.port, '127.0.0.1').once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  expect(refused).toBe('ECONNREFUSED')
  await base.stopAll()
})
