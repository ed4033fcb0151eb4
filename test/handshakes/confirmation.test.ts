import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSignedCertificate } from '../build/selfSignedCertificate.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, startTestHost, type TestHost } from '../build/startTestHost.ts'
import { startTestProxy, type TestProxy } from '../outbound/startTestProxy.ts'

const snsHost = 'sns.us-west-2.amazonaws.com'
const confirmed = '<ConfirmSubscriptionResponse><SubscriptionArn>arn</SubscriptionArn></ConfirmSubscriptionResponse>'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let sns: Server
let proxy: TestProxy
const asked: { url: string | undefined; headers: object }[] = []

/** Stands for AWS SNS: what leads to its name leads here, and its certificate is trusted. */
beforeAll(async () => {
  folder = scratchFolder()
  const certificate = selfSignedCertificate(snsHost)
  const authority = join(folder.path, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  sns = createServer(certificate, (request, response) => {
    asked.push({ url: request.url, headers: request.headers })
    if (request.url?.includes('elsewhere') === true)
      response.writeHead(302, { location: 'https://elsewhere.test/' }).end()
    else response.end(confirmed)
  })
  await new Promise<void>((done) => sns.listen(0, '127.0.0.1', done))
  proxy = await startTestProxy((sns.address() as AddressInfo).port)
  test = await startTestHost(join(folder.path, 'data'), { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authority })
})
afterAll(async () => {
  await test.host.stop()
  await proxy.stop()
  sns.closeAllConnections()
  await new Promise((done) => sns.close(done))
  folder.remove()
})

/** A request to confirm a subscription arrives; answers the id of its delivery. */
async function subscriptionAt(address: string): Promise<string> {
  const { id: environmentId, receiverPath } = await test.client.environments.create({
    name: `SNS ${address}`.slice(0, 60),
    kind: 'sender',
    signatureScheme: 'aws-sns',
  })
  const arrival = nextDelivery(test.host, (delivery) => delivery.environmentId === environmentId)
  const body = JSON.stringify({ Type: 'SubscriptionConfirmation', SubscribeURL: address, Token: 't' })
  await fetch(test.host.receiverOrigin + receiverPath, { method: 'POST', body })
  return (await arrival).id
}

it('a click fetches the address once, without credentials, and keeps what came back', async () => {
  const path = '/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-west-2:123456789012:MyTopic&Token=t'
  const id = await subscriptionAt(`https://${snsHost}${path}`)
  expect(asked).toEqual([])
  const attempt = await test.client.deliveries.confirmSubscription({ id })
  expect(attempt).toMatchObject({ kind: 'confirmation', method: 'GET', status: 200, body: confirmed, error: null })
  expect(asked.map(({ url }) => url)).toEqual([path])
  expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => /auth|cookie/i.test(name))).toEqual([])
  expect(proxy.asked.map(({ line }) => line)).toEqual([`CONNECT ${snsHost}:443`])
  expect((await test.client.deliveries.get({ id })).attempts).toHaveLength(1)
})

it('a redirect is shown and not followed', async () => {
  const before = proxy.asked.length
  const id = await subscriptionAt(`https://${snsHost}/elsewhere`)
  expect(await test.client.deliveries.confirmSubscription({ id })).toMatchObject({ kind: 'confirmation', status: 302 })
  expect(proxy.asked.slice(before).every(({ line }) => line === `CONNECT ${snsHost}:443`)).toBe(true)
})
