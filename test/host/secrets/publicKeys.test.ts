import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scratchFolder } from '../../build/startServe.ts'
import { selfSignedCertificate } from '../../build/selfSignedCertificate.ts'
import { nextEvent, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { startTestProxy, type TestProxy } from '../../outbound/startTestProxy.ts'
import { postTo } from '../postTo.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../../signature/senderVectors.json', import.meta.url), 'utf8'),
) as readonly { id: string; bodyBase64: string; key: string }[]
const sns = vectors.find(({ id }) => id === 'sns-v2')
if (sns === undefined) throw new Error('There is no vector of SNS.')
const body = Buffer.from(sns.bodyBase64, 'base64').toString('utf8')
const { SigningCertURL: url } = JSON.parse(body) as { SigningCertURL: string }
const { hostname } = new URL(url)
const certificate = selfSignedCertificate(hostname, 'www.googleapis.com')

let folder: ReturnType<typeof scratchFolder>
let sender: Server
let proxy: TestProxy
let test: TestHost
/** The answer of the sender's host. */
let answer: { status: number; text: string }

/** Every name leads to one TLS server on loopback: through a proxy, with an authority that is trusted for this host alone. */
beforeAll(async () => {
  folder = scratchFolder()
  sender = createServer(certificate, (_request, response) => {
    response.writeHead(answer.status, { location: 'https://evil.test/' })
    response.end(answer.text)
  })
  await new Promise<void>((done) => sender.listen(0, '127.0.0.1', done))
  proxy = await startTestProxy((sender.address() as AddressInfo).port)
  const authority = join(folder.path, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  test = await startTestHost(join(folder.path, 'data'), { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authority })
})
afterAll(async () => {
  await test.host.stop()
  await proxy.stop()
  sender.closeAllConnections()
  await new Promise((done) => sender.close(done))
  folder.remove()
})

beforeEach(() => {
  answer = { status: 200, text: sns.key }
  proxy.asked.length = 0
})

let made = 0
const create = async (signatureScheme: string) =>
  test.client.environments.create({ name: `${signatureScheme} ${++made}`, kind: 'sender', signatureScheme })
const refusal = (code: string) =>
  expect.objectContaining({
    data: expect.objectContaining({ why: expect.objectContaining({ code }) as object }) as object,
  })

describe('the certificate of SNS', () => {
  it('is fetched once a person agreed, kept with fingerprint and expiry, and proves what came before', async () => {
    const environment = await create('aws-sns')
    const { id: deliveryId } = await postTo(test, environment, { 'content-type': 'text/plain' }, body)
    expect(await test.client.environments.publicKeyUrl({ id: environment.id })).toEqual({ url })
    expect(proxy.asked).toEqual([])

    const proven = nextEvent(test.host, (event) =>
      event.type === 'verdict' && event.delivery.id === deliveryId && event.delivery.verdict !== 'no-secret'
        ? event.delivery.verdict
        : undefined,
    )
    const changed = await test.client.environments.fetchPublicKeys({ id: environment.id, url })
    expect(changed.sharedSecrets[0]?.publicKeys).toEqual([
      expect.objectContaining({
        size: 'RSA 2048',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        validUntil: expect.stringMatching(/^2022-/) as string,
      }),
    ])
    expect(proxy.asked.map(({ line }) => line)).toEqual([`CONNECT ${hostname}:443`])
    expect(await proven).toBe('valid')
  })

  it.each([
    ['evil.test', url.replace(hostname, 'evil.test')],
    ['a name that begins alike', url.replace(hostname, `${hostname}.evil.test`)],
    ['http', url.replace('https:', 'http:')],
    ['another port', url.replace(hostname, `${hostname}:8443`)],
    ['another path', `https://${hostname}/bucket/evil.pem`],
    ['a user', url.replace('https://', 'https://user@')],
    ['a way up', `https://${hostname}/x/../SimpleNotificationService-1.pem`],
    ['a query', `${url}?a=b`],
    ['no URL', 'certificate.pem'],
  ])('is not fetched from %s, though a delivery says so', async (_name, evil) => {
    const environment = await create('aws-sns')
    await postTo(
      test,
      environment,
      { 'content-type': 'text/plain' },
      JSON.stringify({ ...JSON.parse(body), SigningCertURL: evil }),
    )
    await expect(test.client.environments.publicKeyUrl({ id: environment.id })).rejects.toEqual(
      refusal('key-url-unknown'),
    )
    await expect(test.client.environments.fetchPublicKeys({ id: environment.id, url: evil })).rejects.toEqual(
      refusal('key-url-not-allowed'),
    )
    expect(proxy.asked).toEqual([])
  })

  it.each([
    ['redirects', { status: 302, text: sns.key }, 'key-not-published'],
    ['is not there', { status: 404, text: '' }, 'key-not-published'],
    ['is a page', { status: 200, text: '<html></html>' }, 'public-key-unusable'],
    ['is larger than any key', { status: 200, text: `${sns.key}${'\n'.repeat(70_000)}` }, 'public-key-unusable'],
    ['is a private key', { status: 200, text: certificate.key }, 'public-key-unusable'],
  ])('is not kept when the answer %s', async (_name, given, code) => {
    answer = given
    const environment = await create('aws-sns')
    await expect(test.client.environments.fetchPublicKeys({ id: environment.id, url })).rejects.toEqual(refusal(code))
    expect((await test.client.environments.list()).find(({ id }) => id === environment.id)?.sharedSecrets).toEqual([])
  })
})

describe('the keys of other senders', () => {
  it('are fetched as a JWK set from the one address of Google', async () => {
    const jwk = {
      kty: 'RSA',
      kid: 'k1',
      use: 'sig',
      alg: 'RS256',
      e: 'AQAB',
      n: Buffer.alloc(256, 0xab).toString('base64url'),
    }
    answer = { status: 200, text: JSON.stringify({ keys: [jwk] }) }
    const environment = await create('google-pubsub')
    const found = await test.client.environments.publicKeyUrl({ id: environment.id })
    const changed = await test.client.environments.fetchPublicKeys({ id: environment.id, ...found })
    expect(changed.sharedSecrets[0]?.publicKeys).toMatchObject([{ kid: 'k1', size: 'RSA 2048' }])
    expect(proxy.asked.map(({ line }) => line)).toEqual(['CONNECT www.googleapis.com:443'])
  })

  it('are named by PayPal in a header, at PayPal’s own hosts only', async () => {
    const environment = await create('paypal')
    const cert = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-7a8abba9'
    await postTo(test, environment, { 'PAYPAL-CERT-URL': 'https://evil.test/v1/notifications/certs/CERT-1' }, '{}')
    await expect(test.client.environments.publicKeyUrl({ id: environment.id })).rejects.toEqual(
      refusal('key-url-unknown'),
    )
    await postTo(test, environment, { 'PAYPAL-CERT-URL': cert }, '{}')
    expect(await test.client.environments.publicKeyUrl({ id: environment.id })).toEqual({ url: cert })
  })

  it.each([
    ['plaid', 'key-needs-credentials'],
    ['ebay', 'key-needs-credentials'],
    ['wise', 'key-to-paste'],
    ['stripe', 'key-to-paste'],
  ])('of %s: %s', async (scheme, code) => {
    const environment = await create(scheme)
    await expect(test.client.environments.publicKeyUrl({ id: environment.id })).rejects.toEqual(refusal(code))
  })
})
