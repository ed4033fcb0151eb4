import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture, SendInput } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextDelivery, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { parentSegments } from '../../forwarding/parentSegments.ts'
import { startApp } from '../../forwarding/startApp.ts'

let folder: ReturnType<typeof scratchFolder>
let host: TestHost['host']
let client: TestHost['client']
let receiver: string
beforeAll(async () => {
  folder = scratchFolder()
  ;({ host, client } = await startTestHost(folder.path))
  await client.environments.update({ id: 'sandbox', sharedSecret: 'a secret of the test' })
  receiver = (await client.status()).receiver.url ?? ''
})
afterAll(async () => {
  await host.stop()
  folder.remove()
})

const json: [string, string][] = [['Content-Type', 'application/json']]
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')
const request = (text: string, more: object = {}) => ({
  method: 'POST',
  path: '',
  headers: json,
  bodyBase64: base64(text),
  ...more,
})

async function finished(input: SendInput) {
  const { run } = await client.sends.start(input)
  let view = await client.sends.get({ run })
  while (view.state === 'running') view = await client.sends.get({ run, after: view.sent })
  return view
}

describe('a composed request', () => {
  test('to our own receiver is a new delivery with a right signature', async () => {
    const came = nextDelivery(host)
    const view = await finished({ request: request('{"é": 1.0}'), sign: {} })
    expect(view).toMatchObject({ state: 'done', total: 1, sent: 1, toReceiver: true })
    expect(view.summary).toMatchObject({ statuses: [{ status: 200, count: 1 }], problems: [] })
    expect(view.first?.signedWith).toMatchObject({ scheme: 'The service' })
    expect(await came).toMatchObject({ verdict: 'valid', size: 11 })
    expect(JSON.stringify(view)).not.toContain(new URL(receiver).pathname.split('/')[2])
  })

  test('goes to an app byte for byte, with its headers in their order and doubles, behind the path of the target', async () => {
    const app = await startApp()
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const headers: [string, string][] = [
      ['X-Twice', '1'],
      ['content-type', 'text/plain'],
      ['X-Twice', '2'],
      ['Host', 'elsewhere'],
    ]
    const view = await finished({
      request: { method: 'PUT', path: '/more?y=2', headers, bodyBase64: base64(body) },
      to: `${app.url}/hooks?x=1`,
    })
    const [seen] = app.seen
    expect(seen).toMatchObject({ method: 'PUT', target: '/hooks/more?x=1&y=2' })
    expect(seen?.body.equals(body)).toBe(true)
    expect(seen?.headers.filter(([name]) => /^x-|^content-type/i.test(name))).toEqual(headers.slice(0, 3))
    expect(view.last).toMatchObject({ status: 204, size: 256, signedWith: null })
  })

  test.each(parentSegments)('is not sent behind a path with the segment %s', async (segment) => {
    const app = await startApp()
    const path = `/more/${segment}/admin`
    await expect(
      client.sends.start({ request: request('{}', { path }), to: `${app.url}/hooks` }),
    ).rejects.toMatchObject({ data: { why: { code: 'path-leads-up' } } })
    expect(app.seen).toEqual([])
  })

  test('is signed with any preset, a stored or a typed secret, and for a moment that is chosen', async () => {
    const app = await startApp()
    const at = '2026-11-23T10:00:00.000Z'
    await finished({ request: request('{}'), sign: { scheme: 'stripe', secret: 'whsec_typed', at }, to: app.url })
    const t = Date.parse(at) / 1000
    const digest = createHmac('sha256', 'whsec_typed').update(`${t}.{}`).digest('hex')
    expect(Object.fromEntries(app.seen[0]?.headers ?? [])['Stripe-Signature']).toBe(`t=${t},v1=${digest}`)
    const [known] = (await client.environments.list()).find(({ id }) => id === 'sandbox')?.sharedSecrets ?? []
    const view = await finished({
      request: request('{}'),
      sign: { scheme: 'github', secretFingerprint: known?.fingerprint ?? '' },
      to: app.url,
    })
    expect(view.first?.signedWith).toMatchObject({ fingerprint: known?.fingerprint, scheme: 'GitHub' })
    expect(JSON.stringify(view)).not.toContain('a secret of the test')
  })

  test('is broken on purpose: the receiver says why', async () => {
    const came = nextDelivery(host)
    await finished({ request: request('{"a": 1}'), sign: {}, break: 'flip-byte' })
    expect(await came).toMatchObject({ verdict: 'invalid' })
    const again = nextDelivery(host)
    await finished({ request: request('{"a": 1}'), sign: {}, break: 'no-signature' })
    expect(await again).toMatchObject({ verdict: 'unsigned' })
  })

  test('many at once are counted by status, with the time that they took', async () => {
    let asked = 0
    const app = await startApp((_request, response) => void response.writeHead(++asked % 3 === 0 ? 500 : 200).end())
    const view = await finished({ request: request('{}'), to: app.url, count: 30, parallel: 8 })
    expect(view.summary.statuses).toEqual([
      { status: 200, count: 20 },
      { status: 500, count: 10 },
    ])
    expect(view.summary.latency).toMatchObject({ count: 30 })
    expect(app.seen).toHaveLength(30)
  })

  test('a cancel breaks off what is under way and sends nothing more', async () => {
    const app = await startApp(() => undefined)
    const { run } = await client.sends.start({ request: request('{}'), to: app.url, count: 50, parallel: 2 })
    await app.count(2)
    await client.sends.cancel({ run })
    let view = await client.sends.get({ run, after: 0 })
    while (view.state === 'running') view = await client.sends.get({ run, after: 0 })
    expect(view).toMatchObject({ state: 'cancelled', sent: 0, total: 50 })
    expect(app.seen).toHaveLength(2)
  })
})

describe('what cannot be sent is refused before anything is', () => {
  test.each([
    ['a rate above what is sensible', { ratePerSecond: 100_000 }, 'BAD_REQUEST'],
    ['more requests than a run may have', { count: 1_000_001 }, 'BAD_REQUEST'],
    ['a body that is no base64', { request: { bodyBase64: '§' } }, 'BAD_REQUEST'],
    ['a break that does not exist', { break: 'everything' }, 'BAD_REQUEST'],
    ['a time that is none', { sign: { at: 'yesterday' } }, 'BAD_REQUEST'],
    ['two secrets', { sign: { secret: 'a', secretFingerprint: '00000000' } }, 'BAD_REQUEST'],
    ['nothing to send', { request: undefined }, 'BAD_REQUEST'],
    ['an address of another kind', { to: 'ftp://127.0.0.1/' }, 'BAD_REQUEST'],
    ['a host beyond this machine', { to: 'https://example.com/hooks' }, 'host-not-allowed'],
    ['an address beyond this machine', { to: 'http://192.0.2.1/' }, 'host-not-allowed'],
    [
      'another host than the one that is allowed',
      { to: 'https://example.com/', allowHost: 'example.org' },
      'host-not-allowed',
    ],
    ['a public key to sign with', { sign: { scheme: 'discord', secret: '00'.repeat(10) } }, 'private-key-unusable'],
    ['a break without effect', { break: 'old-timestamp', sign: {} }, 'break-impossible'],
    ['a scheme that does not exist', { sign: { scheme: 'nobody' } }, 'scheme-unknown'],
    [
      'a body without a place for its signature',
      { sign: { scheme: 'adyen-payments', secret: '00' } },
      'body-takes-no-signature',
    ],
    ['a run that would last for days', { count: 100_000, ratePerSecond: 0.1 }, 'run-too-long'],
  ])('%s', async (_what, change, code) => {
    const input = { request: request('{}'), ...change } as SendInput
    await expect(client.sends.start(input)).rejects.toMatchObject(
      code === 'BAD_REQUEST' ? { code } : { data: { why: { code } } },
    )
  })

  test.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433', '[::ffff:127.0.0.1]'])(
    'our own ports, written as %s',
    async (name) => {
      const { url } = await client.sandbox.get()
      const { port } = new URL(url)
      const started = client.sends.start({ request: request('{}'), to: `http://${name}:${port}/` })
      const outcome = await started.then(
        async ({ run }) => {
          let view = await client.sends.get({ run })
          while (view.state === 'running') view = await client.sends.get({ run, after: view.sent })
          return view.summary.problems[0]?.code
        },
        (error: { data: { why: { code: string } } }) => error.data.why.code,
      )
      expect(outcome).toMatch(/REFUSED_ADDRESS|leads-to-hookscope|host-not-allowed/)
      const ours = new URL(receiver)
      await expect(
        client.sends.start({ request: request('{}'), to: `http://127.0.0.1:${ours.port}/nowhere` }),
      ).rejects.toMatchObject({
        data: { why: { code: 'leads-to-hookscope' } },
      })
    },
  )
})

describe('stored deliveries', () => {
  test('are sent in the order in which they came, each an attempt of its own, as they came or signed again', async () => {
    const app = await startApp()
    const environment = await client.environments.create({ name: `Range ${Date.now()}`, sharedSecret: 'of the range' })
    const ids: string[] = []
    for (const number of [1, 2, 3]) {
      const came = nextDelivery(host)
      await fetch(new URL(environment.receiverPath, receiver), { method: 'POST', body: `{"n": ${number}}` })
      ids.push((await came).id)
    }
    const view = await finished({
      deliveries: { filter: '', speed: 1000 },
      environment: environment.id,
      to: `${app.url}/in`,
    })
    expect(view).toMatchObject({ state: 'done', total: 3, sent: 3 })
    expect(app.seen.map(({ body }) => body.toString())).toEqual(['{"n": 1}', '{"n": 2}', '{"n": 3}'])
    await finished({
      deliveries: { ids: ids.toReversed(), speed: 'none' },
      environment: environment.id,
      sign: {},
      to: app.url,
    })
    const attempts = await client.deliveries.attempts({ id: ids[0] ?? '' })
    expect(attempts.map(({ kind, replayed }) => [kind, replayed?.signedAnew])).toEqual([
      ['replay', false],
      ['replay', true],
    ])
    const [, , , signed] = app.seen
    const digest = createHmac('sha256', 'of the range').update('{"n": 1}').digest('base64')
    expect(signed?.headers.find(([name]) => name === 'x-service-webhook-hmac')?.[1]).toBe(digest)
  })

  test('a filter that nothing matches, or that is mistyped, sends nothing', async () => {
    await expect(client.sends.start({ deliveries: { filter: 'type:Nothing' } })).rejects.toMatchObject({
      data: { why: { code: 'nothing-to-send' } },
    })
    await expect(client.sends.start({ deliveries: { filter: 'verdcit:valid' } })).rejects.toMatchObject({
      data: { why: { code: 'filter-unreadable' } },
    })
    await expect(client.sends.start({ deliveries: { ids: ['999'] } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('fixtures', () => {
  const fixture: Fixture = {
    hookscope: 'fixture',
    version: 1,
    description: 'A payment that was created',
    request: { method: 'POST', path: '', headers: json, body: '{"é": 1.0}\r\n' },
    sign: { scheme: 'service', secret: { environment: 'Sandbox' } },
  }

  test('are files of one folder that a person can read, and are sent by their name', async () => {
    await client.fixtures.put({ name: 'payment-created', fixture })
    const text = readFileSync(join(folder.path, 'fixtures', 'payment-created.json'), 'utf8')
    expect(JSON.parse(text)).toEqual(fixture)
    expect(text).toContain('\n  "version": 1,\n')
    expect(await client.fixtures.get({ name: 'payment-created' })).toEqual(fixture)
    expect((await client.fixtures.list()).items).toContainEqual({
      name: 'payment-created',
      description: 'A payment that was created',
      problem: null,
    })
    const came = nextDelivery(host)
    await finished({ fixture: 'payment-created' })
    expect(await came).toMatchObject({ verdict: 'valid', size: 13 })
    expect(await client.fixtures.remove({ name: 'payment-created' })).toEqual({ removed: 'payment-created' })
    await expect(client.fixtures.get({ name: 'payment-created' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a file that is not one says why, and the others are still there', async () => {
    const at = (name: string) => join(folder.path, 'fixtures', `${name}.json`)
    mkdirSync(join(folder.path, 'fixtures'), { recursive: true })
    writeFileSync(at('not-json'), 'not json')
    writeFileSync(at('later'), JSON.stringify({ ...fixture, version: 2 }))
    writeFileSync(
      at('with-secret'),
      JSON.stringify({ ...fixture, sign: { scheme: 'github', secret: 'the secret itself' } }),
    )
    symlinkSync('/etc/passwd', at('link'))
    await client.fixtures.put({ name: 'good', fixture })
    const { items } = await client.fixtures.list()
    const problem = (name: string) => items.find((item) => item.name === name)?.problem
    expect(problem('not-json')).toContain('it is not JSON')
    expect(problem('later')).toContain('version')
    expect(problem('with-secret')).toContain('does not belong in it')
    expect(problem('link')).toContain('not a file')
    expect(problem('good')).toBeNull()
    await expect(client.sends.start({ fixture: 'later' })).rejects.toMatchObject({
      data: { why: { code: 'not-a-fixture' } },
    })
    await expect(client.fixtures.get({ name: 'link' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['../../environments', 'a/b', '.hidden', '', 'NUL', 'con', 'a b', 'x'.repeat(65), 'é'])(
    '%j names no file of the folder',
    async (name) => {
      await expect(client.fixtures.put({ name, fixture })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      await expect(client.fixtures.get({ name })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )

  test('a fixture that signs with a variable is not given one of this process', async () => {
    await client.fixtures.put({
      name: 'of-a-variable',
      fixture: { ...fixture, sign: { scheme: 'github', secret: { env: 'PATH' } } },
    })
    await expect(client.sends.start({ fixture: 'of-a-variable' })).rejects.toMatchObject({
      data: { why: { code: 'secret-in-variable' } },
    })
    const app = await startApp()
    await finished({ fixture: 'of-a-variable', sign: { secret: 'chosen by the person' }, to: app.url })
    const digest = createHmac('sha256', 'chosen by the person').update('{"é": 1.0}\r\n').digest('hex')
    expect(Object.fromEntries(app.seen[0]?.headers ?? [])['X-Hub-Signature-256']).toBe(`sha256=${digest}`)
  })
})
