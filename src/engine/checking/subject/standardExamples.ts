import { uuid, when, type SenderExample } from './senderExample.ts'

function contactCreated(idHeader: string): SenderExample {
  return {
    headers: [
      ['Content-Type', 'application/json'],
      [idHeader, 'msg_checkN8AQM9LWM0D4loKWxJe'],
    ],
    body: {
      type: 'contact.created',
      timestamp: '2026-01-31T12:00:00.344522Z',
      data: { id: uuid(1), type: 'contact', email: 'check@example.com' },
    },
  }
}

const exampleRequest: SenderExample = {
  headers: [
    ['Date', 'Sat, 31 Jan 2026 12:00:00 GMT'],
    ['Content-Type', 'application/json'],
  ],
  text: '{"hello": "world"}',
}

const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>https://example.com/feed</id>
  <title>check</title>
  <updated>${when}</updated>
  <entry><id>https://example.com/check</id><title>check</title><updated>${when}</updated></entry>
</feed>
`

/** The service that Hookscope is made for, and ways to sign that many senders share. */
export const standardExamples: Readonly<Record<string, SenderExample>> = {
  // The service's interface document, 2.3 and 6.2.
  service: {
    headers: [
      ['traceparent', '00-c4ec00000000400080000000000000a1-c4ec0000000000a1-00'],
      ['request-id', '|c4ec00000000400080000000000000a1.c4ec0000000000a1.'],
      ['request-context', `appId=cid-v1:${uuid(4)}`],
    ],
    body: {
      organizationId: uuid(1),
      action: 'create',
      id: uuid(2),
      resourceId: uuid(3),
      resourceType: 'Payment',
      createdAtUtc: '2026-01-31T12:00:00.0000000+00:00',
      changes: { status: { before: 'pending', after: 'settled' } },
    },
  },
  // standard-webhooks/standard-webhooks, spec/standard-webhooks.md.
  'standard-webhooks': contactCreated('webhook-id'),
  'standard-webhooks-ed25519': contactCreated('webhook-id'),
  // docs.svix.com, receiving: its own headers with a body of Standard Webhooks.
  svix: contactCreated('svix-id'),
  'svix-ed25519': contactCreated('svix-id'),
  // getconvoy.io/docs, signatures and idempotency: the body is what the sender gave.
  convoy: {
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Convoy-Idempotency-Key', uuid(1)],
    ],
    body: { event: 'payment.success', data: { status: 'Completed', amount: 1200, currency: 'EUR' } },
  },
  // w3.org/TR/websub, 7: the content of the topic with its type, and links to the hub and the topic.
  websub: {
    headers: [
      ['Content-Type', 'application/atom+xml'],
      ['Link', '<https://hub.example.com/>; rel="hub", <https://example.com/feed>; rel="self"'],
    ],
    text: feed,
  },
  // RFC 9421, B.2: the example request.
  'http-signature-hmac-sha256': exampleRequest,
  'http-signature-ed25519': exampleRequest,
  'http-signature-ecdsa-p256-sha256': exampleRequest,
  'http-signature-rsa-pss-sha512': exampleRequest,
  'http-signature-rsa-v1_5-sha256': exampleRequest,
}
