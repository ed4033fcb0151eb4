import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verificationSecret } from '../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import type { Delivery, DeliveryPage, SendRun } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type RunningServe } from '../build/startServe.ts'
import { startApp } from '../forwarding/startApp.ts'
import { runHere } from './runHere.ts'
import { serveHere } from './serve/serveHere.ts'

let running: RunningServe
const folder = scratchFolder()
const data = join(folder.path, 'data')
const fixture = {
  hookscope: 'fixture',
  version: 1,
  request: { headers: [['Content-Type', 'application/json']], body: '{"amount": 12.50}' },
  sign: { scheme: 'service', secret: { env: 'TEST_SECRET' } },
  expect: { status: 200 },
}
const file = join(folder.path, 'paid.json')

beforeAll(async () => {
  running = await serveHere(data)
  await running.call('PATCH', '/environments/sandbox', { sharedSecret: 'of the sandbox' })
  mkdirSync(join(data, 'fixtures'), { recursive: true })
  writeFileSync(file, JSON.stringify(fixture))
  writeFileSync(join(data, 'fixtures', 'paid.json'), JSON.stringify(fixture))
})
afterAll(async () => {
  await running.stop()
  folder.remove()
})

describe('hookscope send', () => {
  test('sends a fixture by its name to the receiver, signed with a variable of the person who asks', async () => {
    const { code, stdout, stderr } = await runHere(
      ['send', 'paid', '--secret-env', 'TEST_SECRET', '--json', '--data', data],
      {
        variables: { TEST_SECRET: 'of the sandbox' },
      },
    )
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout) as SendRun).toMatchObject({ state: 'done', sent: 1, toReceiver: true })
    const { items } = await running.call<DeliveryPage>('GET', '/deliveries')
    expect(items[0]).toMatchObject({ verdict: 'valid', size: 17 })
  })

  test('reads a variable only where the command line names it: a file would choose what leaves', async () => {
    const app = await startApp()
    const stealing = join(folder.path, 'stealing.json')
    writeFileSync(stealing, JSON.stringify({ ...fixture, sign: { scheme: 'gitlab', secret: { env: 'CLOUD_KEY' } } }))
    const variables = { CLOUD_KEY: 'not for a target' }
    const { code, stderr } = await runHere(['send', stealing, '--to', app.url, '--data', data], { variables })
    expect([code, stderr]).toEqual([2, expect.stringContaining('--secret-env CLOUD_KEY')])
    expect(app.seen).toEqual([])
  })

  test('ends with 1 when the answer is not what the fixture expects', async () => {
    const app = await startApp((_request, response) => void response.writeHead(500).end())
    const { code, stdout } = await runHere(
      ['send', file, '--secret-env', 'TEST_SECRET', '--to', app.url, '--count', '3', '--parallel', '3', '--data', data],
      { variables: { TEST_SECRET: 'x' } },
    )
    expect([code, stdout]).toEqual([1, expect.stringContaining('500  3')])
  })

  test('ends with 3 where nothing listens, also without an instance to join', async () => {
    const gone = createServer().listen(0, '127.0.0.1')
    await once(gone, 'listening')
    const { port } = gone.address() as AddressInfo
    gone.close()
    await once(gone, 'close')
    const { code, stdout } = await runHere(
      [
        'send',
        file,
        '--secret-env',
        'TEST_SECRET',
        '--to',
        `http://127.0.0.1:${port}`,
        '--data',
        join(folder.path, 'alone'),
      ],
      { variables: { TEST_SECRET: 'x' } },
    )
    expect([code, stdout]).toEqual([3, expect.stringContaining('Nothing listens')])
  })

  test('signs a body as the environment does, and sends JSON as JSON', async () => {
    const body = join(folder.path, 'event.json')
    writeFileSync(body, '{"amount": 12.50}')
    const { code, stdout, stderr } = await runHere(['send', '--body', body, '--data', data])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^1 request to .*\n200 in \d+\.\d ms\n$/)
    const { items } = await running.call<DeliveryPage>('GET', '/deliveries')
    expect(items[0]).toMatchObject({ verdict: 'valid', size: 17 })
    const { headers } = await running.call<Delivery>('GET', `/deliveries/${items[0]?.id ?? ''}`)
    expect(headers).toContainEqual(['Content-Type', 'application/json'])

    const app = await startApp()
    const typed = ['--header', 'Content-Type: application/vnd.api+json', '--to', app.url]
    await runHere(['send', '--body', body, ...typed, '--data', data])
    expect(app.seen[0]?.headers.filter(([name]) => /^content-type$/i.test(name))).toEqual([
      ['Content-Type', 'application/vnd.api+json'],
    ])
    expect(app.seen[0]?.headers.flat().map((text) => text.toLowerCase())).toContain('x-service-webhook-hmac')
  })

  test('says when nothing signs: the environment has no secret', async () => {
    const app = await startApp()
    const { code, stderr } = await runHere(
      ['send', '--body', file, '--to', app.url, '--data', join(folder.path, 'without secret')],
      { variables: { HOOKSCOPE_BASE_URL: 'http://127.0.0.1:1' } },
    )
    expect(stderr).toContain('has no secret that signs, so this goes out unsigned')
    expect(code).toBe(0)
    expect(app.seen).toHaveLength(1)
  })

  test('prints status, time and text of the answer, and ends by what is expected', async () => {
    const app = await startApp(
      (_request, response) => void response.writeHead(400).end('no signature\u001B[2J, sorry\r\n'),
    )
    const send = async (...args: string[]) =>
      runHere(['send', '--body', file, '--to', app.url, '--data', data, ...args])
    const refused = await send()
    expect(refused.stdout).toMatch(/\n400 in \d+\.\d ms\nno signature\uFFFD\[2J, sorry\n$/)
    expect([refused.code, refused.stderr]).toEqual([1, 'Expected 2xx, but the answer was 400.\n'])
    expect((await send('--expect', '4xx')).code).toBe(0)
    expect((await send('--expect', '401')).code).toBe(1)
    expect((await send('--expect', 'good')).code).toBe(2)
  })

  test('finds a fixture in the folder that the caller’s variable names, while an instance runs', async () => {
    const own = join(folder.path, 'of the caller')
    mkdirSync(own)
    writeFileSync(join(own, 'mine.json'), JSON.stringify({ ...fixture, sign: undefined }))
    const { code, stderr } = await runHere(['send', 'mine', '--data', data], { variables: { HOOKSCOPE_FIXTURES: own } })
    expect([code, stderr]).toEqual([0, ''])
  })

  const schemes = [
    'stripe',
    'github',
    'slack',
    'shopify',
    'standard-webhooks',
    'svix',
    'square',
    'paddle',
    'line',
    'gitlab',
  ]
  test.each(schemes.slice(0, 2))('any bytes, signed for %s, are one command', signsAnyBytes)
  test.each(schemes.slice(2))('any bytes, signed for %s, are one command', { tags: 'full' }, signsAnyBytes)

  async function signsAnyBytes(preset: string): Promise<void> {
    const scheme = schemePreset(preset)
    if (scheme === undefined) throw new Error(`There is no preset ${preset}.`)
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const body = join(folder.path, 'body.bin')
    writeFileSync(body, bytes)
    const app = await startApp()
    const secret = /whsec/.test(JSON.stringify(scheme)) ? 'whsec_c2VjcmV0IHNlY3JldA==' : 'a secret'
    const { code, stderr } = await runHere(
      ['send', '--body', body, '--scheme', preset, '--secret-env', 'S', '--to', app.url, '--data', data],
      { variables: { S: secret } },
    )
    expect([code, stderr]).toEqual([0, ''])
    const [seen] = app.seen
    const received = {
      method: 'POST',
      headers: seen?.headers.flat() ?? [],
      body: seen?.body ?? bytes,
      truncated: false,
      urls: [`${app.url}/`],
      receivedAt: Date.now(),
    }
    expect(seen?.body.equals(bytes)).toBe(true)
    const checks = verificationSecret({ id: 's', label: 's', text: secret, current: true }, scheme)
    expect(verifySignature(received, scheme, [checks]).verdict).toBe('valid')
  }

  test.each(schemes.slice(0, 1))('a body in an environment of %s is signed for it', signsForEnvironment)
  test.each(schemes.slice(1))('a body in an environment of %s is signed for it', { tags: 'full' }, signsForEnvironment)

  async function signsForEnvironment(preset: string): Promise<void> {
    const body = join(folder.path, 'event.json')
    writeFileSync(body, '{"id": "evt_1"}')
    const sharedSecret = /whsec/.test(JSON.stringify(schemePreset(preset))) ? 'whsec_c2VjcmV0IHNlY3JldA==' : 'a secret'
    const input = { name: `Of ${preset}`, kind: 'sender', signatureScheme: preset, sharedSecret }
    const { id } = await running.call<{ id: string }>('POST', '/environments', input)
    await running.call('POST', `/environments/${id}/activate`)
    const { code, stderr } = await runHere(['send', '--body', body, '--data', data])
    await running.call('POST', '/environments/sandbox/activate')
    expect([code, stderr]).toEqual([0, ''])
    const { items } = await running.call<DeliveryPage>('GET', `/deliveries?environment=${id}`)
    expect(items).toMatchObject([{ verdict: 'valid' }])
  }

  test.each([
    ['neither a fixture nor a body', ['send'], 2, /either a fixture/],
    ['a variable that is not set', ['send', 'paid', '--secret-env', 'TEST_SECRET'], 2, /TEST_SECRET is not set/],
    [
      'a rate above what is sensible',
      ['send', 'paid', '--scheme', 'github', '--secret-env', 'S', '--rate', '99999'],
      2,
      /1,000 a second/,
    ],
    [
      'a host that is not allowed',
      ['send', 'paid', '--secret-env', 'S', '--to', 'http://192.0.2.1/'],
      2,
      /^hookscope: 192\.0\.2\.1 is not this machine\. Add --allow-host 192\.0\.2\.1 if it is yours\.\n$/,
    ],
  ] as const)('%s is a sentence', async (_what, words, code, sentence) => {
    const ended = await runHere([...words, '--data', data], { variables: { S: 'x' } })
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(sentence)])
  })
})
