import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { sharedTestHost } from '../../build/sharedTestHost.ts'
import { nextDelivery } from '../../build/startTestHost.ts'
import { body, signedPosts } from './signedPosts.ts'

const own = sharedTestHost()

beforeEach(async () => {
  await update({ sharedSecret: 'first secret' })
})

const { post, postSigned } = signedPosts(() => ({ host: own().host, url: own().receiver }))

const update = async (input: object) => own().client.environments.update({ id: own().environment.id, ...input })

describe('the signature scheme of an environment', () => {
  it('may be a preset of another sender', async () => {
    await update({ signatureScheme: 'github' })
    const hex = createHmac('sha256', 'first secret').update(body('n-1')).digest('hex')
    const { id, verdict } = await post(body('n-1'), { 'X-Hub-Signature-256': `sha256=${hex}` })
    expect(verdict).toBe('valid')
    expect((await own().client.deliveries.get({ id })).signature).toMatchObject({
      scheme: 'github',
      header: 'X-Hub-Signature-256',
      expected: hex,
      signed: { size: body('n-1').length, first: expect.stringMatching(/^7b22/) as string },
    })
  })

  it('may be an own one, with another header, template and encoding', async () => {
    const { ownScheme } = await update({
      signatureScheme: 'own',
      ownScheme: {
        id: 'own',
        label: 'Acme',
        header: 'X-Acme',
        form: { kind: 'pairs', separator: ',', key: 's' },
        algorithm: 'sha512',
        encoding: 'base64url',
        key: { decode: 'utf8', prefix: '' },
        message: '{timestamp}|{body}',
        timestamp: { from: 'pair', name: 't', unit: 's' },
        idHeader: null,
        toleranceSeconds: 60,
        bodyHashParameter: null,
      },
    })
    expect(ownScheme?.header).toBe('X-Acme')
    const digest = createHmac('sha512', 'first secret')
      .update(`1700000000|${body('n-1')}`)
      .digest('base64url')
    const { id, verdict } = await post(body('n-1'), { 'X-Acme': `t=1700000000,s=${digest}` })
    expect(verdict).toBe('valid')
    const { signature: shown } = await own().client.deliveries.get({ id, explain: 'false' })
    expect(shown.age).toMatchObject({ signedAt: '2023-11-14T22:13:20.000Z', tooOld: true })
  })

  it('says so when a right signature tells no time although its age is limited', async () => {
    await update({ signatureScheme: 'linear' })
    const digest = createHmac('sha256', 'first secret').update(body('n-1')).digest('hex')
    const { id, verdict } = await post(body('n-1'), { 'linear-signature': digest })
    expect(verdict).toBe('valid')
    const { signature: shown } = await own().client.deliveries.get({ id, explain: 'false' })
    expect(shown).toMatchObject({
      age: null,
      ageProblem: expect.stringContaining(
        'no time can be read from the field of the body "webhookTimestamp"',
      ) as string,
    })
  })

  it('signs the public URL that the service uses, also behind a tunnel', async () => {
    await update({ signatureScheme: 'square' })
    const url = `https://public.example${own().environment.receiverPath}`
    const digest = createHmac('sha256', 'first secret')
      .update(url + body('n-1'))
      .digest('base64')
    const headers = { 'x-square-hmacsha256-signature': digest, 'x-forwarded-host': 'public.example' }
    expect((await post(body('n-1'), headers)).verdict).toBe('valid')
  })

  it('is refused with a sentence when there is none of that name, or when it is not described', async () => {
    await expect(update({ signatureScheme: 'nobody' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('Take one of service, ') as string,
    })
    await expect(update({ signatureScheme: 'own' })).rejects.toMatchObject({
      message: expect.stringContaining('describe the scheme') as string,
    })
  })

  it('is listed with all its data', async () => {
    const schemes = await own().client.signatures.schemes()
    expect(schemes[0]).toMatchObject({ id: 'service', header: 'x-service-webhook-hmac' })
    expect(schemes.length).toBeGreaterThanOrEqual(13)
  })
})

describe('the time of an answer', () => {
  it('is noted when the answer has left', async () => {
    const { id } = await postSigned('first secret', 'n-1')
    expect((await own().client.deliveries.get({ id })).answeredAt).not.toBeNull()
  })

  it('is unknown of a request whose sender went away before its end', async () => {
    const arrival = nextDelivery(own().host)
    const socket = connect(Number(new URL(own().host.receiverOrigin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`POST ${own().environment.receiverPath} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc`)
    const { id, answeredStatus } = await arrival
    expect(answeredStatus).toBe(408)
    expect((await own().client.deliveries.get({ id })).answeredAt).toBeNull()
  })
})
