import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { call, configure, obtainToken, openHook, openSandbox, outboxEntry, secret, type Received } from './support.ts'

function signatureOf(bytes: Buffer): string {
  return createHmac('sha256', secret).update(bytes).digest('base64')
}

test('a created object is announced with the documented headers, body and signature', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  const { id } = sandbox.createObject('payment')
  const [delivery] = (await hook.count(1)) as [Received]
  expect(delivery.path).toBe('/in/key')
  const { headers } = delivery
  expect(Object.keys(headers).toSorted()).toEqual([
    'connection',
    'content-length',
    'content-type',
    'host',
    'request-context',
    'request-id',
    'traceparent',
    'x-service-webhook-hmac',
  ])
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['content-length']).toBe(String(delivery.bytes.length))
  expect(headers['host']).toBe(new URL(hook.url).host)
  const [, trace, span] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-00$/.exec(String(headers['traceparent'])) ?? []
  expect(headers['request-id']).toBe(`|${trace}.${span}.`)
  expect(headers['request-context']).toMatch(/^appId=cid-v1:[0-9a-f-]{36}$/)
  expect(headers['x-service-webhook-hmac']).toBe(signatureOf(delivery.bytes))
  expect(Object.entries(delivery.json)).toEqual([
    ['organizationId', sandbox.credentials.organizationId],
    ['action', 'create'],
    ['id', expect.stringMatching(/^[0-9a-f-]{36}$/)],
    ['resourceId', id],
    ['resourceType', 'Payment'],
    ['createdAtUtc', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{0,6}[1-9])?\+00:00$/)],
    ['changes', null],
  ])
  expect(await outboxEntry(sandbox, 'delivered')).toMatchObject({
    notificationId: delivery.json['id'],
    resourceType: 'Payment',
    action: 'create',
    attempt: 1,
    status: 200,
    problem: null,
    nextAttemptAt: null,
  })
})

test('an update tells the changed fields for some types and null for others', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  const payment = sandbox.createObject('payment')
  const account = sandbox.createObject('custodialAccount')
  sandbox.updateObject('payment', payment.id)
  sandbox.updateObject('custodialAccount', account.id)
  const deliveries = await hook.count(4)
  const changesOf = (id: string): unknown =>
    deliveries.find(({ json }) => json['resourceId'] === id && json['action'] === 'update')?.json['changes']
  expect(changesOf(payment.id)).toBeNull()
  expect(changesOf(account.id)).toEqual({ status: 'open', openedAtUtc: expect.any(String) })
})

test('letters outside ASCII travel escaped, and the signature covers the escaped bytes', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  const token = await obtainToken(sandbox)
  const { id } = sandbox.createObject('identity')
  const body = { givenName: "Ελένη + <O'Brien> & 𠮷" }
  await call(`${sandbox.url}/api/trust/v1/identities/${id}`, { method: 'PATCH', token, body })
  const update = (await hook.count(2)).find(({ json }) => json['action'] === 'update')
  const text = update?.bytes.toString('latin1') ?? ''
  expect(text).toContain(
    String.raw`"\u0395\u03BB\u03AD\u03BD\u03B7 \u002B \u003CO\u0027Brien\u003E \u0026 \uD842\uDFB7"`,
  )
  expect(update?.json['changes']).toEqual(body)
  expect(update?.headers['x-service-webhook-hmac']).toBe(signatureOf(update?.bytes ?? Buffer.alloc(0)))
})

test('an update that changes nothing notifies of nothing', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  await configure(sandbox, hook.url)
  const token = await obtainToken(sandbox)
  const { id } = sandbox.createObject('wallet')
  const url = `${sandbox.url}/api/wallet/v1/wallets/${id}`
  const { json } = await call(url, { token })
  await call(url, { method: 'PATCH', token, body: json })
  await call(url, { method: 'PATCH', token, body: { name: 'Renamed' } })
  await hook.count(2)
  expect(sandbox.outbox().map(({ action }) => action)).toEqual(['update', 'create'])
})

test('only listed types are announced, and nothing while disabled', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  sandbox.createObject('payment')
  await configure(sandbox, hook.url, { webhookTypes: ['wallet'] })
  sandbox.createObject('payment')
  sandbox.createObject('wallet')
  await hook.count(1)
  await configure(sandbox, hook.url, { enabled: false })
  sandbox.createObject('wallet')
  expect(sandbox.outbox().map(({ resourceType }) => resourceType)).toEqual(['Wallet'])
})

test('a burst goes out in parallel but at most 16 at a time, each once', { tags: 'full' }, async () => {
  const sandbox = await openSandbox()
  const hook = await openHook((nth) => (nth <= 16 ? null : 200))
  await configure(sandbox, hook.url)
  for (let count = 0; count < 40; count += 1) {
    sandbox.createObject('payment')
  }
  await hook.count(16)
  await call(`${sandbox.url}/`)
  expect(hook.received).toHaveLength(16)
  const all = await hook.count(56)
  expect(new Set(all.map(({ json }) => json['id'])).size).toBe(40)
})

test('the outbox shows the last 100, and the webhook-config carries changes', async () => {
  const sandbox = await openSandbox()
  const hook = await openHook()
  const told = new Promise<void>((resolve) => onTestFinished(sandbox.onChange(resolve)))
  await configure(sandbox, hook.url)
  await told
  const ids = Array.from({ length: 230 }, () => sandbox.createObject('payment').id)
  await hook.count(230)
  expect(sandbox.outbox()).toHaveLength(100)
  expect(sandbox.objects()).toHaveLength(200)
  expect(sandbox.objects()[0]?.id).toBe(ids.at(-1))
})
