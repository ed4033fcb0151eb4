import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resolveTarget } from '../../src/engine/checking/wire/resolveTarget.ts'
import { ForwardProblem, readForwardTarget } from '../../src/engine/forwarding/forwardTarget.ts'
import { checkTarget, isOwnOrigin, refusalOf } from '../../src/engine/forwarding/ourAddresses.ts'
import { startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import { isLoopback } from '../../src/shared/loopback.ts'
import { startApp } from './startApp.ts'
import { startTestForwarding } from './startTestForwarding.ts'

/** Stands for one of our own listeners, on every address; counts who comes. */
let own: Server
let port: number
let visitors = 0
beforeAll(async () => {
  own = createServer((socket) => {
    visitors += 1
    socket.destroy()
  }).listen(0, '::')
  await once(own, 'listening')
  port = (own.address() as AddressInfo).port
})
afterAll(() => void own.close())

const ours = { ports: () => [port], publicOrigin: () => 'http://127.0.0.1:1' }

const spellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f.1',
  '0x7f000001',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '127.0.0.2',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '%6cocalhost',
  '[::1]',
  '[::]',
  '[::ffff:7f00:1]',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::ffff:0.0.0.0]',
  '[::ffff:0:0]',
]

describe('our own port', () => {
  test.each(spellings)('is not connected to as %s', async (host) => {
    const outbound = startOutbound({ refuse: refusalOf(ours) })
    for (const url of [`http://${host}:${port}`, `https://${host}:${port}`]) {
      for (const path of [undefined, '/api/v1']) {
        const result = await outbound.send({ method: 'GET', url, headers: [], ...(path === undefined ? {} : { path }) })
        expect(result).toMatchObject({ ok: false, error: { code: 'REFUSED_ADDRESS' } })
      }
    }
    await outbound.close()
    expect(visitors).toBe(0)
  })

  test('is an attempt that says so, for each delivery', async () => {
    const { forwardOne } = await startTestForwarding(`http://127.1:${port}`, { ports: [port] })
    const { error, status } = await forwardOne()
    expect([error?.code, status]).toEqual(['REFUSED_ADDRESS', null])
    expect(error?.message).toContain(`Port ${port} is one of Hookscope’s own`)
    expect(visitors).toBe(0)
  })

  test.each(spellings)('is refused beforehand as %s', async (host) => {
    await expect(checkTarget(readForwardTarget(`http://${host}:${port}`), ours, [])).rejects.toThrow(ForwardProblem)
  })

  test.each(spellings)('is not checked as %s, whatever is allowed', async (host) => {
    const limits = { allowRemote: true, closedPorts: new Set([port]) }
    const found = await resolveTarget(`http://${host}:${port}`, limits)
    // Some resolvers do not know `localhost.`.
    expect(found.ok ? 'open' : found.problem).toMatch(
      host === 'localhost.' ? /^(?:our-own|unknown-host)$/ : /^our-own$/,
    )
  })

  test('is asked about for every delivery: it may become ours later', async () => {
    const app = await startApp()
    const ports: number[] = []
    const { forwardOne } = await startTestForwarding(app.url, { ports })
    expect((await forwardOne()).error).toBeNull()
    ports.push(app.port)
    expect((await forwardOne()).error?.code).toBe('REFUSED_ADDRESS')
    expect(app.seen).toHaveLength(1)
  })

  test('is no hindrance to another port of this machine', async () => {
    const app = await startApp()
    await checkTarget(readForwardTarget(`http://localhost:${app.port}`), ours, [])
    const { forwardOne } = await startTestForwarding(`http://localhost:${app.port}`, { ports: [port] })
    expect(await forwardOne()).toMatchObject({ status: 204, error: null })
  })
})

test.each([
  '128.0.0.1',
  '0.0.0.1',
  '10.0.0.1',
  '::2',
  'fe80::1%lo',
  '::ffff:8.8.8.8',
  '127.example.test',
  'localhost.example.test',
  'notlocalhost',
  '127.0.0.1@example.test',
  'example.test/localhost',
  '',
])('%j is another machine', (host) => {
  expect(isLoopback(host)).toBe(false)
})

test.each(['::1%lo', '::ffff:127.0.0.1', '[::FFFF:7F00:1]', '0:0:0:0:0:0:0:0'])('%j is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

test('the public address of the receiver is refused: the delivery would come again for ever', async () => {
  const app = await startApp()
  const publicOrigin = app.url
  const { forwardOne } = await startTestForwarding(`${app.url}/in/key`, { publicOrigin })
  expect((await forwardOne()).error?.code).toBe('CIRCLE')
  expect(app.seen).toEqual([])
  await expect(
    checkTarget(readForwardTarget(app.url), { ports: () => [], publicOrigin: () => publicOrigin }, []),
  ).rejects.toThrow('for ever')
})

test.each(['https://x.example', 'http://X.example', 'https://x.example.:443', 'http://x.example.'])(
  'the public address is known as %s, and its other ports are not it',
  (origin) => {
    const ours = { ports: () => [], publicOrigin: () => 'https://x.example' }
    expect(isOwnOrigin(origin, ours)).toBe(true)
    expect(isOwnOrigin('http://x.example:3000', ours)).toBe(false)
  },
)

test.each([
  '',
  'nowhere',
  'localhost:3000',
  'file:///etc/passwd',
  'ftp://x',
  'http://',
  'http://u:p@127.0.0.1',
  'http://127.0.0.1/#x',
])('%j is no address to forward to', (text) => {
  expect(() => readForwardTarget(text)).toThrow(ForwardProblem)
})
