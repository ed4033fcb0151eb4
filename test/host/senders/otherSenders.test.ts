import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextDelivery, nextEvent, startTestHost, type TestHost } from '../../build/startTestHost.ts'

interface SenderVector {
  id: string
  headers: Record<string, string>
  bodyBase64: string
  key: string
}
const vectors = JSON.parse(
  readFileSync(new URL('../../signature/senderVectors.json', import.meta.url), 'utf8'),
) as SenderVector[]
const vector = (id: string) => vectors.find((it) => it.id === id) as SenderVector

let folder: ReturnType<typeof scratchFolder>
let test: TestHost

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
})
afterEach(async () => {
  await test.host.stop()
  folder.remove()
})

async function post({ receiverPath }: Environment, headers: Record<string, string>, body: Buffer | string) {
  const arrival = nextDelivery(test.host, () => true)
  const { status } = await fetch(test.host.receiverOrigin + receiverPath, {
    method: 'POST',
    headers,
    body: Buffer.from(body).toString('utf8'),
  })
  expect(status).toBe(200)
  return arrival
}

const create = async (input: object) => test.client.environments.create({ name: 'Other', kind: 'sender', ...input })

describe('an environment of another sender', () => {
  it('needs no organization, address or token, and its steps say so', async () => {
    const environment = await create({ signatureScheme: 'github', sharedSecret: "It's a Secret to Everybody" })
    expect(environment).toMatchObject({ kind: 'sender', baseUrl: '', signatureHeader: 'X-Hub-Signature-256' })
    await test.client.environments.activate({ id: environment.id })
    const { headers, bodyBase64 } = vector('github-docs')
    const { id, verdict } = await post(environment, headers, Buffer.from(bodyBase64, 'base64'))
    expect(verdict).toBe('valid')
    const steps = async () => Object.values((await test.client.status()).goLive).map(({ done }) => done)
    await expect.poll(steps).toEqual([true, true, true, true, true])
    expect((await test.client.deliveries.get({ id })).followUp.state).not.toBe('failed')
  })

  it('checks with a pasted public key, which is shown with fingerprint and expiry and sealed at rest', async () => {
    const { headers, bodyBase64, key } = vector('sns-v2')
    const environment = await create({ signatureScheme: 'aws-sns', sharedSecret: key })
    expect(environment.sharedSecrets[0]?.publicKeys).toEqual([
      {
        size: 'RSA 2048',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        kid: null,
        subject: 'sns.amazonaws.com',
        validFrom: expect.any(String) as string,
        validUntil: '2022-08-17T23:59:59.000Z',
      },
    ])
    const { id, verdict } = await post(environment, headers, Buffer.from(bodyBase64, 'base64'))
    expect(verdict).toBe('valid')
    const { signature } = await test.client.deliveries.get({ id })
    expect(signature).toMatchObject({
      verdict: 'valid',
      header: '',
      expected: null,
      bodyProven: 'partly',
      bodyFields: { signed: expect.arrayContaining(['/Message', '/Type']) as string[] },
      signatures: [{ secret: { label: 'Secret 1' } }],
    })
  })

  it('refuses a private key and a text that is no key, and keeps neither', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
    for (const [text, words] of [
      [pem, 'private key'],
      ['hello', 'No public key can be read'],
    ] as const) {
      await expect(create({ signatureScheme: 'discord', sharedSecret: text })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining(words) as string,
      })
    }
    expect((await test.client.environments.list()).map(({ kind }) => kind)).toEqual(['sandbox'])
  })

  it('refuses a secret that is only the prefix of its scheme, whose key would be empty', async () => {
    await expect(create({ signatureScheme: 'svix', sharedSecret: 'whsec_' })).rejects.toMatchObject({
      message: expect.stringContaining('only the prefix "whsec_"') as string,
      data: { why: { code: 'secret-only-prefix', fields: { prefix: 'whsec_' } } },
    })
  })

  it('says of a token that it proves nothing of the body, and never shows what was expected', async () => {
    const environment = await create({ signatureScheme: 'gitlab', sharedSecret: 'a token' })
    const right = await post(environment, { 'X-Gitlab-Token': 'a token' }, '{}')
    expect(right.verdict).toBe('valid')
    const { signature } = await test.client.deliveries.get({ id: right.id })
    expect(signature).toMatchObject({ bodyProven: false, expected: null })
    const wrong = await post(environment, { 'X-Gitlab-Token': 'a tokem' }, '{}')
    expect(wrong.verdict).toBe('invalid')
    expect((await test.client.deliveries.get({ id: wrong.id })).signature.expected).toBeNull()
  })

  it('checks what is stored again when the key comes later', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const environment = await create({ signatureScheme: 'discord', handshakes: [] })
    const body = '{"type":1}'
    const headers = {
      'X-Signature-Timestamp': '1700000000',
      'X-Signature-Ed25519': sign(null, Buffer.from(`1700000000${body}`), privateKey).toString('hex'),
    }
    const { id, verdict } = await post(environment, headers, body)
    expect(verdict).toBe('no-secret')
    // Its meaning for the new environment's sender may be read, and published, only now.
    const told = nextEvent(test.host, (event) =>
      event.type === 'verdict' && event.delivery.verdict !== 'no-secret' ? event.delivery : undefined,
    )
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
    await test.client.environments.update({ id: environment.id, sharedSecret: raw })
    expect(await told).toMatchObject({ id, verdict: 'valid' })
  })
})
