import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signingSecret, signRequest } from '../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../src/engine/signature/verificationSecret.ts'
import { verifySignature } from '../../src/engine/signature/verifySignature.ts'
import { readFixture } from '../../src/shared/schemas/fixtureSchemas.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, startTestHost, type TestHost } from '../build/startTestHost.ts'
import { isThorough } from '../support/thorough.ts'
import { startApp } from '../forwarding/startApp.ts'

let folder: ReturnType<typeof scratchFolder>
let host: TestHost['host']
let client: TestHost['client']
let receiver: string
beforeAll(async () => {
  folder = scratchFolder()
  ;({ host, client } = await startTestHost(folder.path))
  receiver = (await client.status()).receiver.url ?? ''
})
afterAll(async () => {
  await host.stop()
  folder.remove()
})

/** Runs a test file as a person does. */
async function runTest(file: string, variables: Record<string, string>) {
  const child = spawn(process.execPath, ['--test', file], { env: { PATH: process.env['PATH'] ?? '', ...variables } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

/** In `npm test` a signature with a timestamp and a token; all in `npm run test:full`. */
const tried = isThorough ? 3 : 2

const senders = [
  ['stripe', 'whsec_of_the_test', '{"amount": 12.50, "é": "😀"}\r\n'],
  ['gitlab', 'a token of the test', '{"a": 1}'],
  ['standard-webhooks', 'whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQ=', '{"a": 1}'],
] as const

test.each(senders.slice(0, tried))(
  'a delivery of %s becomes a fixture and a test that passes against a handler that checks the signature',
  async (preset, secretText, body) => {
    const scheme = schemePreset(preset)
    if (scheme === undefined) throw new Error('There is no such preset.')
    const environment = await client.environments.create({
      name: preset,
      kind: 'sender',
      signatureScheme: preset,
      sharedSecret: secretText,
    })
    const made = signingSecret('typed', secretText, scheme)
    if (!made.ok) throw new Error(made.code)
    const url = new URL(environment.receiverPath, receiver).href
    const draft = {
      method: 'POST',
      url,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-Session-Token', 'not to be kept'],
        ['X-Twice', '1'],
        ['X-Twice', '2'],
      ] as [string, string][],
      body: Buffer.from(body),
    }
    const sent = signRequest(draft, scheme, made.secret, { at: Date.now(), id: 'msg_1' })
    const came = nextDelivery(host)
    const headers = new Headers(sent?.headers)
    await fetch(url, { method: 'POST', headers, body: new Uint8Array(sent?.body ?? []) })
    const { id } = await came

    const { folder: at, files } = await client.testCase({ id, name: `of-${preset}`, save: true })
    const [fixture] = files
    expect(readFixture(fixture?.text ?? '')).toMatchObject({ ok: true })
    const texts = files.map(({ text }) => text).join('\n')
    expect(texts).not.toContain(secretText)
    expect(texts).not.toContain('not to be kept')
    expect(texts).not.toContain(new URL(url).pathname.split('/')[2])
    const file = join(at, `of-${preset}.test.mjs`)
    expect(readFileSync(file, 'utf8')).toBe(files[1]?.text)

    const secret = verificationSecret({ id: 's', label: 's', text: secretText, current: true }, scheme)
    const app = await startApp((request, response) => {
      const received = {
        ...request,
        headers: request.headers.flat(),
        truncated: false,
        urls: [app.url],
        receivedAt: Date.now(),
      }
      void response.writeHead(verifySignature(received, scheme, [secret]).verdict === 'valid' ? 200 : 401).end()
    })
    const good = await runTest(file, { WEBHOOK_SECRET: secretText, WEBHOOK_URL: `${app.url}/hooks` })
    expect([good.code, good.said]).toEqual([0, expect.stringContaining('pass 1')])
    expect(app.seen[0]?.body.toString()).toBe(body)
    const wrong = preset === 'standard-webhooks' ? 'whsec_AAAA' : 'another secret'
    const bad = await runTest(file, { WEBHOOK_SECRET: wrong, WEBHOOK_URL: `${app.url}/hooks` })
    expect([bad.code, bad.said]).toEqual([1, expect.stringContaining('The app answered 401.')])
  },
)

test('a delivery that is gone, and a name that is none, are refused', async () => {
  await expect(client.testCase({ id: '999', name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.testCase({ id: '1', name: '../x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
