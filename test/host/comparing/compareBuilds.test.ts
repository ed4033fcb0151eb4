import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Comparison, ComparisonInput, DifferencePart } from '../../../src/shared/wireTypes.ts'
import type { TestHost } from '../../build/startTestHost.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { fewAndAll } from '../../support/fewAndAll.ts'
import { good, startBuild } from './startBuild.ts'
import { hostWithHistory, startWithHistory, type Stored } from './storedHistory.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function compared({ client }: Pick<TestHost, 'client'>, input: ComparisonInput): Promise<Comparison> {
  const { run } = await client.comparisons.start(input)
  let view = await client.comparisons.get({ run })
  while (view.state === 'running') view = await client.comparisons.get({ run, after: view.done })
  return view
}

const states = ['created', 'processing', 'settled']

/** Payments with three deliveries each, one after the other. */
function payments(count: number): Stored[] {
  return Array.from({ length: count * 3 }, (_, place) => ({
    object: `payment-${Math.floor(place / 3)}`,
    action: place % 3 === 0 ? 'create' : 'update',
    snapshot: { state: states[place % 3] },
  }))
}

/** Twelve deliveries of four payments, for tests of their own builds. */
let shared: Awaited<ReturnType<typeof startWithHistory>>
beforeAll(async () => {
  shared = await startWithHistory(payments(4))
})
afterAll(async () => shared.stop())

fewAndAll(
  'three faults of a build are three clusters with their counts, ids and times masked',
  [20, 1334],
  async (count) => {
    const test = await hostWithHistory(payments(count))
    const apiPort = await freePort()
    const old = await startBuild(test, apiPort, good)
    const recent = await startBuild(test, apiPort, async (handled) => {
      const { place, action, fetched } = handled
      if (place % 30 === 7) return { status: 500, json: { error: `TypeError: row ${place} has no customer` } }
      const answer = await good(handled)
      const json = answer.json as { order: Record<string, unknown> }
      if (place % 20 === 3 && action === 'create') return { json: { ...json, order: { ...json.order, amount: place } } }
      if (fetched?.['state'] === 'settled' && place % 60 === 29)
        return { json: { ...json, order: { ...json.order, state: null } } }
      return answer
    })
    const started = performance.now()
    const result = await compared(test, { old: old.url, new: recent.url, apiPort, ignore: ['time'] })
    console.info(`${count * 3} deliveries compared in ${Math.round(performance.now() - started)} ms`)

    const places = Array.from({ length: count * 3 }, (_, place) => place)
    const failing = places.filter((place) => place % 30 === 7)
    const added = places.filter((place) => place % 20 === 3 && place % 3 === 0 && place % 30 !== 7)
    const lost = places.filter((place) => place % 60 === 29)
    const expected: [DifferencePart, number][] = [
      [{ kind: 'status', before: 200, after: 500, message: 'TypeError: row # has no customer' }, failing.length],
      [{ kind: 'json', place: 'order.amount', before: null, after: 'number' }, added.length],
      [{ kind: 'json', place: 'order.state', before: 'text', after: 'null' }, lost.length],
    ]
    expect(new Map(result.clusters.map(({ parts, count: many }) => [JSON.stringify(parts), many]))).toEqual(
      new Map(expected.map(([part, many]) => [JSON.stringify([part]), many])),
    )
    expect(result).toMatchObject({
      state: 'done',
      total: count * 3,
      done: count * 3,
      differ: failing.length + added.length + lost.length,
      unknown: 0,
      unsent: [],
      requests: { answered: count * 6, unknown: 0 },
      masked: [
        { place: 'requestId', rule: 'ids' },
        { place: 'handledAt', rule: 'timestamps' },
      ],
    })
    expect(old.seen).toHaveLength(count * 3)
  },
)

test('both builds see each object as it was when the delivery came, and others as of then', async () => {
  const history: Stored[] = [
    { object: 'a', action: 'create', snapshot: { state: 'created' } },
    { object: 'b', action: 'create', snapshot: { state: 'b first' } },
    { object: 'a', action: 'update', snapshot: { state: 'settled' } },
  ]
  const test = await hostWithHistory(history)
  const apiPort = await freePort()
  const seen: unknown[] = []
  const old = await startBuild(test, apiPort, (handled) => {
    seen.push([handled.object, handled.fetched?.['state']])
    return good(handled)
  })
  const recent = await startBuild(test, apiPort, good)
  expect(await compared(test, { old: old.url, new: recent.url, apiPort })).toMatchObject({ same: 3, differ: 0 })
  expect(seen).toEqual([
    ['a', 'created'],
    ['b', 'b first'],
    ['a', 'settled'],
  ])
})

test('an object without a snapshot is answered 404 and counted, and a difference with it is unknown', async () => {
  const test = await hostWithHistory([
    { object: 'a', action: 'create' },
    { object: 'b', action: 'create', snapshot: { state: 'created' } },
  ])
  const apiPort = await freePort()
  const old = await startBuild(test, apiPort, good)
  const recent = await startBuild(test, apiPort, (handled) =>
    handled.fetched === null ? { status: 500 } : good(handled),
  )
  expect(await compared(test, { old: old.url, new: recent.url, apiPort })).toMatchObject({
    same: 1,
    differ: 0,
    unknown: 1,
    clusters: [],
    requests: { answered: 2, unknown: 2, refused: 0 },
    unknownPaths: [{ path: '/api/trust/v1/payments/a', count: 2 }],
  })
})

test('the API refuses a request without the token or password of the run', async () => {
  const test = await hostWithHistory([{ object: 'a', action: 'create', snapshot: { state: 'created' } }])
  const apiPort = await freePort()
  const statuses: number[] = []
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/api/trust/v1/payments/a`, { headers })
    statuses.push(answer.status)
  }
  const { text: password } = await test.client.environments.reveal({ id: 'sandbox', secret: 'password' })
  const app = await startApp((_request, response) => {
    void (async () => {
      await ask({})
      await ask({ authorization: 'Bearer guessed' })
      await ask({ authorization: `Bearer ${password}`, origin: 'https://example.com' })
      await ask({ authorization: `Bearer ${password}` })
      response.writeHead(204).end()
    })()
  })
  const other = await startApp()
  const { requests } = await compared(test, { old: app.url, new: other.url, apiPort })
  expect(statuses).toEqual([401, 401, 403, 200])
  expect(requests).toEqual({ answered: 1, unknown: 0, refused: 2 })
})

test('a build that stops answering is named, and the run ends', async () => {
  const old = await startApp()
  const recent = await startApp((_request, response) => {
    if (recent.seen.length > 5) return void response.destroy()
    response.writeHead(204).end()
  })
  const result = await compared(shared, { old: old.url, new: recent.url })
  expect(result).toMatchObject({
    state: 'stopped',
    same: 5,
    stopped: { build: 'new', deliveryId: '8', problem: expect.any(String) },
  })
  expect(old.seen).toHaveLength(8)
})

test('an answer is called slower only where it is each time', { tags: 'full' }, async () => {
  const old = await startApp()
  let once = true
  const slowly = await startApp(({ body }, response) => {
    const { id } = JSON.parse(body.toString()) as { id: string }
    const isSlow = id === 'notification-3' || once
    if (id !== 'notification-3') once = false
    setTimeout(() => response.writeHead(204).end(), isSlow ? 400 : 0)
  })
  const result = await compared(shared, { old: old.url, new: slowly.url })
  expect(result).toMatchObject({ same: 11, differ: 1, clusters: [{ count: 1, parts: [{ kind: 'slower' }] }] })
  const { example } = result.clusters[0] ?? {}
  expect(example?.new.took).toBeGreaterThan(300)
  expect(await compared(shared, { old: old.url, new: slowly.url, ignore: ['time'] })).toMatchObject({ differ: 0 })
})

test('a run is cancelled in the middle of an answer, and the port of the API is free again', async () => {
  const apiPort = await freePort()
  const app = await startApp(() => undefined)
  const { run } = await shared.client.comparisons.start({ old: app.url, new: app.url, apiPort })
  await app.count(2)
  expect(await shared.client.comparisons.cancel({ run })).toMatchObject({ state: 'cancelled', done: 0 })
  const fine = await startApp()
  expect(await compared(shared, { old: fine.url, new: fine.url, apiPort })).toMatchObject({ state: 'done', same: 12 })
})

test.each([
  ['a host beyond this machine', { old: 'http://192.0.2.7:3000', new: 'http://127.0.0.1:9' }, 'host-not-allowed'],
  [
    'a filter with a typo',
    { old: 'http://127.0.0.1:9', new: 'http://127.0.0.1:9', filter: 'verdct:valid' },
    'filter-unreadable',
  ],
  [
    'deliveries that nothing matches',
    { old: 'http://127.0.0.1:9', new: 'http://127.0.0.1:9', filter: 'nothing-like-this' },
    'nothing-to-send',
  ],
  [
    'a rule that does not exist',
    { old: 'http://127.0.0.1:9', new: 'http://127.0.0.1:9', ignore: ['ids'] },
    'ignore-unreadable',
  ],
])('%s is refused before anything is sent', async (_name, input, code) => {
  await expect(shared.client.comparisons.start(input)).rejects.toMatchObject({ data: { why: { code } } })
})
