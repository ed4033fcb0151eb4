import { spawn } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { defaultTemplate } from '../../../src/engine/checking/subject/defaultTemplate.ts'
import { signingSecret, signRequest } from '../../../src/engine/signature/signRequest.ts'
import { verificationSecret } from '../../../src/engine/signature/keys/verificationSecret.ts'
import { verifySignature } from '../../../src/engine/signature/verifySignature.ts'
import { readFixture } from '../../../src/shared/schemas/sending/fixtureSchemas.ts'
import { schemePreset, schemePresets } from '../../../src/shared/signature/schemePresets.ts'
import type { SignatureScheme } from '../../../src/shared/signature/signatureScheme.ts'
import { nodeTest } from '../../../src/shared/verifyCode/nodeTest.ts'
import { commandLine } from '../../build/commandLine.ts'
import { keysFor } from '../../build/schemeKeys.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextDelivery, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { startApp } from '../../forwarding/startApp.ts'

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

/** Runs a test file as users do. */
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

const senders = [
  ['stripe', 'whsec_of_the_test', '{"amount": 12.50, "é": "😀"}\r\n'],
  ['gitlab', 'a token of the test', '{"a": 1}'],
] as const

test.each(senders)(
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
    const bad = await runTest(file, { WEBHOOK_SECRET: 'another secret', WEBHOOK_URL: `${app.url}/hooks` })
    expect([bad.code, bad.said]).toEqual([1, expect.stringContaining('The app answered 401.')])
  },
)

test('the comment says how a test is run, with the address as one word of a shell', () => {
  const url = "http://127.0.0.1:3000/it's?a=$(b)"
  expect(nodeTest({ name: 'x', scheme: null, variable: 'SECRET', url })).toContain(
    "// Run: WEBHOOK_URL='http://127.0.0.1:3000/it%27s?a=$(b)' node --test x.test.mjs\n",
  )
})

describe('a test that leaves signing to the command', () => {
  const all = schemePresets.filter((scheme) =>
    nodeTest({ name: 'x', scheme, variable: 'WEBHOOK_SECRET', url: 'http://127.0.0.1:3000/' }).includes('spawnSync'),
  )
  const kinds: ((scheme: SignatureScheme) => boolean)[] = [
    ({ kind }) => kind === 'jwt',
    ({ kind }) => kind === 'http-signature',
    ({ pointer }) => pointer !== undefined,
  ]
  test('is written for each way to sign that takes more than a few lines', () => {
    for (const isKind of kinds) expect(all.filter(isKind).length).toBeGreaterThan(2)
  })

  for (const scheme of all) {
    const preset = scheme.id
    test(`of ${preset} passes with the right secret, and fails with another one`, { tags: 'full' }, async () => {
      const { signs, checks } = keysFor(scheme)
      const environment = await client.environments.create({
        name: `command ${preset}`,
        kind: 'sender',
        signatureScheme: preset,
        sharedSecret: checks,
      })
      const made = signingSecret('typed', signs, scheme)
      if (!made.ok) throw new Error(made.code)
      const { headers, body } = defaultTemplate(scheme)
      const draft = { method: 'POST', url: new URL(environment.receiverPath, receiver).href, headers, body }
      const sent = signRequest(draft, scheme, made.secret, { at: Date.now(), id: 'msg_1' })
      const came = nextDelivery(host)
      await fetch(draft.url, {
        method: 'POST',
        headers: new Headers(sent?.headers),
        body: new Uint8Array(sent?.body ?? []),
      })
      const { id } = await came
      const name = `command-${preset}`
      const { folder: at } = await client.testCase({ id, name, save: true })

      const secret = verificationSecret({ id: 's', label: 's', text: checks, current: true }, scheme)
      const app = await startApp((request, response) => {
        const url = new URL(request.target, app.url).href
        const seen = {
          ...request,
          headers: request.headers.flat(),
          truncated: false,
          urls: [url],
          receivedAt: Date.now(),
        }
        void response.writeHead(verifySignature(seen, scheme, [secret]).verdict === 'valid' ? 200 : 401).end()
      })
      const own = scratchFolder()
      onTestFinished(own.remove)
      const command = join(own.path, 'hookscope')
      writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${commandLine}' "$@"\n`, { mode: 0o755 })
      const run = async (text: string) =>
        runTest(join(at, `${name}.test.mjs`), {
          WEBHOOK_SECRET: text,
          WEBHOOK_URL: `${app.url}/hooks`,
          HOOKSCOPE: command,
          HOOKSCOPE_DATA: own.path,
          HOOKSCOPE_KEYRING: 'off',
        })
      const good = await run(signs)
      expect([good.code, good.said]).toEqual([0, expect.stringContaining('pass 1')])
      const bad = await run(otherThan(signs))
      expect([bad.code, bad.said]).toEqual([1, expect.stringContaining('401')])
      expect(app.seen).toHaveLength(2)
    })
  }
})

/** Another secret of the same form, or another private key of the same type. */
function otherThan(text: string): string {
  if (!text.includes('PRIVATE KEY'))
    return text.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (sign) => (sign === '8' ? '4' : '8'))
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = createPrivateKey(text)
  const { privateKey } =
    type === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : type === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: details.namedCurve ?? 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

test('a fixture has no credential: not of the address, not of a header, not of the body', async () => {
  const environment = await client.environments.create({
    name: 'of an address',
    kind: 'sender',
    signatureScheme: 'figma',
    sharedSecret: 'the passcode of the team',
  })
  await client.environments.setResponseRules({ id: environment.id, rules: [], subPaths: true })
  const came = nextDelivery(host)
  const query = 'token=in-the-address&order=7&access_token=and-another&code=a-third'
  await fetch(new URL(`${environment.receiverPath}/orders?${query}`, receiver), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'in-a-header' },
    body: JSON.stringify({ passcode: 'the passcode of the team', api_token: 'in-the-body', event_type: 'PING' }),
  })
  const { id, verdict } = await came
  expect(verdict).toBe('valid')
  const { files } = await client.testCase({ id, name: 'without-credentials', save: false })
  const { request } = JSON.parse(files[0]?.text ?? '') as {
    request: { path: string; headers: string[][]; body: string }
  }
  expect(request.path).toBe('/orders?order=7')
  expect(request.headers.map(([name]) => name)).not.toContain('x-api-key')
  expect(JSON.parse(request.body)).toEqual({ passcode: '', api_token: '[redacted]', event_type: 'PING' })
  const written = JSON.stringify(files)
  for (const secret of ['in-the-address', 'and-another', 'a-third', 'in-a-header', 'in-the-body', 'passcode of the'])
    expect(written).not.toContain(secret)
})

test('a path that leads out of that of the app is no test case', async () => {
  await client.environments.setResponseRules({ id: 'sandbox', rules: [], subPaths: true })
  const came = nextDelivery(host)
  await fetch(`${receiver}/x%2f..%2f..%2fadmin`, { method: 'POST', body: '{}' })
  const { id } = await came
  await expect(client.testCase({ id, name: 'x' })).rejects.toMatchObject({ data: { why: { code: 'path-leads-up' } } })
})

test('a delivery that is gone, and a name that is none, are refused', async () => {
  await expect(client.testCase({ id: '999', name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(client.testCase({ id: '1', name: '../x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
