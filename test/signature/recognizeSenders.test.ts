import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf } from '../../src/engine/store/index/readEvent.ts'
import { recognizeSenders } from '../../src/engine/store/index/recognizeSenders.ts'

/** Requests that senders or their libraries made: published vectors, and what tools/recordLibraries.mjs recorded. */
interface Recorded {
  name: string
  preset: string
  headers: Record<string, string>
  body: Buffer
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
type Vector = { id: string; preset: string | null; headers: Record<string, string>; bodyBase64: string }
type Answer = { library: string; preset: string; request: { headers: Record<string, string>; body: string } }

const recorded: Recorded[] = [
  ...(read('senderVectors.json') as Vector[]).flatMap(({ id, preset, headers, bodyBase64 }) =>
    preset === null ? [] : [{ name: id, preset, headers, body: Buffer.from(bodyBase64, 'base64') }],
  ),
  ...(read('officialLibraries.json') as Answer[]).map(({ library, preset, request }) => ({
    name: library,
    preset,
    headers: request.headers,
    body: Buffer.from(request.body),
  })),
]

function looksLike(headers: Record<string, string>, body: string | Buffer): string[] {
  const lines = Object.entries(headers).flat()
  return recognizeSenders(lines, fieldsOf(lines, Buffer.from(body))).map(({ scheme }) => scheme)
}

/** Requests without a sender's name: a signature in a common header, and nothing else. */
const anonymous = new Set(['wise', 'lemon-squeezy', 'google-pubsub', 'sinch', 'http-signature-hmac-sha256'])

describe('an unknown sender', () => {
  it.each(recorded.map((one, index) => [`${one.preset} ${index} (${one.name})`, one] as const))(
    'is recognised by its own request: %s',
    (_name, { preset, headers, body }) => {
      const found = looksLike(headers, body)
      if (anonymous.has(preset) && found.length === 0) return
      expect(found).toContain(preset)
    },
  )

  it.each([
    ['github', { 'X-GitHub-Event': 'push', 'X-Hub-Signature-256': 'sha256=00' }, '{}'],
    ['meta', { 'X-Hub-Signature-256': 'sha256=00' }, '{"object":"page","entry":[{"id":"1"}]}'],
    ['jira', { 'X-Hub-Signature': 'sha256=00', 'X-Atlassian-Webhook-Identifier': 'a' }, '{}'],
    ['bitbucket', { 'X-Hub-Signature': 'sha256=00', 'X-Event-Key': 'repo:push' }, '{}'],
    ['intercom', { 'X-Hub-Signature': 'sha1=00' }, '{"topic":"ping","data":{"item":{"type":"ping"}}}'],
    ['gitlab', { 'X-Gitlab-Event': 'Push Hook' }, '{}'],
    [
      'clerk',
      { 'svix-id': 'a', 'svix-timestamp': '1', 'svix-signature': 'v1,aa' },
      '{"instance_id":"i","data":{"id":"u"}}',
    ],
    ['adyen-payments', {}, '{"notificationItems":[{"NotificationRequestItem":{"eventCode":"AUTHORISATION"}}]}'],
    [
      'aws-sns-v1',
      { 'x-amz-sns-message-type': 'Notification' },
      '{"TopicArn":"a","SigningCertURL":"b","SignatureVersion":"1"}',
    ],
    ['postmark', {}, '{"RecordType":"Delivery","MessageID":"m"}'],
    ['slack', { 'X-Slack-Signature': 'v0=00' }, '{"RecordType":"Delivery"}'],
    ['docusign', { 'X-DocuSign-Signature-1': 'aa=', 'x-authorization-digest': 'HMACSHA256' }, '{}'],
    [
      'twilio',
      { 'I-Twilio-Idempotency-Token': 'a', 'content-type': 'application/x-www-form-urlencoded' },
      'MessageSid=SM1',
    ],
  ])('is recognised as %s alone, by what no other sender has', (preset, headers, body) => {
    expect(looksLike(headers, body)).toEqual([preset])
  })

  it('is one of several where they have the same headers and nothing else is known', () => {
    expect(looksLike({ 'X-Hub-Signature-256': 'sha256=00' }, '{}')).toEqual(['github', 'meta'])
    const svix = { 'svix-id': 'a', 'svix-timestamp': '1', 'svix-signature': 'v1,aa' }
    expect(looksLike(svix, '{"type":"a"}').toSorted()).toEqual(['clerk', 'resend', 'svix'])
  })

  it.each([
    [{}, '{"id":"evt_1","type":"invoice.paid","data":{"object":{"id":"in_1"}}}'],
    [{ 'X-Signature': '00' }, '{}'],
    [{ Authorization: 'Bearer abc' }, '{}'],
    [{ 'X-Event-Key': 'x', 'X-Delivery-Id': 'y' }, '{}'],
    [{ 'x-service-webhook-hmac': 'aaaa' }, '{}'],
    [{}, ''],
  ])('is not guessed: %j, %s', (headers, body) => {
    expect(looksLike(headers, body)).toEqual([])
  })

  it('says what it is recognised by', () => {
    const [found] = recognizeSenders(['X-GitHub-Event', 'push', 'X-Hub-Signature-256', 'sha256=00'], undefined)
    expect(found).toEqual({
      scheme: 'github',
      label: 'GitHub',
      evidence: [
        { from: 'header', name: 'x-hub-signature-256' },
        { from: 'header', name: 'x-github-event' },
      ],
    })
  })

  it('may send anything at all: the answer is a list of at most five, never an exception', () => {
    const names = recorded.flatMap(({ headers }) => Object.keys(headers))
    const anyHeaders = fc.array(fc.tuple(fc.constantFrom(...names, '__proto__', 'constructor'), fc.string()), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(
        anyHeaders,
        fc.oneof(
          fc.uint8Array({ maxLength: 80 }),
          fc.json().map((text) => Buffer.from(text)),
        ),
        (headers, body) => {
          expect(recognizeSenders(headers.flat(), fieldsOf(headers.flat(), body)).length).toBeLessThanOrEqual(5)
        },
      ),
      { numRuns: 300 },
    )
  })
})
