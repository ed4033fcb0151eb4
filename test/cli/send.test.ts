/** @module-tag scaled */
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verificationSecret } from '../../src/engine/signature/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import type { DeliveryPage, SendRun } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type RunningServe } from '../build/startServe.ts'
import { startApp } from '../forwarding/startApp.ts'
import { isThorough } from '../support/thorough.ts'
import { runHere } from './runHere.ts'
import { serveHere } from './serveHere.ts'

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
  test.each(isThorough ? schemes : schemes.slice(0, 2))('any bytes, signed for %s, are one command', async (preset) => {
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
  })

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
      3,
      /not on this machine/,
    ],
  ] as const)('%s is a sentence', async (_what, words, code, sentence) => {
    const ended = await runHere([...words, '--data', data], { variables: { S: 'x' } })
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringMatching(sentence)])
  })
})
