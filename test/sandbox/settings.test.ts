import { expect, test } from 'vitest'
import { configure, openHook, openSandbox, outboxEntry, secret } from './support.ts'
import { createHmac } from 'node:crypto'

test('an object takes the fields that are chosen, and refuses what it cannot have with a sentence', async () => {
  const sandbox = await openSandbox()
  const made = sandbox.createObject('payment', { status: 'settled' })
  expect(made.state).toBe('settled')
  expect(sandbox.updateObject('payment', made.id, { reference: 'Invoice 7' }).id).toBe(made.id)
  expect(() => sandbox.createObject('payment', { status: 'nowhere' })).toThrow('status: ')
})

test('the retry schedule is a setting: without waits it gives up after the first failure', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook(() => 500)
  await configure(sandbox, hook.url)
  sandbox.changeSettings({ retryWaits: [] })
  sandbox.createObject('payment')
  expect(await outboxEntry(sandbox, 'given-up')).toMatchObject({ attempt: 1, status: 500 })
  expect(hook.received.length).toBe(1)
})

test('notifications are sent twice, or with a wrong signature, as the settings say', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  sandbox.changeSettings({ duplicates: 1, wrongSignatures: 1 })
  sandbox.createObject('payment')
  const [one, other] = await hook.count(2)
  expect(one?.json['id']).toBe(other?.json['id'])
  const right = createHmac('sha256', secret)
    .update(one?.bytes ?? '')
    .digest('base64')
  expect(one?.headers['x-service-webhook-hmac']).not.toBe(right)
  expect(sandbox.settings()).toMatchObject({ duplicates: 1, wrongSignatures: 1, lostAnswers: 0 })
})

test('a lost answer brings the notification once more, and shuffling brings several out of order', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  sandbox.changeSettings({ lostAnswers: 1, timeFactor: 1000 })
  sandbox.createObject('payment')
  await hook.count(2)
  sandbox.changeSettings({ lostAnswers: 0, shuffleMs: 400 })
  const made = Array.from({ length: 12 }, () => sandbox.createObject('payment').id)
  const came = (await hook.count(14)).slice(2).map(({ json }) => json['resourceId'])
  expect(new Set(came)).toEqual(new Set(made))
  expect(came).not.toEqual(made)
})
