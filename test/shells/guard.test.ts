/** Threat 1: a web page, by whatever name and from whatever site, drives the control side. Over raw sockets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fewAndAll } from '../support/fewAndAll.ts'
import { rawHead, startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
})
afterAll(async () => serve.stopAll())

const pages = ['/', '/assets/app-1a2b3c.js', '/nothing']
const calls = [
  '/api/v1/status',
  '/api/v1/deliveries/1/body',
  '/api/v1/events',
  '/api/v1/openapi.json',
  '/api/v1/nothing',
  '/rpc',
]
const methods = ['GET', 'POST', 'OPTIONS', 'WS']

interface Tuple {
  method: string
  path: string
  hosts: string[]
  origin: string | null
  token: 'none' | 'wrong' | 'right' | 'protocol' | 'wrong protocol'
}

function hostVariants(port: number): { hosts: string[]; legal: boolean }[] {
  const ours = `127.0.0.1:${port}`
  const foreign = [
    'evil.test',
    `localhost.evil.test:${port}`,
    `localhost:${port}`,
    `127.0.0.1:${port + 1}`,
    '127.0.0.1',
    `[::1]:${port}`,
    `127.0.0.1.:${port}`,
    `127.1:${port}`,
    `evil@${ours}`,
  ]
  return [
    { hosts: [ours], legal: true },
    ...foreign.map((host) => ({ hosts: [host], legal: false })),
    { hosts: [ours, 'evil.test'], legal: false },
    { hosts: ['evil.test', ours], legal: false },
    { hosts: [ours, ours], legal: false },
    { hosts: [], legal: false },
  ]
}

function originVariants(port: number): { origin: string | null; legal: boolean }[] {
  return [
    { origin: null, legal: true },
    { origin: `http://127.0.0.1:${port}`, legal: true },
    ...[
      'null',
      'http://evil.test',
      'http://1.2.3.4',
      `http://localhost:${port}`,
      'http://127.0.0.1:1',
      `https://127.0.0.1:${port}`,
      '',
    ].map((origin) => ({ origin, legal: false })),
  ]
}

const tokens = ['none', 'wrong', 'right', 'protocol', 'wrong protocol'] as const

function write({ method, path, hosts, origin, token }: Tuple): string {
  const lines = [`${method === 'WS' ? 'GET' : method} ${path} HTTP/1.${hosts.length === 0 ? '0' : '1'}`]
  for (const host of hosts) lines.push(`Host: ${host}`)
  if (origin !== null) lines.push(`Origin: ${origin}`)
  if (token === 'right') lines.push(`Authorization: Bearer ${serve.token}`)
  // As long as the right one: the length alone must not decide.
  if (token === 'wrong') lines.push(`Authorization: Bearer ${'x'.repeat(serve.token.length)}`)
  if (token === 'protocol') lines.push(`Sec-WebSocket-Protocol: hookscope, hookscope.token.${serve.token}`)
  if (token === 'wrong protocol') {
    lines.push(`Sec-WebSocket-Protocol: hookscope, hookscope.token.${'x'.repeat(serve.token.length)}`)
  }
  if (method === 'WS') {
    lines.push(
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    )
  }
  if (method === 'POST') lines.push('Content-Length: 0')
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Whether the token is there in the way that this request may carry it. */
function mayPass({ method, path, origin, token }: Tuple): boolean {
  if (method !== 'WS' && pages.includes(path)) return true
  if (token === 'right') return true
  return method === 'WS' && token === 'protocol' && origin !== null
}

describe.each(methods)('%s', (method) => {
  const name = 'passes with our Host, our Origin or none, and the token; any other combination is refused'
  // One of two faults is enough: both together are among all cases.
  fewAndAll(name, [false, true], async (bothFaults) => {
    const wrong: string[] = []
    let passed = 0
    const check = async (tuple: Tuple, legalNames: boolean) => {
      const { status, head } = await rawHead(serve.port, write(tuple))
      const refused = status === 401 || status === 403 || status === 400
      const legal = legalNames && mayPass(tuple)
      if (legal) passed += 1
      if (refused === legal) wrong.push(`${JSON.stringify(tuple)} -> ${status}`)
      if (/access-control-allow/i.test(head)) wrong.push(`${JSON.stringify(tuple)} allows another origin`)
    }
    for (const path of [...pages, ...calls]) {
      for (const { hosts, legal: legalHost } of hostVariants(serve.port)) {
        const origins = originVariants(serve.port).filter(({ legal }) => legal || legalHost || bothFaults)
        const round = origins.flatMap(({ origin, legal: legalOrigin }) =>
          tokens.map(async (token) => check({ method, path, hosts, origin, token }, legalHost && legalOrigin)),
        )
        await Promise.all(round)
      }
    }
    expect(wrong).toEqual([])
    expect(passed).toBeGreaterThan(0)
  })
})

describe('what passes', () => {
  const legal = (method: string, path: string, token: Tuple['token']) =>
    write({ method, path, hosts: [`127.0.0.1:${serve.port}`], origin: serve.origin, token })

  test('is answered for what it asks', async () => {
    const answers = await Promise.all(
      [
        legal('GET', '/', 'none'),
        legal('GET', '/api/v1/status', 'right'),
        legal('OPTIONS', '/api/v1/status', 'right'),
        legal('WS', '/rpc', 'protocol'),
        legal('WS', '/rpc', 'right'),
        legal('WS', '/api/v1/events', 'right'),
        legal('GET', '/rpc', 'right'),
      ].map(async (text) => (await rawHead(serve.port, text)).status),
    )
    expect(answers).toEqual([200, 200, 405, 101, 101, 404, 426])
  })

  test('a token in the query opens nothing', async () => {
    const hosts = [`127.0.0.1:${serve.port}`]
    const tuple = { method: 'GET', hosts, origin: null, token: 'none' } as const
    const call = await rawHead(serve.port, write({ ...tuple, path: `/api/v1/status?token=${serve.token}` }))
    const socket = await rawHead(serve.port, write({ ...tuple, method: 'WS', path: `/rpc?token=${serve.token}` }))
    expect([call.status, socket.status]).toEqual([401, 401])
  })

  test('a doubled Authorization header is refused, even when one of them is right', async () => {
    const { status } = await rawHead(
      serve.port,
      `GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1:${serve.port}\r\nAuthorization: Bearer ${serve.token}\r\nAuthorization: Bearer x\r\n\r\n`,
    )
    expect(status).toBe(401)
  })

  test('the upgrade to another protocol is an ordinary request', async () => {
    const { status } = await rawHead(
      serve.port,
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${serve.port}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n`,
    )
    expect(status).toBe(200)
  })
})

describe('threat 2: the receiver', () => {
  test('answers no path of the control side, whatever the Host and with the right token', async () => {
    const receiver = new URL(serve.host.receiverOrigin)
    const statuses = await Promise.all(
      ['/', '/api/v1/status', '/api/v1/openapi.json', '/api/v1/events', '/rpc', '/assets/app-1a2b3c.js'].flatMap(
        (path) =>
          [receiver.host, `127.0.0.1:${serve.port}`, 'evil.test'].map(async (host) => {
            const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${serve.authorization}\r\n\r\n`
            return (await rawHead(Number(receiver.port), text)).status
          }),
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([404]))
  })
})
