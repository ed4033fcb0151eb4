import { expect, test } from 'vitest'
import { call, configure, obtainToken, openHook, openSandbox } from './support.ts'

test('after a reset the same calls give the same ids, names and amounts', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  const run = async () => {
    await sandbox.reset(39)
    await configure(sandbox, hook.url)
    const before = hook.received.length
    const { id, label } = sandbox.createObject('payment')
    sandbox.updateObject('payment', id, { status: 'processing' })
    const received = await hook.count(before + 2)
    const told = received.slice(before).map(({ json }) => [json['id'], json['organizationId'], json['resourceId']])
    return {
      id,
      label,
      organization: sandbox.credentials.organizationId,
      told: told.map((ids) => ids.join(' ')).toSorted((a, b) => a.localeCompare(b)),
    }
  }
  const first = await run()
  sandbox.createObject('identity')
  await hook.count(3)
  expect(await run()).toEqual(first)
  expect(first.told.every((ids) => ids.includes(first.organization))).toBe(true)
})

test('a reset forgets what happened, what waits and where to send, and leaves everybody signed in', async () => {
  const sandbox = await openSandbox({ timeFactor: 1 })
  const hook = await openHook(() => 503)
  await configure(sandbox, hook.url)
  const token = await obtainToken(sandbox)
  const { id } = sandbox.createObject('payment')
  await hook.count(1)
  await sandbox.reset(1)
  expect(sandbox.objects()).toEqual([])
  expect(sandbox.outbox()).toEqual([])
  expect(sandbox.webhookConfig()).toEqual({ url: '', enabled: false, webhookTypes: [] })
  expect((await call(`${sandbox.url}/api/trust/v1/payments/${id}`, { token })).status).toBe(404)
  expect((await call(`${sandbox.url}/api/trust/v1/payments`, { token })).status).toBe(200)
})

test('a reset does not wait for a receiver that never answers', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook(() => null)
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  await hook.count(1)
  await sandbox.reset(1)
  expect(sandbox.outbox()).toEqual([])
})

test('an object moves to the state that is asked for, and to no unknown one', async () => {
  const sandbox = await openSandbox()
  const { id } = sandbox.createObject('payment')
  expect(sandbox.updateObject('payment', id, { status: 'settled' }).state).toBe('settled')
  expect(() => sandbox.updateObject('payment', id, { status: 'nowhere' })).toThrow('settled')
})
