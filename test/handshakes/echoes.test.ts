import { createHmac } from 'node:crypto'
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

describe('a sender that asks for an echo gets it after the request is stored', () => {
  it('Slack: the challenge as text (example of its documentation)', async () => {
    const body = {
      token: 'Jhj5dZrVaK7ZwHHjRyZWjbDl',
      challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P',
      type: 'url_verification',
    }
    const slack = await create('slack', { sharedSecret: 'signing secret' })
    const text = JSON.stringify(body)
    const digest = createHmac('sha256', 'signing secret').update(`v0:1700000000:${text}`).digest('hex')
    const signed = { 'X-Slack-Request-Timestamp': '1700000000', 'X-Slack-Signature': `v0=${digest}` }
    const got = await send(slack, { headers: { ...json, ...signed }, body: text })
    expect(got).toMatchObject({ status: 200, text: body.challenge })
    expect(got.headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' })
    expect(got.delivery).toMatchObject({
      verdict: 'valid',
      handshake: 'slack-url-verification',
      answeredStatus: 200,
      followUp: { state: 'none' },
      handshakeDetail: {
        label: 'Slack URL verification',
        outcome: 'answered',
        checked: ['signature-right', 'challenge-form'],
        why: null,
        answer: { body: body.challenge },
      },
    })
    expect(got.delivery.committedAt).not.toBeNull()
    const forged = { ...signed, 'X-Slack-Signature': `v0=${'0'.repeat(64)}` }
    const refused = await send(slack, { headers: { ...json, ...forged }, body: text })
    expect(refused).toMatchObject({ status: 200, text: '' })
    expect(refused.delivery.handshakeDetail?.why?.code).toBe('handshake-not-signed-right')
  })

  it('Meta and WhatsApp: hub.challenge, only with the right verify token (example of its documentation)', async () => {
    const meta = await create('meta', { sharedSecret: 'app secret' })
    const query = (token: string) => `?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=${token}`
    const before = await send(meta, { method: 'GET', query: query('meatyhamhock') })
    expect(before).toMatchObject({ status: 405, text: '', headers: { allow: 'POST' } })
    expect(before.delivery.handshakeDetail).toMatchObject({
      outcome: 'refused',
      why: { code: 'verify-token-not-set' },
      problem: expect.stringContaining('no verify token') as string,
    })
    const set = await test.client.environments.setHandshakes({
      id: meta.id,
      on: ['meta-verification'],
      verifyToken: 'meatyhamhock',
    })
    expect(set.verifyToken).toMatchObject({ set: true })
    const got = await send(meta, { method: 'GET', query: query('meatyhamhock') })
    expect(got).toMatchObject({ status: 200, text: '1158201444' })
    expect(got.headers['content-type']).toBe('text/plain')
    expect(got.delivery).toMatchObject({
      handshake: 'meta-verification',
      handshakeDetail: { checked: ['challenge-form', 'verify-token'] },
    })
    for (const token of ['meatyhamhoc', 'Meatyhamhock', '']) {
      const wrong = await send(meta, { method: 'GET', query: query(token) })
      expect(wrong).toMatchObject({ status: 405, text: '' })
      expect(wrong.delivery.handshakeDetail?.why?.code).toBe('verify-token-wrong')
    }
  })

  it('Dropbox: the challenge as text that no browser reads as a page', { tags: 'full' }, async () => {
    const got = await send(await create('dropbox'), { method: 'GET', query: '?challenge=abc%3Cscript%3E' })
    expect(got).toMatchObject({ status: 200, text: 'abc<script>' })
    expect(got.headers).toMatchObject({ 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' })
  })

  it('Microsoft Graph: the validation token, decoded (example of its documentation)', { tags: 'full' }, async () => {
    const token =
      'Validation%3a+Testing+client+application+reachability+for+subscription+Request-Id%3a+3314a9f0-1be7-4d13-a2fb-f6e3a1c0b0c2'
    const got = await send(await create('microsoft-graph'), {
      query: `?validationToken=${token}`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    })
    expect(got).toMatchObject({
      status: 200,
      text: 'Validation: Testing client application reachability for subscription Request-Id: 3314a9f0-1be7-4d13-a2fb-f6e3a1c0b0c2',
    })
    expect(got.headers['content-type']).toBe('text/plain')
    expect(got.delivery.handshake).toBe('graph-validation')
  })

  it('Event Grid: the validation code (example of its documentation)', { tags: 'full' }, async () => {
    const code = '512d38b6-c7b8-40c8-89fe-f46f9e9622b6'
    const event = {
      id: '2d1781af-3a4c-4d7c-bd0c-e34b19da4e66',
      topic: '/subscriptions/xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
      subject: '',
      data: {
        validationCode: code,
        validationUrl:
          'https://rp-eastus2.eventgrid.azure.net:553/eventsubscriptions/myeventsub/validate?id=0000000000-0000-0000-0000-00000000000000&t=2022-10-28T04:23:35.1981776Z&apiVersion=2018-05-01-preview&token=1A1A1A1A',
      },
      eventType: 'Microsoft.EventGrid.SubscriptionValidationEvent',
      eventTime: '2022-10-28T04:23:35.1981776Z',
      metadataVersion: '1',
      dataVersion: '1',
    }
    const headers = { ...json, 'aeg-event-type': 'SubscriptionValidation' }
    const got = await send(await create('azure-event-grid'), { headers, body: JSON.stringify([event]) })
    expect(got.status).toBe(200)
    expect(JSON.parse(got.text)).toEqual({ validationResponse: code })
    expect(got.delivery.handshake).toBe('event-grid-validation')
  })

  it('CloudEvents: consent to the origin, and to the rate where one is asked for', { tags: 'full' }, async () => {
    const cloudevents = await create('cloudevents')
    const ask = { 'WebHook-Request-Origin': 'eventemitter.example.com' }
    const got = await send(cloudevents, { method: 'OPTIONS', headers: { ...ask, 'WebHook-Request-Rate': '120' } })
    expect(got.status).toBe(200)
    expect(got.headers).toMatchObject({
      allow: 'POST',
      'webhook-allowed-origin': 'eventemitter.example.com',
      'webhook-allowed-rate': '120',
    })
    expect(
      (await send(cloudevents, { method: 'OPTIONS', headers: ask })).headers['webhook-allowed-rate'],
    ).toBeUndefined()
    const plain = await send(cloudevents, { method: 'OPTIONS' })
    expect(plain).toMatchObject({ status: 405, delivery: { answeredStatus: 405 } })
    expect(plain.delivery.handshake).toBeUndefined()
    const odd = await send(cloudevents, { method: 'OPTIONS', headers: { 'WebHook-Request-Origin': 'a b, c' } })
    expect(odd).toMatchObject({ status: 405 })
    expect(odd.headers['webhook-allowed-origin']).toBeUndefined()
  })

  it('Okta: the header as JSON', { tags: 'full' }, async () => {
    const headers = { 'X-Okta-Verification-Challenge': 'MjIyMjIyMjIy' }
    const got = await send(await create('okta'), { method: 'GET', headers })
    expect(JSON.parse(got.text)).toEqual({ verification: 'MjIyMjIyMjIy' })
    expect(got.headers['content-type']).toBe('application/json')
  })

  it('Smartsheet: the challenge as header and as JSON', { tags: 'full' }, async () => {
    const challenge = 'bf6d5d2b-5e42-4cb6-9c6a-0f2d4a5a0b8e'
    const got = await send(await create('smartsheet'), {
      headers: { ...json, 'Smartsheet-Hook-Challenge': challenge },
      body: JSON.stringify({ challenge, webhookId: 4503604829677444 }),
    })
    expect(got.headers['smartsheet-hook-response']).toBe(challenge)
    expect(JSON.parse(got.text)).toEqual({ smartsheetHookResponse: challenge })
  })

  it('Trello: 200 to HEAD', { tags: 'full' }, async () => {
    const got = await send(await create('trello'), { method: 'HEAD' })
    expect(got).toMatchObject({ status: 200, text: '', delivery: { handshake: 'trello-head', method: 'HEAD' } })
  })

  it('Twitch: the challenge of a signed request, and of no forged one', async () => {
    const twitch = await create('twitch', { sharedSecret: 's3cre77890ab' })
    const body = JSON.stringify({ challenge: 'pogchamp-kappa-360noscope-vohiyo', subscription: { id: 'f1c2a387' } })
    const along = {
      'Twitch-Eventsub-Message-Id': 'e76c6bd4-55c9-4987-8304-da1588d8988b',
      'Twitch-Eventsub-Message-Timestamp': '2019-11-16T10:11:12.634234626Z',
    }
    const digest = createHmac('sha256', 's3cre77890ab')
      .update(Object.values(along).join('') + body)
      .digest('hex')
    const headers = {
      ...json,
      ...along,
      'Twitch-Eventsub-Message-Type': 'webhook_callback_verification',
      'Twitch-Eventsub-Message-Signature': `sha256=${digest}`,
    }
    const got = await send(twitch, { headers, body })
    expect(got).toMatchObject({ status: 200, text: 'pogchamp-kappa-360noscope-vohiyo', delivery: { verdict: 'valid' } })
    const forged = await send(twitch, {
      headers: { ...headers, 'Twitch-Eventsub-Message-Signature': `sha256=${'0'.repeat(64)}` },
      body,
    })
    expect(forged).toMatchObject({ status: 200, text: '', delivery: { verdict: 'invalid' } })
    const event = await send(twitch, { headers: { ...headers, 'Twitch-Eventsub-Message-Type': 'notification' }, body })
    expect(event.text).toBe('')
    expect(event.delivery.handshake).toBeUndefined()
  })

  it('monday.com: the challenge as JSON', { tags: 'full' }, async () => {
    const monday = await create('monday')
    const got = await send(monday, {
      headers: json,
      body: '{"challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"}',
    })
    expect(JSON.parse(got.text)).toEqual({ challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P' })
    const event = await send(monday, {
      headers: json,
      body: '{"challenge":"c","event":{"type":"update_column_value"}}',
    })
    expect(event).toMatchObject({ status: 200, text: '' })
  })
})
