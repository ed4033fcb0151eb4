/** Vectors that senders publish, each recomputed by hand; where a sender publishes none, one made with openssl. */
export interface Vector {
  title: string
  /** Id of a preset. */
  scheme: string
  secret: string
  headers: [name: string, value: string][]
  body: string | Uint8Array
  url?: string
}

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

export const publishedVectors: readonly Vector[] = [
  {
    title: "the service's sample",
    scheme: 'service',
    secret: 'A7B6Fgl2KFI921gJ',
    headers: [['x-service-webhook-hmac', 'jeY/WGRS5RPYKG4K5Rv7PA7GmWW9GdQwwKvDUOuKo+8=']],
    body: '{"organizationId":"cbbb36e0-f507-40e8-a839-c8982de5c2da","action":"create","id":"b3b3318e-fb35-49f6-a115-416f4e76c26c","resourceId":"9c32c0d8-3e73-4896-8a7a-766c7428ac54","resourceType":"Payment","createdAtUtc":"2022-03-28T11:14:11.3704804+00:00","changes":null}',
  },
  {
    title: "GitHub's documented vector",
    scheme: 'github',
    secret: "It's a Secret to Everybody",
    headers: [['X-Hub-Signature-256', 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17']],
    body: 'Hello, World!',
  },
  {
    title: "the vector of Slack's documentation",
    scheme: 'slack',
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    headers: [
      ['X-Slack-Request-Timestamp', '1531420618'],
      ['X-Slack-Signature', 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'],
    ],
    body: 'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  },
  {
    title: "Twilio's documented form",
    scheme: 'twilio',
    secret: '12345',
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    headers: [...Object.entries(form), ['X-Twilio-Signature', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=']],
    body: 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309&To=%2B18005551212',
  },
  ...(['webhook', 'svix'] as const).map((family): Vector => ({
    title: `the Standard Webhooks sample with ${family}- headers`,
    scheme: family === 'webhook' ? 'standard-webhooks' : 'svix',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    headers: [
      [`${family}-id`, 'msg_p5jXN8AQM9LWM0D4loKWxJek'],
      [`${family}-timestamp`, '1614265330'],
      [`${family}-signature`, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    ],
    body: '{"test": 2432232314}',
  })),
  {
    title: "the vector of Square's library",
    scheme: 'square',
    secret: 'signature-key',
    url: 'https://webhook.site/webhooks',
    headers: [['x-square-hmacsha256-signature', 'W3FlCNk5IA3ZQ2LHTWoajvzfaDu/OwY2tNHIHC3IUOA=']],
    body: '{"data":{"type":"webhooks","id":"fake_id"}}',
  },
  {
    title: "the vector of Paddle's library",
    scheme: 'paddle',
    secret: 'VALID_SECRET',
    headers: [
      ['Paddle-Signature', 'ts=1698796800;h1=a300428748dce5c70e4da19bffd60769591ea969c99dea3105d0ec9612cf43f9'],
    ],
    body: '{"data": ["1", "2"]}',
  },
  {
    // Adyen signs this text in its payment webhooks; the platform scheme signs a body in the same way.
    title: "Adyen's documented vector",
    scheme: 'adyen',
    secret: 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00',
    headers: [['HmacSignature', 'ipnxGCaUZ4l8TUW75a71/ghd2Fe5ffvX0pV4TLTntIc=']],
    body: 'pspReference:originalReference:merchantAccount:reference:1000:EUR:EVENT:true',
  },
  {
    title: 'a Stripe signature made with openssl',
    scheme: 'stripe',
    secret: 'whsec_test',
    headers: [
      ['Stripe-Signature', 't=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925,v0=6ffb'],
    ],
    body: '{"id":"evt_1"}',
  },
  {
    title: 'a Shopify signature made with openssl',
    scheme: 'shopify',
    secret: 'hush',
    headers: [['X-Shopify-Hmac-Sha256', 'qBvrsZF7RfB1iS6BX6IHqJTp5L911P7intnPeTPsH0I=']],
    body: '{"id":820982911946154508}',
  },
  {
    title: 'a Zendesk signature made with openssl',
    scheme: 'zendesk',
    secret: 'dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==',
    headers: [
      ['X-Zendesk-Webhook-Signature-Timestamp', '2022-10-03T15:09:24Z'],
      ['X-Zendesk-Webhook-Signature', 'AVpVg6sJUj+JCbqkn9gptY/ueF5Rq/mZJbJwKPy4U58='],
    ],
    body: '{"a":1}',
  },
  {
    title: 'a Linear signature made with openssl',
    scheme: 'linear',
    secret: 'lin_wh_test',
    headers: [['Linear-Signature', '0694bd2c9e7ce93b26b1d93ae3092c5f650c35ec3e757c23dff18d305c266ad0']],
    body: '{"webhookTimestamp":1676056940508,"action":"create"}',
  },
]
