/** @module-tag full */
/** Threats 1 and 2 for every call that the router has: made from its own document, so that a new call is covered automatically. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawHead, startTestServe, type TestServe } from '../../shells/startTestServe.ts'
import { everyRoute, fill, type Route } from '../routes.ts'

let serve: TestServe
let routes: Route[]
beforeAll(async () => {
  serve = await startTestServe()
  routes = await everyRoute(serve)
})
afterAll(async () => serve.stopAll())

interface Names {
  hosts: string[]
  origin: string | null
  token: 'none' | 'wrong' | 'right' | 'twice'
}

const hosts = (port: number) => {
  const ours = `127.0.0.1:${port}`
  const foreign = [
    'evil.test',
    `localhost.evil.test:${port}`,
    `localhost:${port}`,
    `127.0.0.1:${port + 1}`,
    '127.0.0.1',
  ]
  const spelled = [`[::1]:${port}`, `127.0.0.1.:${port}`, `127.1:${port}`, `evil@${ours}`, `0x7f000001:${port}`]
  return [
    [ours],
    ...[...foreign, ...spelled].map((host) => [host]),
    [ours, 'evil.test'],
    ['evil.test', ours],
    [ours, ours],
  ]
}

const origins = (port: number) => [
  null,
  `http://127.0.0.1:${port}`,
  'null',
  'http://evil.test',
  'http://1.2.3.4',
  `http://localhost:${port}`,
  'http://127.0.0.1:1',
  `https://127.0.0.1:${port}`,
  '',
]

const tokens = ['none', 'wrong', 'right', 'twice'] as const

function isLegal({ hosts: [host, ...more], origin, token }: Names): boolean {
  const ours = `127.0.0.1:${serve.port}`
  return host === ours && more.length === 0 && (origin === null || origin === `http://${ours}`) && token === 'right'
}

function write(method: string, path: string, names: Names, body = ''): string {
  const right = `Authorization: ${serve.authorization}`
  const lines = {
    none: [],
    // As long as the right one: the length alone must not decide.
    wrong: [`Authorization: Bearer ${'x'.repeat(serve.token.length)}`],
    right: [right],
    twice: [right, right],
  }
  return [
    `${method} /api/v1${path} HTTP/1.1`,
    ...names.hosts.map((host) => `Host: ${host}`),
    ...(names.origin === null ? [] : [`Origin: ${names.origin}`]),
    ...lines[names.token],
    ...(method === 'GET' ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    '',
    body,
  ].join('\r\n')
}

/** State that must not change after refused calls. */
async function state(): Promise<unknown> {
  const [environments, status] = await Promise.all([serve.client.environments.list(), serve.client.status()])
  return { environments, counts: status.counts, tunnel: status.tunnel.state, receiver: status.receiver.origin }
}

it('every call is refused with any other Host, Origin or token than ours, and has done nothing', async () => {
  const before = await state()
  const wrong: string[] = []
  let tried = 0
  for (const { method, path } of routes) {
    for (const host of hosts(serve.port)) {
      const all = origins(serve.port).flatMap((origin) => tokens.map((token) => ({ hosts: host, origin, token })))
      const illegal = all.filter((names) => !isLegal(names))
      tried += illegal.length
      await Promise.all(
        illegal.map(async (names) => {
          const { status, head } = await rawHead(
            serve.port,
            write(method, fill(path), names, method === 'GET' ? '' : '{}'),
          )
          const refused = status === 401 || status === 403 || status === 400
          if (!refused) wrong.push(`${method} ${path} ${JSON.stringify(names)} -> ${status}`)
          if (/access-control-allow/i.test(head)) wrong.push(`${method} ${path} allows another origin`)
        }),
      )
    }
  }
  expect(wrong).toEqual([])
  expect(await state()).toEqual(before)
  console.info(`${routes.length} calls, ${tried} combinations of Host, Origin and token refused`)
})

it('every call that only looks passes with ours', async () => {
  const names = { hosts: [`127.0.0.1:${serve.port}`], origin: null, token: 'right' } as const
  const refused: string[] = []
  for (const { path } of routes.filter(({ method }) => method === 'GET')) {
    const { status } = await rawHead(serve.port, write('GET', fill(path), { ...names, hosts: [...names.hosts] }))
    if (status === 401 || status === 403 || status >= 500) refused.push(`${path} -> ${status}`)
  }
  expect(refused).toEqual([])
})

it('no call that changes something takes what a page of another site may send without asking: a form, or plain text', async () => {
  const before = await state()
  const taken: string[] = []
  for (const { method, path, body } of routes) {
    if (method === 'GET' || body === null) continue
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const response = await fetch(serve.apiUrl + fill(path), {
        method,
        headers: { authorization: serve.authorization, 'content-type': type },
        body: '{"name":"by a form"}',
      })
      await response.body?.cancel()
      if (response.status < 400) taken.push(`${method} ${path} took ${type}: ${response.status}`)
      if (response.status >= 500) taken.push(`${method} ${path} broke at ${type}: ${response.status}`)
    }
  }
  expect(taken).toEqual([])
  expect(await state()).toEqual(before)
})

it('no call is answered by the receiver, whatever the Host and with the right token', async () => {
  const receiver = new URL(serve.host.receiverOrigin)
  const answered: string[] = []
  for (const { method, path } of routes) {
    for (const host of [receiver.host, `127.0.0.1:${serve.port}`]) {
      const text = write(
        method,
        fill(path),
        { hosts: [host], origin: null, token: 'right' },
        method === 'GET' ? '' : '{}',
      )
      const { status } = await rawHead(Number(receiver.port), text)
      if (status !== 404) answered.push(`${method} ${path} as ${host} -> ${status}`)
    }
  }
  expect(answered).toEqual([])
})

it('listens on 127.0.0.1 alone', async () => {
  const reached = await Promise.all(
    ['127.0.0.2', '::1'].map(
      async (host) =>
        new Promise<boolean>((resolve) => {
          const socket = connect({ port: serve.port, host })
          socket.once('connect', () => {
            socket.destroy()
            resolve(true)
          })
          socket.once('error', () => resolve(false))
        }),
    ),
  )
  expect(reached).toEqual([false, false])
})
