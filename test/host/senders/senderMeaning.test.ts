import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { matchesFields, parseDeliveryFilter } from '../../../src/shared/filter/deliveryFilter.ts'
import type { DeliverySummary } from '../../../src/shared/model.ts'
import { readSchemeFile } from '../../../src/shared/schemas/signature/schemeFile.ts'
import type { Meaning } from '../../../src/shared/signature/meaning.ts'
import { schemeFileText } from '../../../src/shared/signature/schemeFileText.ts'
import { schemePreset } from '../../../src/shared/signature/schemePresets.ts'
import type { HashScheme } from '../../../src/shared/signature/signatureScheme.ts'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextEvent, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { postTo } from '../postTo.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost

beforeAll(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

let made = 0
const create = async (signatureScheme: string, input: object = {}) =>
  test.client.environments.create({ name: `${signatureScheme} ${++made}`, kind: 'sender', signatureScheme, ...input })

const post = async (environment: Environment, headers: Record<string, string>, body: string) =>
  postTo(test, environment, headers, body)

const json = { 'content-type': 'application/json' }
const seconds = Math.floor(Date.now() / 1000) - 3600
const moment = new Date(seconds * 1000).toISOString()

/** Bodies as the senders' documentation shows them, and what each means. */
const samples: [string, Record<string, string>, object | string, Partial<DeliverySummary> & { at: string | null }][] = [
  [
    'stripe',
    json,
    { id: 'evt_1', type: 'invoice.paid', created: seconds, data: { object: { object: 'invoice', id: 'in_1' } } },
    { eventType: 'invoice.paid', notificationId: 'evt_1', resourceType: 'invoice', resourceId: 'in_1', at: moment },
  ],
  [
    'github',
    { ...json, 'X-GitHub-Event': 'issues', 'X-GitHub-Delivery': 'd-1' },
    { action: 'opened', repository: { full_name: 'octo/hello' } },
    {
      eventType: 'issues.opened',
      notificationId: 'd-1',
      resourceType: 'repository',
      resourceId: 'octo/hello',
      at: null,
    },
  ],
  [
    'github',
    { ...json, 'X-GitHub-Event': 'issues', 'X-GitHub-Delivery': 'd-1' },
    { action: 'opened', issue: { number: 12 }, repository: { full_name: 'octo/hello' } },
    {
      eventType: 'issues.opened',
      notificationId: 'd-1',
      resourceType: 'issue',
      resourceId: 'octo/hello/issues/12',
      at: null,
    },
  ],
  [
    'github',
    { ...json, 'X-GitHub-Event': 'pull_request', 'X-GitHub-Delivery': 'd-1' },
    { action: 'closed', pull_request: { number: 7 }, repository: { full_name: 'octo/hello' } },
    {
      eventType: 'pull_request.closed',
      notificationId: 'd-1',
      resourceType: 'pull_request',
      resourceId: 'octo/hello/pulls/7',
      at: null,
    },
  ],
  [
    'github',
    { ...json, 'X-GitHub-Event': 'issue_comment', 'X-GitHub-Delivery': 'd-1' },
    {
      action: 'created',
      issue: { number: 7, pull_request: { url: 'https://…' } },
      repository: { full_name: 'octo/hello' },
    },
    {
      eventType: 'issue_comment.created',
      notificationId: 'd-1',
      resourceType: 'pull_request',
      resourceId: 'octo/hello/pulls/7',
      at: null,
    },
  ],
  [
    'gitea',
    { ...json, 'X-Gitea-Event': 'issues', 'X-Gitea-Delivery': 'd-1' },
    { action: 'opened', issue: { number: 3, pull_request: null }, repository: { full_name: 'octo/hello' } },
    {
      eventType: 'issues',
      notificationId: 'd-1',
      resourceType: 'issue',
      resourceId: 'octo/hello/issues/3',
      at: null,
    },
  ],
  [
    'gitlab',
    { ...json, 'X-Gitlab-Event': 'Issue Hook', 'X-Gitlab-Event-UUID': 'u-1' },
    { object_kind: 'issue', object_attributes: { id: 301 } },
    { eventType: 'Issue Hook', notificationId: 'u-1', resourceType: 'issue', resourceId: '301', at: null },
  ],
  [
    'slack',
    json,
    { type: 'event_callback', event_id: 'Ev1', event_time: seconds, event: { type: 'message', channel: 'C1' } },
    { eventType: 'message', notificationId: 'Ev1', resourceType: 'channel', resourceId: 'C1', at: moment },
  ],
  [
    'twilio',
    { 'content-type': 'application/x-www-form-urlencoded', 'I-Twilio-Idempotency-Token': 't-1' },
    'MessageSid=SM1&MessageStatus=delivered',
    { eventType: 'delivered', notificationId: 't-1', resourceType: 'message', resourceId: 'SM1', at: null },
  ],
  [
    'sendgrid',
    json,
    [
      { event: 'bounce', sg_event_id: 'sg-1', sg_message_id: 'm-1', timestamp: seconds },
      { event: 'open', sg_event_id: 'sg-2' },
    ],
    { eventType: 'bounce', notificationId: 'sg-1', resourceId: 'm-1', events: 2, at: moment },
  ],
  [
    'telegram',
    json,
    { update_id: 7, message: { date: seconds, chat: { id: -100 } } },
    { eventType: 'message', notificationId: '7', resourceType: 'chat', resourceId: '-100', at: moment },
  ],
  [
    'shopify',
    { ...json, 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Event-Id': 'e-1', 'X-Shopify-Triggered-At': moment },
    { id: 820982911946154500 },
    { eventType: 'orders/create', notificationId: 'e-1', resourceType: 'orders/create', at: moment },
  ],
  [
    'linear',
    { ...json, 'Linear-Delivery': 'l-1' },
    { type: 'Issue', action: 'update', createdAt: moment, data: { id: 'i-1' } },
    { eventType: 'Issue.update', notificationId: 'l-1', resourceType: 'Issue', resourceId: 'i-1', at: moment },
  ],
  [
    'aws-sns',
    { 'content-type': 'text/plain' },
    { Type: 'Notification', MessageId: 'm-1', Timestamp: moment, TopicArn: 'arn:aws:sns:eu-west-1:1:topic' },
    { eventType: 'Notification', notificationId: 'm-1', resourceId: 'arn:aws:sns:eu-west-1:1:topic', at: moment },
  ],
  [
    'zoom',
    json,
    { event: 'meeting.started', event_ts: seconds * 1000, payload: { object: { id: '123' } } },
    { eventType: 'meeting.started', notificationId: null, resourceType: 'meeting', resourceId: '123', at: moment },
  ],
  [
    'microsoft-graph',
    json,
    { value: [{ id: 'g-1', changeType: 'updated', resourceData: { id: 'r-1', '@odata.type': '#user' } }] },
    { eventType: 'updated', notificationId: 'g-1', resourceType: '#user', resourceId: 'r-1', at: null },
  ],
  [
    'ebay',
    json,
    {
      metadata: { topic: 'DELETION' },
      notification: { notificationId: 'n-1', eventDate: moment, data: { userId: 'u' } },
    },
    { eventType: 'DELETION', notificationId: 'n-1', resourceType: 'user', resourceId: 'u', at: moment },
  ],
  [
    'svix',
    { ...json, 'svix-id': 'msg_1' },
    { type: 'user.created', timestamp: moment, data: { id: 'u-1' } },
    { eventType: 'user.created', notificationId: 'msg_1', resourceId: 'u-1', at: moment },
  ],
  [
    'websub',
    {
      'content-type': 'application/json',
      'ce-specversion': '1.0',
      'ce-id': 'c-1',
      'ce-type': 'a.b',
      'ce-source': '/s',
      'ce-time': moment,
      'ce-subject': 'sub',
    },
    { any: 'thing' },
    { eventType: 'a.b', notificationId: 'c-1', resourceType: '/s', resourceId: 'sub', at: moment },
  ],
  [
    'gitea',
    { 'content-type': 'Application/CloudEvents+JSON; charset=utf-8' },
    { type: 'a.b', id: 'c-1', source: '/s', subject: 'sub', time: moment, data: { id: 'not this' } },
    { eventType: 'a.b', notificationId: 'c-1', resourceType: '/s', resourceId: 'sub', events: 1, at: moment },
  ],
  [
    'convoy',
    { 'content-type': 'application/cloudevents-batch+json' },
    [{ type: 'a.b', id: 'c-1', source: '/s', subject: 'sub', time: moment }, { type: 'a.c' }],
    { eventType: 'a.b', notificationId: 'c-1', resourceType: '/s', resourceId: 'sub', events: 2, at: moment },
  ],
]

describe('a delivery of another sender', () => {
  it.each(samples)(
    'of %s has a type, an id, an object and a time; sent again it is a repetition',
    async (sender, headers, sample, meaning) => {
      const environment = await create(sender)
      const body = typeof sample === 'string' ? sample : JSON.stringify(sample)
      const { at, ...fields } = meaning
      const first = await post(environment, headers, body)
      expect(first).toMatchObject({ events: 1, ...fields, duplicate: false, action: fields.eventType })
      expect(await test.client.deliveries.get({ id: first.id })).toMatchObject({
        createdAtUtc: at,
        notificationProblem: null,
      })
      const again = await post(environment, headers, body)
      if (fields.notificationId !== null) expect(again).toMatchObject({ duplicate: true, nth: 2 })
      // `listen --until` compares each delivery so.
      const until = (text: string) => matchesFields(parseDeliveryFilter(text, Date.now()).filter, again)
      const { resourceType, eventType } = first
      const found = await test.client.deliveries.list({
        environment: environment.id,
        filter: `action:${JSON.stringify(eventType)}${resourceType === null ? '' : ` type:${JSON.stringify(resourceType)}`}`,
      })
      expect(found.items).toHaveLength(2)
      expect(until(`action:${JSON.stringify(eventType)}`)).toBe(true)
      expect(until('is:late')).toBe(at !== null)
    },
  )

  it('is found by its type and its object, and belongs to the object’s story', async () => {
    const environment = await create('stripe', { sharedSecret: 'whsec_1' })
    const signed = (text: string) => {
      const digest = createHmac('sha256', 'whsec_1').update(`${seconds}.${text}`).digest('hex')
      return { ...json, 'Stripe-Signature': `t=${seconds},v1=${digest}` }
    }
    const send = async (sample: object) => post(environment, signed(JSON.stringify(sample)), JSON.stringify(sample))
    await test.client.environments.activate({ id: environment.id })
    const body = { id: 'evt_1', type: 'invoice.paid', data: { object: { object: 'invoice', id: 'in_1' } } }
    const { id } = await send(body)
    await send({ ...body, id: 'evt_2', type: 'invoice.voided' })
    const { items } = await test.client.deliveries.list({
      environment: environment.id,
      filter: 'action:invoice.paid type:invoice',
    })
    expect(items.map((item) => item.id)).toEqual([id])
    const story = await test.client.objects.get({ resourceType: 'invoice', resourceId: 'in_1' })
    expect(story.items).toHaveLength(2)
  })

  it('means what a person describes, with an own scheme from a file', async () => {
    const { id: _id, label, ...rest } = schemePreset('hubspot-v1') as HashScheme
    const meaning: Meaning = {
      eventType: ['X-Kind|/kind'],
      eventId: '/ref',
      objectType: '=order',
      objectId: '/order/no',
      time: '/at',
    }
    const read = readSchemeFile(JSON.stringify({ hookscope: 'scheme', version: 1, name: label, ...rest, meaning }))
    if (!read.ok) throw new Error(read.problem)
    expect(readSchemeFile(schemeFileText(read.scheme))).toEqual(read)
    const environment = await create('own', { ownScheme: read.scheme })
    const body = JSON.stringify({ kind: 'order.paid', ref: 'r-1', order: { no: 12 }, at: moment })
    expect(await post(environment, json, body)).toMatchObject({
      eventType: 'order.paid',
      notificationId: 'r-1',
      resourceType: 'order',
      resourceId: '12',
    })
    expect(await post(environment, json, body)).toMatchObject({ duplicate: true, nth: 2 })
  })

  it('is read again when another sender is chosen, with all that came before', async () => {
    const environment = await create('github')
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'invoice.paid',
      data: { object: { object: 'invoice', id: 'in_1' } },
    })
    const first = await post(environment, json, body)
    const second = await post(environment, json, body)
    expect(second).toMatchObject({ eventType: null, notificationId: null, duplicate: false })
    const told = [first.id, second.id].map(async (id) =>
      nextEvent(test.host, (event) =>
        event.type === 'verdict' && event.delivery.id === id && event.delivery.eventType === 'invoice.paid'
          ? event.delivery
          : undefined,
      ),
    )
    await test.client.environments.update({ id: environment.id, signatureScheme: 'stripe' })
    expect(await Promise.all(told)).toMatchObject([
      { id: first.id, notificationId: 'evt_1', resourceId: 'in_1', duplicate: false },
      { id: second.id, notificationId: 'evt_1', resourceId: 'in_1', duplicate: true, nth: 2 },
    ])
  })
})
