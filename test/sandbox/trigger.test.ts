import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { triggerObject } from '../../src/sandbox/triggerObject.ts'
import { configure, openHook, openSandbox } from './support.ts'

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'worked',
    (error: unknown) => error,
  )

test('trigger creates an object and moves it on, over HTTP, and the receiver hears of both', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  const made = await triggerObject({ url: sandbox.url, type: 'payment' })
  expect(made).toEqual(sandbox.objects()[0])
  const byName = sandbox.url.replace('127.0.0.1', 'localhost')
  const moved = await triggerObject({ url: `${byName}/`, type: 'Payment', update: made.id })
  expect(moved).toMatchObject({ id: made.id, state: 'processing' })
  const actions = (await hook.count(2)).map(({ json }) => String(json['action']))
  expect(actions.toSorted()).toEqual(['create', 'update'])
})

test('an unknown type lists the ten before anything is sent', async () => {
  const error = await failure(triggerObject({ url: 'http://127.0.0.1:1', type: 'invoice' }))
  expect(error).toMatchObject({ code: 'unknown-type', message: expect.stringContaining('payment, transaction, nft') })
})

test('an unknown id, an address without a sandbox and a stranger give sentences', async () => {
  const sandbox = await openSandbox()
  const other = createServer((_request, response) => response.end('hello'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => void other.close(() => resolve())))
  const stranger = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const cases = [
    [{ url: sandbox.url, type: 'payment', update: 'nope' }, 'unknown-object'],
    [{ url: sandbox.url, type: 'payment', update: '../wallets' }, 'unknown-object'],
    [{ url: 'http://127.0.0.1:1', type: 'payment' }, 'unreachable'],
    [{ url: 'not an address', type: 'payment' }, 'unreachable'],
    [{ url: stranger, type: 'payment' }, 'not-a-sandbox'],
  ] as const
  for (const [options, code] of cases) {
    expect(await failure(triggerObject(options))).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
  }
})
