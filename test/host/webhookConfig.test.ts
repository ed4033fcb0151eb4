import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, startScriptedServer, type ScriptedServer } from '../build/startScriptedServer.ts'
import { type SharedHost, sharedTestHost } from '../build/sharedTestHost.ts'
import { nextDelivery } from '../build/startTestHost.ts'
import { signedPosts } from './senders/signedPosts.ts'

const secret = 'a secret that is agreed on'
const path = '/api/organization/v1/current-organization/webhook-config'
const text = (part: string) => expect.stringContaining(part) as string

const shared = sharedTestHost()
let test: SharedHost
let service: ScriptedServer
let id: string
/** The service's answers to a PATCH and a GET of the webhook-config. */
let answers: { patch: [status: number, body: unknown]; get: [status: number, body: unknown] }

beforeEach(async () => {
  test = shared()
  answers = { patch: [200, {}], get: [404, {}] }
  service = await startScriptedServer((request, response) => {
    if (request.path === '/oauth/token')
      json(response, 200, { access_token: 'the-token-of-the-test', expires_in: 3600 })
    else json(response, ...(request.method === 'PATCH' ? answers.patch : answers.get))
  })
  ;({ id } = await test.client.environments.create({
    name: 'Scripted',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'c',
    audience: 'a',
    username: 'u',
    password: 'the password',
  }))
})
afterEach(async () => {
  await service.stop()
})

/** Bodies of the PATCH calls that the service got. */
function patches(): Record<string, unknown>[] {
  return service.seen
    .filter(({ method }) => method === 'PATCH')
    .map((request) => {
      expect(request.path).toBe(path)
      return JSON.parse(request.body) as Record<string, unknown>
    })
}

const apply = async (input: object) => test.client.webhookConfig.apply({ id, ...input })
const goLive = async () => apply({ enabled: true, sharedSecret: secret, webhookTypes: ['payment', 'nft'], send: 'all' })

async function fingerprint(): Promise<string | null> {
  return (await test.client.webhookConfig.get({ id })).desired.sharedSecret.fingerprint
}

describe('a preview', () => {
  it('says what would change and be sent, the secret as a fingerprint, and changes nothing', async () => {
    const input = { id, enabled: true, sharedSecret: secret, webhookTypes: ['payment', 'aTypeOfTomorrow'] }
    const { fields, body, problem } = await test.client.webhookConfig.preview(input)
    expect(problem).toBeNull()
    expect(fields.map(({ field, before, changes, sent }) => [field, before, changes, sent])).toEqual([
      ['url', null, true, false],
      ['enabled', null, true, true],
      ['sharedSecret', null, true, true],
      ['webhookTypes', null, true, true],
    ])
    expect(fields[2]?.after).toMatch(/^[0-9a-f]{8}$/)
    expect(fields[3]?.after).toEqual(['payment', 'aTypeOfTomorrow'])
    expect(body).toContain(`"enabled": true`)
    expect(JSON.stringify({ fields, body })).not.toContain(secret)
    expect((await test.client.webhookConfig.get({ id })).desired).toMatchObject({ enabled: false })
    expect((await test.client.environments.list()).find((entry) => entry.id === id)?.sharedSecrets).toEqual([])
    expect(service.seen).toEqual([])
  })

  it('sends with the same input exactly what it said', async () => {
    await goLive()
    const input = { enabled: true, webhookTypes: ['payment'], send: 'changed' as const }
    const { fields } = await test.client.webhookConfig.preview({ id, ...input })
    const { sent } = await apply(input)
    expect(sent).toEqual(fields.flatMap((field) => (field.sent ? [field.field] : [])))
    expect(patches().at(-1)).toEqual({ webhookTypes: ['payment'] })
  })

  it('says why it cannot be applied', async () => {
    const preview = async (input: object) => (await test.client.webhookConfig.preview({ id, ...input })).problem
    expect(await preview({ enabled: true })).toContain('Without a shared secret nothing can be verified')
    await test.client.environments.update({ id, password: '' })
    expect(await preview({ enabled: true, sharedSecret: secret })).toContain('no password of the master user')
  })
})

describe('what is sent', () => {
  it('is all four fields, or only what differs from what was applied last, or what was given', async () => {
    await goLive()
    await apply({ enabled: true, webhookTypes: ['payment', 'nft'], url: 'https://other.example/in', send: 'changed' })
    await apply({ enabled: false })
    const [all, changed, given] = patches()
    expect(all).toEqual({
      url: text('/in/'),
      enabled: true,
      sharedSecret: secret,
      webhookTypes: ['payment', 'nft'],
    })
    expect(changed).toEqual({ url: 'https://other.example/in' })
    expect(given).toEqual({ enabled: false })
  })

  it('is nothing when nothing differs, also when only the order of the types does', async () => {
    await goLive()
    const { sent, answer, webhookConfig } = await apply({ webhookTypes: ['nft', 'payment'], send: 'changed' })
    expect({ sent, answer }).toEqual({ sent: [], answer: { status: null, body: null, durationMs: 0 } })
    expect(webhookConfig.drift).toEqual([])
    expect(patches()).toHaveLength(1)
    expect(await test.client.webhookConfig.history({ id })).toHaveLength(1)
  })
})

describe('the history of applications', () => {
  it('has when, what, by whom and what came of it, newest first, and no secret', async () => {
    await goLive()
    answers.patch = [400, { title: 'Not now', errors: { sharedSecret: [`"${secret} two" is too plain`] } }]
    await expect(apply({ sharedSecret: `${secret} two` })).rejects.toMatchObject({
      code: 'SERVICE_REFUSED',
      message: text('Not now'),
    })
    const [refused, first] = await test.client.webhookConfig.history({ id })
    expect(refused).toMatchObject({ by: 'person', status: 400, problem: text('[redacted]') })
    expect(refused?.sent).toEqual([{ field: 'sharedSecret', value: await fingerprint() }])
    expect(first).toMatchObject({ by: 'person', status: 200, problem: null })
    expect(first?.sent.map(({ field }) => field)).toEqual(['url', 'enabled', 'sharedSecret', 'webhookTypes'])
    expect(JSON.stringify([refused, first])).not.toContain(secret)
    // A refused change was not applied.
    expect((await test.client.webhookConfig.get({ id })).drift).toEqual([text('shared secret was not applied')])
  })

  it('has also what got no answer, apart from what had no token', async () => {
    await goLive()
    await service.stop()
    await expect(apply({ enabled: false })).rejects.toMatchObject({ code: 'SERVICE_REFUSED' })
    // The token is cached: a new password needs a new one, which the stopped service cannot issue.
    await test.client.environments.update({ id, password: 'another one' })
    await expect(apply({ enabled: false })).rejects.toMatchObject({ code: 'SERVICE_REFUSED' })
    expect(await test.client.webhookConfig.history({ id })).toMatchObject([
      { asked: false, status: null, problem: text('Nothing listens') },
      // Also a connection that was kept open may be what broke.
      { asked: true, status: null, problem: text('127.0.0.1') },
      { asked: true, status: 200, problem: null },
    ])
    service = await startScriptedServer(() => undefined)
  })

  it('keeps the last 50, over a restart', async () => {
    await goLive()
    for (let turn = 0; turn < 52; turn += 1) await apply({ enabled: turn % 2 === 0 })
    test = await test.restart()
    const history = await test.client.webhookConfig.history({ id })
    expect(history).toHaveLength(50)
    expect(history[0]?.sent).toEqual([{ field: 'enabled', value: false }])
  })

  it('tells what the app said when it quit', async () => {
    await goLive()
    await test.client.environments.update({ id, onQuit: 'disable' })
    test = await test.restart()
    expect(patches().at(-1)).toEqual({ enabled: false })
    expect((await test.client.webhookConfig.history({ id }))[0]).toMatchObject({ by: 'quit', status: 200 })
  })
})

describe('drift', () => {
  it('is repaired in one call: exactly what differs is sent', async () => {
    await goLive()
    await test.client.environments.renewReceiverPath({ id })
    await test.client.environments.rotateSecret({ id, sharedSecret: 'the next secret' })
    expect((await test.client.webhookConfig.get({ id })).drift).toHaveLength(2)
    const { sent, webhookConfig } = await test.client.webhookConfig.repair({ id })
    expect(sent).toEqual(['url', 'sharedSecret'])
    expect(webhookConfig.drift).toEqual([])
    expect(patches().at(-1)).toEqual({ url: text('/in/'), sharedSecret: 'the next secret' })
    expect((await test.client.webhookConfig.history({ id }))[0]).toMatchObject({ by: 'repair', status: 200 })
  })

  it('needs nothing sent when there is none, so that a second click does no harm', async () => {
    await goLive()
    expect(await test.client.webhookConfig.repair({ id })).toMatchObject({ sent: [], answer: { status: null } })
    expect(patches()).toHaveLength(1)
  })

  it('is not what a delivery proves: a secret that the service signs with is there', async () => {
    await goLive()
    await test.client.environments.rotateSecret({ id, sharedSecret: 'set at the service by hand' })
    const config = async () => test.client.webhookConfig.get({ id })
    expect((await config()).remarks).toEqual([{ code: 'secret-changed', fields: {} }])
    const { origin } = (await test.client.status()).receiver
    const { receiverPath } = (await test.client.environments.list()).find((entry) => entry.id === id) ?? {}
    const { postSigned } = signedPosts(() => ({ host: test.host, url: `${origin}${receiverPath}` }))
    expect((await postSigned('set at the service by hand', 'proof')).verdict).toBe('valid')
    expect(await config()).toMatchObject({ remarks: [], changed: [] })
  })

  it('cannot be where nothing was applied', async () => {
    await expect(test.client.webhookConfig.repair({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: text('has not applied the webhook-config yet'),
    })
  })
})

describe('asking the service', () => {
  const ask = async () => test.client.webhookConfig.ask({ id })

  it('is no failure when it does not answer this', async () => {
    await goLive()
    for (const status of [404, 405, 501]) {
      answers.get = [status, { title: 'no such thing' }]
      expect(await ask()).toMatchObject({
        answered: false,
        fields: [],
        summary: text(`(${status})`),
        answer: { status },
      })
    }
  })

  it('shows what it holds beside what was applied, and claims nothing of what it hides', async () => {
    await goLive()
    answers.get = [200, { url: 'https://elsewhere.example/in', enabled: true, sharedSecret: '********', more: 1 }]
    const { answered, summary, fields } = await ask()
    expect(answered).toBe(true)
    expect(fields.map(({ field, told, held, same }) => [field, told, held, same])).toEqual([
      ['url', true, 'https://elsewhere.example/in', false],
      ['enabled', true, true, true],
      ['sharedSecret', true, null, null],
      ['webhookTypes', false, null, null],
    ])
    expect(summary).toBe(
      'The service says that it holds something else than this app applied last: the URL. As applied: the switch. Cannot be compared, because the service does not show it: the shared secret, the types.',
    )
  })

  it('believes it: what differs from its answer is drift, and a repair sends exactly that', async () => {
    await goLive()
    answers.get = [
      200,
      { url: 'https://elsewhere.example/in', enabled: false, webhookTypes: ['payment', 'nft', 'kyc'] },
    ]
    await ask()
    const { remarks, changed } = await test.client.webhookConfig.get({ id })
    expect(remarks.map(({ code }) => code)).toEqual(['url-moved', 'switch-differs', 'types-surplus'])
    expect(changed).toEqual(['url', 'enabled', 'webhookTypes'])
    const { fields } = await test.client.webhookConfig.preview({ id, send: 'changed' })
    expect(fields.filter(({ changes }) => changes).map(({ field, before }) => [field, before])).toEqual([
      ['url', 'https://elsewhere.example/in'],
      ['enabled', false],
      ['webhookTypes', ['payment', 'nft', 'kyc']],
    ])
    const { sent, webhookConfig } = await test.client.webhookConfig.repair({ id })
    expect(sent).toEqual(['url', 'enabled', 'webhookTypes'])
    expect(patches().at(-1)).toEqual({ url: text('/in/'), enabled: true, webhookTypes: ['payment', 'nft'] })
    expect(webhookConfig.drift).toEqual([])
  })

  it('compares a secret that the service gives in clear, and shows it nowhere', async () => {
    await goLive()
    const { url } = (await test.client.webhookConfig.get({ id })).desired
    answers.get = [200, { url, enabled: true, sharedSecret: secret, webhookTypes: ['nft', 'payment'] }]
    const known = await ask()
    expect(known.fields.map(({ same }) => same)).toEqual([true, true, true, true])
    expect(known.fields[2]?.held).toBe(await fingerprint())
    answers.get = [200, { enabled: true, sharedSecret: 'a secret of somebody else' }]
    const unknown = await ask()
    expect(unknown.fields[2]).toMatchObject({ told: true, held: null, same: null })
    expect(JSON.stringify([known, unknown])).not.toMatch(/agreed on|somebody else/)
  })

  it('works before anything was applied, with nothing to compare', async () => {
    answers.get = [200, { url: null, enabled: false, sharedSecret: null, webhookTypes: [] }]
    expect(await ask()).toMatchObject({ answered: true, summary: text('has not applied anything yet') })
  })

  it('reads nothing from what is no webhook-config, and survives shapes that nobody expects', async () => {
    await goLive()
    for (const body of [[], 'text', 7, null, { data: {} }]) {
      answers.get = [200, body]
      expect(await ask(), JSON.stringify(body)).toMatchObject({ answered: false, summary: text('without any field') })
    }
    answers.get = [200, { url: 5, enabled: 'yes', sharedSecret: {}, webhookTypes: ['a', 1], ['__proto__']: {} }]
    expect((await ask()).fields.map(({ held, same }) => [held, same])).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    )
  })

  it('says so when the service fails', async () => {
    answers.get = [500, { title: 'Out of order' }]
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_REFUSED', message: text('Out of order') })
  })

  it('is answered by the sandbox', async () => {
    await test.client.sandbox.demo()
    const { answered, fields, answer } = await test.client.webhookConfig.ask({ id: 'sandbox' })
    expect(answered).toBe(true)
    expect(fields.map(({ field, same }) => [field, same])).toEqual([
      ['url', true],
      ['enabled', true],
      ['sharedSecret', null],
      ['webhookTypes', true],
    ])
    expect(answer).toMatchObject({ status: 200, body: text('"sharedSecret":"[redacted]"') })
  })
})

describe('types that the service may add', () => {
  it('are kept, sent and compared like the others', async () => {
    await goLive()
    await apply({ webhookTypes: ['payment', 'standingOrder'] })
    expect(patches().at(-1)).toEqual({ webhookTypes: ['payment', 'standingOrder'] })
    const { desired, applied, drift } = await test.client.webhookConfig.get({ id })
    expect([desired.webhookTypes, applied?.webhookTypes, drift]).toEqual([
      ['payment', 'standingOrder'],
      ['payment', 'standingOrder'],
      [],
    ])
  })
})

it('a delivery that is signed with a secret before it was applied already verifies', async () => {
  await test.client.sandbox.demo()
  await test.client.webhookConfig.apply({ id: 'sandbox', sharedSecret: 'brand new', send: 'changed' })
  const arrival = nextDelivery(test.host)
  await test.client.sandbox.createObject({ type: 'kyc' })
  expect((await arrival).verdict).toBe('valid')
})
