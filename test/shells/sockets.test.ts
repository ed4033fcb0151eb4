import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe({ maxBufferedBytes: 256 * 1024 })
})
afterAll(async () => serve.stopAll())

async function openPage(of: TestServe, protocols = ['hookscope', `hookscope.token.${of.token}`]) {
  const socket = new WebSocket(`ws://127.0.0.1:${of.port}/rpc`, protocols, { origin: of.origin })
  await Promise.race([once(socket, 'open'), once(socket, 'error').then(([error]) => Promise.reject(error as Error))])
  return socket
}

/** A call as the wire writes it: number, kind (1: a request), and what is asked. */
function call(id: string, path: string): string {
  return JSON.stringify({ i: id, p: { u: `http://orpc/${path}`, b: {} } })
}

test('the server chooses the protocol that is spoken, and never repeats the token', async () => {
  const socket = await openPage(serve)
  expect(socket.protocol).toBe('hookscope')
  socket.terminate()
})

test.each([
  '',
  'no json',
  'null',
  '[]',
  '{"i":1,"p":{"u":"/status"}}',
  '{"i":"1"}',
  '{"i":"1","p":{"u":7}}',
  '{"i":"1","p":{"u":"http://"}}',
  '{"i":"1","p":{"u":"/status","h":[]}}',
  Uint8Array.of(0xff, 0xfe, 0x00),
])('whoever sends %j instead of a call is shown out, without a word on stderr', async (message) => {
  const printed = vi.spyOn(console, 'error')
  const socket = await openPage(serve)
  socket.send(message)
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1007)
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
})

test('a call that does not exist is answered as such, and other pages go on', async () => {
  const rude = await openPage(serve)
  const polite = await openPage(serve)
  rude.send(call('7', '__proto__/constructor'))
  const [refusal] = (await once(rude, 'message')) as [Buffer]
  expect(JSON.parse(refusal.toString())).toMatchObject({ i: '7', p: { s: 404 } })
  polite.send(call('1', 'status'))
  const [answer] = (await once(polite, 'message')) as [Buffer]
  expect(answer.toString()).toContain('"dataFolder"')
  rude.terminate()
  polite.terminate()
})

test('a message above 8 MiB ends its connection', async () => {
  const socket = await openPage(serve)
  socket.on('error', () => undefined)
  socket.send('x'.repeat(8 * 1024 * 1024 + 1))
  const [code] = (await once(socket, 'close')) as [number]
  expect(code).toBe(1009)
})

test('a page that asks and never reads is cut off', async () => {
  const socket = await openPage(serve)
  const { id } = await serve.client.environments.create({ name: 'x', clientId: 'y'.repeat(500) })
  socket.pause()
  const closed = once(socket, 'close')
  for (let index = 0; index < 20_000; index += 1) socket.send(call(String(index), 'environments/list'))
  socket.resume()
  const [code] = (await closed) as [number]
  expect(code).toBe(1006)
  await serve.client.environments.remove({ id })
})

test('pages learn when the server stops', async () => {
  const own = await startTestServe()
  const socket = await openPage(own)
  const closed = once(socket, 'close')
  await own.stop()
  const [code] = (await closed) as [number]
  expect(code).toBe(1001)
  await own.stopAll()
})

test('upgrades that are refused hold no connection, even where the client never closes its own', async () => {
  const upgrade = `GET /rpc HTTP/1.1\r\nHost: 127.0.0.1:${serve.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  const refused = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const socket = connect({ port: serve.port, host: '127.0.0.1', allowHalfOpen: true })
      socket.write(upgrade)
      const [head] = (await once(socket, 'data')) as [Buffer]
      expect(head.toString()).toMatch(/^HTTP\/1\.1 401 /)
      return socket
    }),
  )
  await expect.poll(async () => (await serve.get('/status')).status).toBe(200)
  for (const socket of refused) socket.destroy()
})
