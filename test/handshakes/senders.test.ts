import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HandshakeHost, json, startHandshakeHost } from './startHandshakeHost.ts'

let test: HandshakeHost

beforeAll(async () => {
  test = await startHandshakeHost()
})
afterAll(async () => {
  await test.stop()
})

const create: HandshakeHost['create'] = async (...input) => test.create(...input)
const send: HandshakeHost['send'] = async (...input) => test.send(...input)

describe('a sender that asks for a digest', () => {
  it('X: the HMAC of crc_token as its documentation computes it', async () => {
    const x = await create('x', { sharedSecret: 'consumer secret' })
    const token = 'MDY0N2Q0YzItNmY1Yy00NjQ0'
    const got = await send(x, { method: 'GET', query: `?crc_token=${token}&nonce=abc` })
    const digest = createHmac('sha256', 'consumer secret').update(token).digest('base64')
    expect(JSON.parse(got.text)).toEqual({ response_token: `sha256=${digest}` })
    expect(got.delivery).toMatchObject({ handshake: 'x-crc', answeredStatus: 200 })
  })

  it('Zoom: plainToken and its HMAC in hex (token of its documentation)', { tags: 'full' }, async () => {
    const zoom = await create('zoom', { sharedSecret: 'secret token' })
    const body =
      '{"payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"},"event_ts":1654503849680,"event":"endpoint.url_validation"}'
    const got = await send(zoom, { headers: json, body })
    expect(JSON.parse(got.text)).toEqual({
      plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
      encryptedToken: createHmac('sha256', 'secret token').update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
    })
    expect(got.delivery.handshakeDetail?.checked).toEqual(['not-signed', 'challenge-form'])
  })

  it('Braintree: public key and HMAC of the challenge (vector of its library)', { tags: 'full' }, async () => {
    const braintree = await create('braintree', {
      sharedSecret: 'integration_private_key',
      signatureSetting: 'integration_public_key',
    })
    const got = await send(braintree, { method: 'GET', query: '?bt_challenge=20f9f8ed05f77439fe955c977e4c8a53' })
    expect(got.text).toBe('integration_public_key|d9b899556c966b3f06945ec21311865d35df3ce4')
    const upper = await send(braintree, { method: 'GET', query: '?bt_challenge=20F9F8ED05F77439FE955C977E4C8A53' })
    expect(upper).toMatchObject({ status: 405, text: '' })
  })

  it(
    'Xero: 200 for its intent to receive with the right signature, and 401 for the wrong ones that it sends on purpose',
    { tags: 'full' },
    async () => {
      const xero = await create('xero', { sharedSecret: 'webhook key' })
      const body = '{"events":[],"lastEventSequence":0,"firstEventSequence":0,"entropy":"CHECKS0M3R4Nd0m"}'
      const signed = (key: string, text = body) => ({
        ...json,
        'x-xero-signature': createHmac('sha256', key).update(text).digest('base64'),
      })
      const right = await send(xero, { headers: signed('webhook key'), body })
      expect(right).toMatchObject({ status: 200, text: '', delivery: { verdict: 'valid', handshake: 'xero-intent' } })
      expect(await send(xero, { headers: signed('another key'), body })).toMatchObject({ status: 401 })
      const event = '{"events":[{"eventType":"UPDATE","eventCategory":"INVOICE","resourceId":"r"}],"entropy":"E"}'
      const ordinary = await send(xero, { headers: signed('webhook key', event), body: event })
      expect(ordinary).toMatchObject({ status: 200, delivery: { verdict: 'valid' } })
      expect(ordinary.delivery.handshake).toBeUndefined()
    },
  )

  it('eBay: the hash of challenge, verify token and address', { tags: 'full' }, async () => {
    const token = '71745723-d031-455c-bfa5-f90d11b4f20a'
    const challenge = 'a8628072-3d33-45ee-9004-bee86830a22d'
    const ebay = await create('ebay', { verifyToken: token })
    const hash = (url: string) =>
      createHash('sha256')
        .update(challenge + token + url)
        .digest('hex')
    const query = `?challenge_code=${challenge}`
    const direct = await send(ebay, { method: 'GET', query })
    expect(JSON.parse(direct.text)).toEqual({
      challengeResponse: hash(test.receiverOrigin + ebay.receiverPath),
    })
    const headers = { 'X-Forwarded-Host': 'hooks.example.com', 'X-Forwarded-Proto': 'https' }
    const tunnelled = await send(ebay, { method: 'GET', query, headers })
    expect(JSON.parse(tunnelled.text)).toEqual({
      challengeResponse: hash(`https://hooks.example.com${ebay.receiverPath}`),
    })
  })

  it('gets none without a secret', async () => {
    const got = await send(await create('x'), { method: 'GET', query: '?crc_token=abc' })
    expect(got).toMatchObject({ status: 405, text: '' })
    expect(got.delivery.handshakeDetail?.why?.code).toBe('handshake-needs-secret')
  })
})

describe('a secret that a handshake brings', () => {
  it('Asana: is echoed, sealed, and proves nothing before a person accepts it', async () => {
    const asana = await create('asana')
    const secret = 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81'
    const got = await send(asana, { headers: { ...json, 'X-Hook-Secret': secret }, body: '{}' })
    expect(got).toMatchObject({ status: 200, text: '', headers: { 'x-hook-secret': secret } })
    expect(JSON.stringify(got.delivery.handshakeDetail)).not.toContain(secret)
    const offer = got.delivery.handshakeDetail?.offered
    expect(offer?.fingerprint).toBe(createHash('sha256').update(secret).digest('hex').slice(0, 8))

    const body = '{"events":[]}'
    const headers = { ...json, 'X-Hook-Signature': createHmac('sha256', secret).update(body).digest('hex') }
    expect((await send(asana, { headers, body })).delivery.verdict).toBe('no-secret')
    const after = await test.client.environments.decideOffered({
      id: asana.id,
      secretId: offer?.id ?? '',
      accept: true,
    })
    expect(after.offered).toEqual([])
    expect((await send(asana, { headers, body })).delivery).toMatchObject({
      verdict: 'valid',
      signature: { secret: { fingerprint: offer?.fingerprint } },
    })
    await expect(
      test.client.environments.decideOffered({ id: asana.id, secretId: offer?.id ?? '', accept: true }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND', data: { why: { code: 'no-such-offer' } } })
  })

  it('Notion: waits to be accepted and copied; dropped it is gone', { tags: 'full' }, async () => {
    const notion = await create('notion')
    const secret = 'secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl'
    const got = await send(notion, { headers: json, body: JSON.stringify({ verification_token: secret }) })
    expect(got).toMatchObject({ status: 200, text: '', delivery: { handshake: 'notion-verification-token' } })
    const [offer] = (await test.client.environments.handshakes({ id: notion.id })).offered
    expect(offer).toMatchObject({ deliveryId: got.delivery.id, handshake: 'notion-verification-token' })
    const dropped = await test.client.environments.decideOffered({
      id: notion.id,
      secretId: offer?.id ?? '',
      accept: false,
    })
    expect(dropped.offered).toEqual([])
    const environment = (await test.client.environments.list()).find(({ id }) => id === notion.id)
    expect(environment?.sharedSecrets).toEqual([])
  })

  it('never pushes out what a person accepted, however many come', async () => {
    const asana = await create('asana', { sharedSecret: 'accepted' })
    for (let index = 0; index < 8; index++) {
      await send(asana, { headers: { 'X-Hook-Secret': `flooding-secret-${index}` }, body: '{}' })
    }
    const environment = (await test.client.environments.list()).find(({ id }) => id === asana.id)
    expect(environment?.handshakes.offered).toHaveLength(5)
    expect(environment?.sharedSecrets).toHaveLength(1)
  })
})

describe('Discord', () => {
  it('gets {"type":1} for a signed PING, 204 for one of events, and 401 for anything that is not signed right', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
    const discord = await create('discord', { sharedSecret: key })
    const signed = (body: string) => ({
      ...json,
      'X-Signature-Timestamp': '1700000000',
      'X-Signature-Ed25519': sign(null, Buffer.from(`1700000000${body}`), privateKey).toString('hex'),
    })
    const ping = '{"id":"1","type":1,"version":1}'
    const got = await send(discord, { headers: signed(ping), body: ping })
    expect(JSON.parse(got.text)).toEqual({ type: 1 })
    expect(got).toMatchObject({ status: 200, delivery: { verdict: 'valid', handshake: 'discord-ping' } })

    const eventPing = '{"version":1,"application_id":"1234560123453231555","type":0}'
    expect(await send(discord, { headers: signed(eventPing), body: eventPing })).toMatchObject({
      status: 204,
      headers: { 'content-type': 'application/json' },
      delivery: { handshake: 'discord-event-ping', answeredStatus: 204 },
    })
    const probes = [
      { headers: signed('{"type":1}'), body: ping },
      { headers: json, body: ping },
      { headers: { ...signed(ping), 'X-Signature-Ed25519': 'no hex' }, body: ping },
      { headers: json, body: '{"type":2,"data":{}}' },
    ]
    for (const probe of probes) {
      const refused = await send(discord, probe)
      expect(refused).toMatchObject({ status: 401, text: '', delivery: { answeredStatus: 401 } })
      expect(refused.delivery.handshakeDetail).toMatchObject({
        outcome: 'refused',
        why: { code: 'handshake-not-signed-right' },
      })
    }
    const event = '{"type":2,"id":"2"}'
    const ordinary = await send(discord, { headers: signed(event), body: event })
    expect(ordinary).toMatchObject({ status: 200, text: '' })
    expect(ordinary.delivery.handshake).toBeUndefined()
  })
})

describe('AWS SNS', () => {
  const message = (SubscribeURL: string) =>
    JSON.stringify({
      Type: 'SubscriptionConfirmation',
      MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
      Token: '2336412f37',
      TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
      Message: 'You have chosen to subscribe to the topic.',
      SubscribeURL,
      Timestamp: '2012-04-26T20:45:04.751Z',
    })
  const headers = { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'SubscriptionConfirmation' }

  it('is answered as usual, and waits for a person', async () => {
    const url = 'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&Token=2336412f37'
    const got = await send(await create('aws-sns'), { headers, body: message(url) })
    expect(got).toMatchObject({ status: 200, text: '' })
    expect(got.delivery).toMatchObject({
      handshake: 'sns-subscription',
      handshakeDetail: { outcome: 'to-confirm', checked: ['not-signed', 'confirmation-host'] },
      attempts: [],
    })
  })

  it.each([
    'http://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription',
    'https://sns.us-west-2.amazonaws.com.evil.test/',
    'https://sns.us-west-2.amazonaws.com:8443/',
    'https://user@sns.us-west-2.amazonaws.com/',
    'https://127.0.0.1/?sns.us-west-2.amazonaws.com',
    'https://sqs.us-west-2.amazonaws.com/',
    'no address',
  ])('is never sent to %s', async (url) => {
    const { delivery } = await send(await create('aws-sns'), { headers, body: message(url) })
    expect(delivery.handshakeDetail).toMatchObject({ outcome: 'refused', why: { code: 'confirmation-host' } })
    await expect(test.client.deliveries.confirmSubscription({ id: delivery.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { why: { code: 'nothing-to-confirm' } },
    })
    expect(await test.client.deliveries.attempts({ id: delivery.id })).toEqual([])
  })
})

describe('what is switched off', () => {
  it('gets the ordinary answer and is an ordinary delivery', async () => {
    const dropbox = await create('dropbox')
    const { on, available } = await test.client.environments.handshakes({ id: dropbox.id })
    expect(on).toEqual(['dropbox-challenge'])
    expect(available.every(({ evidence, source }) => evidence !== undefined && source !== '')).toBe(true)
    await test.client.environments.setHandshakes({ id: dropbox.id, on: [] })
    const got = await send(dropbox, { method: 'GET', query: '?challenge=abc' })
    expect(got).toMatchObject({ status: 405, text: '', headers: { allow: 'POST' } })
    expect(got.delivery.handshake).toBeUndefined()
    expect(got.delivery.handshakeDetail).toBeUndefined()
  })

  it('is every handshake of other senders', async () => {
    const stripe = await create('stripe')
    const asked = [
      { method: 'GET', query: '?challenge=abc&crc_token=abc&hub.mode=subscribe&hub.challenge=1' },
      { method: 'HEAD' },
      { method: 'OPTIONS', headers: { 'WebHook-Request-Origin': 'example.com' } },
    ]
    for (const request of asked) expect((await send(stripe, request)).status).toBe(405)
    const posted = await send(stripe, {
      headers: { ...json, 'X-Hook-Secret': 'abcdefgh' },
      body: '{"challenge":"c","type":"url_verification"}',
    })
    expect(posted).toMatchObject({ status: 200, text: '' })
    expect(posted.headers['x-hook-secret']).toBeUndefined()
  })

  it('is refused when it does not exist', async () => {
    const { id } = await create('slack')
    await expect(test.client.environments.setHandshakes({ id, on: ['no-such'] })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})
