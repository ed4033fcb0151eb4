import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { configure, openHook, openSandbox, outboxEntry, secret, type Received } from './support.ts'
import type { Sandbox } from '../../src/sandbox/types.ts'
import type { SandboxSpecialKind } from '../../src/shared/wireTypes.ts'

const right = ({ bytes }: Received): string => createHmac('sha256', secret).update(bytes).digest('base64')

async function send(kind: SandboxSpecialKind): Promise<{ sandbox: Sandbox; first: Received; special: Received }> {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  sandbox.createObject('payment')
  await hook.count(1)
  sandbox.sendSpecial(kind)
  const [first, special] = (await hook.count(2)) as [Received, Received]
  return { sandbox, first, special }
}

test('wrong-signature is a good notification under a well-formed signature of another secret', async () => {
  const { first, special } = await send('wrong-signature')
  expect(special.json).toMatchObject({ resourceType: 'Payment', resourceId: first.json['resourceId'] })
  const signature = String(special.headers['x-service-webhook-hmac'])
  expect(Buffer.from(signature, 'base64')).toHaveLength(32)
  expect(signature).not.toBe(right(special))
})

test('unsigned has no signature header', async () => {
  const { special } = await send('unsigned')
  expect(special.json).toMatchObject({ resourceType: 'Payment' })
  expect(special.headers).not.toHaveProperty('x-service-webhook-hmac')
})

test('duplicate is the last notification again, same id and bytes, correctly signed', async () => {
  const { sandbox, first, special } = await send('duplicate')
  expect(special.bytes).toEqual(first.bytes)
  expect(special.headers['x-service-webhook-hmac']).toBe(right(special))
  expect(special.headers['traceparent']).not.toBe(first.headers['traceparent'])
  expect(sandbox.outbox().map(({ notificationId }) => notificationId)).toEqual([first.json['id'], first.json['id']])
})

test('unknown-type is correctly signed and of none of the ten types', async () => {
  const { special } = await send('unknown-type')
  expect(special.json['resourceType']).toBe('StandingOrder')
  expect(special.headers['x-service-webhook-hmac']).toBe(right(special))
})

test('not-json is correctly signed and no JSON', async () => {
  const { special } = await send('not-json')
  expect(() => JSON.parse(special.bytes.toString('utf8'))).toThrow(SyntaxError)
  expect(special.headers['x-service-webhook-hmac']).toBe(right(special))
})

test('tampered is the last notification with other words under the same signature', async () => {
  const { first, special } = await send('tampered')
  expect(special.headers['x-service-webhook-hmac']).toBe(first.headers['x-service-webhook-hmac'])
  expect(special.headers['x-service-webhook-hmac']).not.toBe(right(special))
  expect(special.json).toEqual({ ...first.json, id: expect.any(String) as string, action: 'delete' })
  expect(special.json['id']).not.toBe(first.json['id'])
})

test('lost-answer is sent once more, because its answer did not come back', async () => {
  const { sandbox, special } = await send('lost-answer')
  const entry = await outboxEntry(sandbox, 'delivered')
  expect(entry).toMatchObject({ notificationId: special.json['id'], attempt: 2, status: 200, problem: null })
})

test('old-secret is signed with the secret of before the last change', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  expect(() => sandbox.sendSpecial('old-secret')).toThrow('never changed')
  await configure(sandbox, hook.url, { sharedSecret: 'another-one' })
  sandbox.createObject('payment')
  await hook.count(1)
  sandbox.sendSpecial('old-secret')
  const [first, special] = (await hook.count(2)) as [Received, Received]
  expect(special.headers['x-service-webhook-hmac']).toBe(right(special))
  expect(first.headers['x-service-webhook-hmac']).not.toBe(right(first))
})

test('nothing special is sent where there is nowhere to send it', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  const code = (kind: SandboxSpecialKind): unknown => {
    try {
      sandbox.sendSpecial(kind)
      return 'sent'
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error
    }
  }
  expect(code('unsigned')).toBe('not-configured')
  await configure(sandbox, hook.url)
  expect(code('duplicate')).toBe('no-notification-yet')
  await configure(sandbox, hook.url, { enabled: false })
  expect(code('unsigned')).toBe('disabled')
  expect(sandbox.outbox()).toEqual([])
})
