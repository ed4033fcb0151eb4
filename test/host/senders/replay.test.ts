import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/serve/openApi/openApiDocument.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { type SharedHost, sharedTestHost } from '../../build/sharedTestHost.ts'
import { nextDelivery, nextEvent, startTestHost } from '../../build/startTestHost.ts'
import { startApp } from '../../forwarding/startApp.ts'

const shared = sharedTestHost()
let { host, client, environment, receiver } = {} as SharedHost
beforeEach(() => {
  ;({ host, client, environment, receiver } = shared())
})

const odd = Buffer.from([0x7b, 0x00, 0xff, 0x0d, 0x0a, 0xe9, 0x7d])

/** Posts to the receiver; the id of the delivery that it becomes. */
async function deliver(body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Promise<string> {
  const came = nextDelivery(host)
  await fetch(receiver, { method: 'POST', body, headers })
  return (await came).id
}

function valueOf(headers: readonly [string, string][], name: string): string | undefined {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1]
}

test('a delivery is sent again byte for byte, with its headers but without those of its connection', async () => {
  const app = await startApp()
  const id = await deliver(odd, { 'X-Odd': 'a  b', 'X-Service-Webhook-Hmac': 'c2ln' })
  const told = nextEvent(host, (event) => (event.type === 'attempt' ? event : undefined))
  const attempt = await client.deliveries.replay({ id, url: `${app.url}/hooks?x=1` })
  expect(attempt).toMatchObject({ kind: 'replay', status: 204, error: null, url: `${app.url}/hooks?x=1` })
  expect(attempt.replayed).toEqual({ signedAnew: false, edited: false })
  const [request] = app.seen
  expect(request).toMatchObject({ method: 'POST', target: '/hooks?x=1' })
  expect(request?.body.equals(odd)).toBe(true)
  expect(valueOf(request?.headers ?? [], 'x-odd')).toBe('a  b')
  expect(valueOf(request?.headers ?? [], 'x-service-webhook-hmac')).toBe('c2ln')
  expect(valueOf(request?.headers ?? [], 'host')).toBe(`127.0.0.1:${app.port}`)
  expect((await client.deliveries.attempts({ id })).map(({ kind }) => kind)).toEqual(['replay'])
  expect(await told).toMatchObject({ deliveryId: id, attemptId: attempt.id, kind: 'replay', status: 204 })
})

test('it goes beyond this machine only where its host is allowed', async () => {
  const id = await deliver(odd)
  const url = 'http://orders.example.invalid/hooks'
  const replay = async (allowHost?: string) => client.deliveries.replay({ id, url, allowHost })
  await expect(replay()).rejects.toMatchObject({ data: { why: { code: 'host-not-allowed' } } })
  await expect(replay('example.invalid')).rejects.toMatchObject({ data: { why: { code: 'host-not-allowed' } } })
  expect(await client.deliveries.attempts({ id })).toEqual([])
  expect((await replay('orders.example.invalid')).error?.code).not.toBe('REFUSED_ADDRESS')
})

test('signed again, an edited body carries a signature that the current secret proves', async () => {
  const app = await startApp()
  await client.environments.update({ id: environment.id, sharedSecret: 'a new secret' })
  const id = await deliver(odd, { 'X-Service-Webhook-Hmac': 'c2ln' })
  const attempt = await client.deliveries.replay({ id, url: app.url, signature: 'new', bodyText: '{"é": 1}' })
  const [request] = app.seen
  expect(request?.body.toString('utf8')).toBe('{"é": 1}')
  const expected = createHmac('sha256', 'a new secret').update('{"é": 1}').digest('base64')
  expect(valueOf(request?.headers ?? [], 'x-service-webhook-hmac')).toBe(expected)
  expect(attempt.replayed).toMatchObject({ signedAnew: true, edited: true })
})

test('what was sent is kept: method, headers in their order, and the body where it was another one', async () => {
  const app = await startApp()
  const id = await deliver(odd, { 'X-Odd': 'a  b' })
  const headers: [string, string][] = [
    ['X-Twice', '1'],
    ['content-type', 'text/plain'],
    ['X-Twice', '2'],
    ['Connection', 'keep-alive'],
  ]
  await client.deliveries.replay({ id, url: app.url, method: 'PUT', headers, bodyText: '{"é": 1}\r\n' })
  await client.deliveries.replay({ id, url: app.url, method: 'PATCH' })
  const sent = app.seen.map(({ method, headers: all }) => [
    method,
    all.filter(([name]) => /^x-|^content-type/i.test(name)),
  ])
  expect(sent).toEqual([
    ['PUT', headers.slice(0, 3)],
    ['PATCH', [['X-Odd', 'a  b']]],
  ])
  expect(app.seen[0]?.body.toString('utf8')).toBe('{"é": 1}\r\n')
  expect(app.seen[1]?.body.equals(odd)).toBe(true)
  const [edited, untouched] = await client.deliveries.attempts({ id })
  expect(edited).toMatchObject({ method: 'PUT', requestHeaders: headers.slice(0, 3), requestBody: '{"é": 1}\r\n' })
  expect(edited?.replayed).toEqual({ signedAnew: false, edited: true })
  expect(untouched).toMatchObject({ method: 'PATCH', requestBody: null, replayed: { edited: false } })
})

test('a body of 1 MiB is sent and kept', async () => {
  const app = await startApp()
  const id = await deliver(odd)
  const bodyText = JSON.stringify('"'.repeat(500_000)).padEnd(1_048_576)
  const attempt = await client.deliveries.replay({ id, url: app.url, bodyText })
  expect(app.seen[0]?.body).toHaveLength(1_048_576)
  expect(attempt.requestBody).toBe(bodyText)
  const tooLong = bodyText.padEnd(2_097_153)
  await expect(client.deliveries.replay({ id, url: app.url, bodyText: tooLong })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a chosen secret signs: one that is typed, or one of any environment by its fingerprint', async () => {
  const app = await startApp()
  await client.environments.update({ id: environment.id, sharedSecret: 'the current one' })
  const other = await client.environments.create({ name: 'Other', sharedSecret: 'of another environment' })
  const fingerprint = other.sharedSecrets[0]?.fingerprint ?? ''
  const id = await deliver(odd)
  const sign = { id, url: app.url, signature: 'new' as const }
  const typed = await client.deliveries.replay({ ...sign, secret: 'typed just now' })
  const named = await client.deliveries.replay({ ...sign, secretFingerprint: fingerprint })
  const signatures = app.seen.map(({ headers }) => valueOf(headers, 'x-service-webhook-hmac'))
  const digest = (secret: string) => createHmac('sha256', secret).update(odd).digest('base64')
  expect(signatures).toEqual([digest('typed just now'), digest('of another environment')])
  expect(named.replayed?.signedWith).toMatchObject({ fingerprint })
  expect(JSON.stringify(typed)).not.toContain('typed just now')
  await expect(client.deliveries.replay({ ...sign, secretFingerprint: '00000000' })).rejects.toMatchObject({
    data: { why: { code: 'signing-secret-unknown', fields: { fingerprint: '00000000' } } },
  })
})

test.each([
  ['two secrets', { signature: 'new', secret: 'a', secretFingerprint: '00000000' }],
  ['a secret that would not sign', { secret: 'a' }],
  ['a method of two words', { method: 'POST /x' }],
  ['CONNECT', { method: 'CONNECT' }],
  ['a header without a name', { headers: [['', 'x']] }],
  ['a header of two lines', { headers: [['a', 'x\r\nb: y']] }],
] as const)('%s is refused, and nothing is sent', async (what, change) => {
  const app = await startApp()
  const id = await deliver(odd)
  const sent = client.deliveries.replay({ id, url: app.url, ...(change as object) })
  await expect(sent).rejects.toMatchObject({ code: what.endsWith('two lines') ? 'CONFLICT' : 'BAD_REQUEST' })
  expect(app.seen).toEqual([])
  expect(await client.deliveries.attempts({ id })).toEqual([])
})

test('what it brought in credentials goes along, but is not kept with the attempt', async () => {
  const app = await startApp()
  const id = await deliver(odd, { Authorization: 'Bearer from-the-sender', Cookie: 'a=1' })
  const { requestHeaders } = await client.deliveries.replay({ id, url: app.url })
  expect(valueOf(app.seen[0]?.headers ?? [], 'authorization')).toBe('Bearer from-the-sender')
  expect(valueOf(requestHeaders, 'authorization')).toBe('[redacted]')
  expect(valueOf(requestHeaders, 'cookie')).toBe('[redacted]')
})

test('the secret key of the receiver stays here', async () => {
  const app = await startApp()
  const id = await deliver(odd, { 'X-Original-Url': receiver })
  await client.deliveries.replay({ id, url: app.url })
  const key = new URL(receiver).pathname.split('/').at(-1) ?? ''
  expect(JSON.stringify(app.seen[0]?.headers)).not.toContain(key)
  expect(valueOf(app.seen[0]?.headers ?? [], 'x-original-url')).toContain('[receiver-key]')
})

test('a redirect is the answer, and is not followed', async () => {
  const elsewhere = await startApp()
  const app = await startApp((_request, response) => void response.writeHead(307, { location: elsewhere.url }).end())
  const id = await deliver(odd)
  expect(await client.deliveries.replay({ id, url: app.url })).toMatchObject({ status: 307, error: null })
  expect(elsewhere.seen).toEqual([])
})

test('an app that is not there is an attempt that says so', async () => {
  const app = await startApp()
  const port = app.port
  const id = await deliver(odd)
  app.answer = (_request, response) => void response.socket?.destroy()
  const broken = await client.deliveries.replay({ id, url: `http://127.0.0.1:${port}` })
  expect(broken.error?.message).toContain('closed the connection')
  expect(await client.deliveries.attempts({ id })).toHaveLength(1)
})

test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433'])(
  'our own receiver is refused as %s, and nothing is kept',
  async (name) => {
    const id = await deliver(odd)
    const url = new URL(receiver)
    await expect(client.deliveries.replay({ id, url: `http://${name}:${url.port}${url.pathname}` })).rejects.toThrow(
      'leads to Hookscope itself',
    )
    expect(await client.deliveries.attempts({ id })).toEqual([])
    expect((await client.deliveries.list({})).items).toHaveLength(1)
  },
)

test('our own receiver takes it when the person says so: it comes in once more, and signed again it is valid', async () => {
  await client.environments.update({ id: environment.id, sharedSecret: 'a new secret' })
  const id = await deliver(odd)
  const came = nextDelivery(host)
  const attempt = await client.deliveries.replay({ id, url: receiver, signature: 'new', toReceiver: true })
  expect(attempt).toMatchObject({ status: 200, error: null })
  expect(await came).toMatchObject({ verdict: 'valid', size: odd.length })
})

test('the sandbox is no target, whatever is said', async () => {
  const id = await deliver(odd)
  const { url } = await client.sandbox.get()
  for (const toReceiver of [false, true]) {
    await expect(client.deliveries.replay({ id, url, toReceiver })).rejects.toMatchObject({
      data: { why: { code: toReceiver ? 'leads-to-hookscope' : 'leads-to-receiver' } },
    })
  }
})

test.each(['nowhere', 'ftp://127.0.0.1/', 'http://u:p@127.0.0.1/', 'http://127.0.0.1/#x', 'file:///etc/passwd'])(
  '%j is no address to send to',
  async (url) => {
    const id = await deliver(odd)
    await expect(client.deliveries.replay({ id, url })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  },
)

test('nothing can be signed without a secret, and the sentence says where to set one', async () => {
  const made = await client.environments.create({ name: 'No secret' })
  const came = nextDelivery(host)
  await fetch(new URL(made.receiverPath, receiver), { method: 'POST', body: 'x' })
  const { id } = await came
  const app = await startApp()
  await expect(client.deliveries.replay({ id, url: app.url, signature: 'new' })).rejects.toThrow('under Secrets')
  expect(app.seen).toEqual([])
})

test('a delivery that is gone cannot be sent', async () => {
  await expect(client.deliveries.replay({ id: '999', url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a stop breaks off what is under way, and keeps that it was', async () => {
  const app = await startApp(() => undefined)
  const folder = scratchFolder()
  const stopped = await startTestHost(folder.path)
  const came = nextDelivery(stopped.host)
  await fetch((await stopped.client.status()).receiver.url ?? '', { method: 'POST', body: odd })
  const attempt = stopped.client.deliveries.replay({ id: (await came).id, url: app.url })
  await app.count(1)
  await stopped.host.stop()
  expect((await attempt).error?.message).toContain('cancelled')
  folder.remove()
})

test('the call is described like every other', async () => {
  const { paths } = await openApiDocument('test', 'http://127.0.0.1/api/v1')
  const described = JSON.stringify((paths as Record<string, unknown>)['/deliveries/{id}/replay'])
  const fields = [
    'url',
    'method',
    'headers',
    'signature',
    'secret',
    'secretFingerprint',
    'bodyText',
    'requestBody',
    'toReceiver',
    '"409"',
  ]
  for (const field of fields) expect(described).toContain(field)
})
