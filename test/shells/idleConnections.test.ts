import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSocket, startTestServe, type TestServe } from './startTestServe.ts'

const idleTimeoutMs = 50

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
})
afterAll(async () => serve.stopAll())

const ports = {
  page: async () => serve.port,
  sandbox: async () => Number(new URL((await serve.get('/sandbox').then(async (answer) => answer.json())).url).port),
}
const names = ['page', 'sandbox'] as const

test.each(names)('the %s answers a request that came while its process was paused', async (name) => {
  const port = await ports[name]()
  const client = await idleConnection(port)
  client.write(requestTo(port))
  // The timeout passes before the server can read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4 * idleTimeoutMs)
  const [answer] = (await once(client, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
  client.destroy()
})

test.each(names)('the %s closes a connection without requests after its timeout', async (name) => {
  const client = await idleConnection(await ports[name]())
  await once(client, 'end')
})

const requestTo = (port: number) => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`

/** A connection whose first request was answered, at a server that now closes idle ones soon. */
async function idleConnection(port: number): Promise<Socket> {
  const shortenTimeout = (message: unknown) => {
    const { server } = message as { server: Server }
    Object.assign(server, { keepAliveTimeout: idleTimeoutMs, keepAliveTimeoutBuffer: 0 })
  }
  subscribe('http.server.request.start', shortenTimeout)
  const client = await openSocket(port)
  client.write(requestTo(port))
  await once(client, 'data')
  unsubscribe('http.server.request.start', shortenTimeout)
  return client
}
