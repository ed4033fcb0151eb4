import { createHmac } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { configure, openHook, openSandbox, outboxEntry, type Received } from './support.ts'

test('a 500 is tried again with the same body and id, another span of the same trace, until a 2xx', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook((nth) => (nth < 3 ? 500 : 204))
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  const deliveries = await hook.count(3)
  const [first] = deliveries
  expect(new Set(deliveries.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
  const parents = deliveries.map(({ headers }) => String(headers['traceparent']).split('-'))
  expect(new Set(parents.map(([, trace]) => trace)).size).toBe(1)
  expect(new Set(parents.map(([, , span]) => span)).size).toBe(3)
  const entry = await outboxEntry(sandbox, 'delivered')
  expect(entry).toMatchObject({ notificationId: first?.json['id'], attempt: 3, status: 204, problem: null })
  expect(sandbox.outbox()).toHaveLength(1)
})

test('the schedule is divided by the time factor, and the next attempt is announced', async () => {
  const sandbox = await openSandbox({ timeFactor: 100 })
  const hook = await openHook((nth) => (nth === 1 ? 503 : 200))
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  const waiting = await outboxEntry(sandbox, 'retrying')
  expect(waiting).toMatchObject({ attempt: 1, status: 503, problem: expect.stringContaining('503') })
  expect(waiting.nextAttemptAt).toMatch(/Z$/)
  const [first, second] = (await hook.count(2)) as [Received, Received]
  expect(second.at - first.at).toBeGreaterThanOrEqual(95)
  expect(second.at - first.at).toBeLessThan(2000)
})

test.each([400, 401, 404, 413, 422])('a %i is not tried again', async (status) => {
  const sandbox = await openSandbox({ timeFactor: 1e9 })
  const hook = await openHook(() => status)
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  const entry = await outboxEntry(sandbox, 'given-up')
  expect(entry).toMatchObject({ attempt: 1, status, problem: expect.stringContaining(String(status)) })
  expect(hook.received).toHaveLength(1)
})

test.each([408, 429, 302, 502])('a %i is tried again, and after the ninth retry it is given up', async (status) => {
  const sandbox = await openSandbox({ timeFactor: 1e9 })
  const hook = await openHook(() => status)
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  expect(await outboxEntry(sandbox, 'given-up')).toMatchObject({ attempt: 10, status, nextAttemptAt: null })
  expect(hook.received).toHaveLength(10)
})

test('no answer within 3 seconds counts as a failure and is tried again', { tags: 'full' }, async () => {
  const sandbox = await openSandbox()
  const hook = await openHook((nth) => (nth === 1 ? null : 200))
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  const [first, second] = (await hook.count(2)) as [Received, Received]
  expect(second.at - first.at).toBeGreaterThanOrEqual(2900)
  expect(await outboxEntry(sandbox, 'delivered')).toMatchObject({ attempt: 2 })
})

test('a receiver that is not there or hangs up gives a sentence', async () => {
  const sandbox = await openSandbox({ timeFactor: 1 })
  const rude = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve))
  const { port } = rude.address() as AddressInfo
  await configure(sandbox, `http://127.0.0.1:${port}/`)
  sandbox.createObject('payment')
  expect((await outboxEntry(sandbox, 'retrying')).problem).toContain('closed the connection')
  await new Promise((resolve) => rude.close(resolve))
  sandbox.createObject('payment')
  expect((await outboxEntry(sandbox, 'retrying')).problem).toContain(`Nothing listens at 127.0.0.1:${port}`)
})

test('disabling drops what waits for a retry, and enabling does not bring it back', async () => {
  const sandbox = await openSandbox({ timeFactor: 1 })
  const hook = await openHook((nth) => (nth === 1 ? 500 : 200))
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  await outboxEntry(sandbox, 'retrying')
  await configure(sandbox, hook.url, { enabled: false })
  expect(sandbox.outbox()[0]).toMatchObject({
    state: 'given-up',
    problem: expect.stringContaining('disabled'),
    nextAttemptAt: null,
  })
  await configure(sandbox, hook.url)
  const { id } = sandbox.createObject('payment')
  const deliveries = await hook.count(2)
  expect(deliveries[1]?.json['resourceId']).toBe(id)
  expect(sandbox.outbox().map(({ state }) => state)).toContain('given-up')
})

test('an attempt that was on the wire when the webhook-config was disabled is not repeated', async () => {
  const sandbox = await openSandbox({ timeFactor: 1e9 })
  const disabled = Promise.withResolvers<number>()
  const hook = await openHook(() => disabled.promise)
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  await hook.count(1)
  await configure(sandbox, hook.url, { enabled: false })
  disabled.resolve(500)
  expect(await outboxEntry(sandbox, 'given-up')).toMatchObject({ attempt: 1, status: 500 })
  expect(hook.received).toHaveLength(1)
})

test('a retry goes to the url and is signed with the secret of its own moment', async () => {
  const sandbox = await openSandbox({ timeFactor: 40 })
  const old = await openHook(() => 500)
  const hook = await openHook()
  await configure(sandbox, old.url)
  sandbox.createObject('payment')
  await outboxEntry(sandbox, 'retrying')
  await configure(sandbox, hook.url, { sharedSecret: 'rotated' })
  const [delivery] = (await hook.count(1)) as [Received]
  expect(delivery.bytes).toEqual(old.received[0]?.bytes)
  expect(delivery.headers['x-service-webhook-hmac']).toBe(
    createHmac('sha256', 'rotated').update(delivery.bytes).digest('base64'),
  )
})
