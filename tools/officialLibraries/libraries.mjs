/* oxlint-disable max-lines -- a table, one entry for each library */
/**
 * How each sender's own library signs and checks a delivery. A row says which preset it is about, the key and the request, and:
 * - `sign`: the headers (or the request) that the library makes
 * - `accepts`: whether the library takes a request; an exception counts as a no
 * - `readsBody`: false where the library checks a signature and leaves the body to its caller
 * - `privateKey`: signs for senders whose `key` is a public one
 * - `vector`: a published request, signed by the sender
 * Requests have lower-case headers in an object and the body as text. Libraries have no types here: they are not installed.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import https from 'node:https'
import { Readable } from 'node:stream'

const url = 'https://example.com/hook?source=test'
const text = (fields) => JSON.stringify(fields)
const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const event = text({ id: 'evt_1', type: 'order.paid', data: { id: 'ord_1', name: 'Zoë Ångström', total: 12.5 } })
const seconds = (at) => Math.floor(at / 1000)

const checkNotification =
  '<notification><timestamp type="datetime">2026-11-22T12:00:00Z</timestamp><kind>check</kind><subject><check type="boolean">true</check></subject></notification>'

export const libraries = [
  {
    name: 'stripe',
    preset: 'stripe',
    key: 'whsec_test_secret',
    body: event,
    sign: ({ default: Stripe }, { body }, key, at) => ({
      'stripe-signature': new Stripe('sk_test_x').webhooks.generateTestHeaderString({
        payload: body,
        secret: key,
        timestamp: seconds(at),
      }),
    }),
    accepts: ({ default: Stripe }, { headers, body }, key) =>
      new Stripe('sk_test_x').webhooks.constructEvent(body, headers['stripe-signature'], key),
  },
  {
    name: '@octokit/webhooks-methods',
    preset: 'github',
    key: "It's a Secret to Everybody",
    body: event,
    sign: async ({ sign }, { body }, key) => ({ 'x-hub-signature-256': await sign(key, body) }),
    accepts: async ({ verify }, { headers, body }, key) => verify(key, body, headers['x-hub-signature-256']),
  },
  ...['svix', 'standardwebhooks'].map((name) => {
    const family = name === 'svix' ? 'svix' : 'webhook'
    return {
      name,
      preset: name === 'svix' ? 'svix' : 'standard-webhooks',
      key: whsec,
      body: event,
      sign: ({ Webhook }, { body }, key, at) => ({
        [`${family}-id`]: 'msg_1',
        [`${family}-timestamp`]: String(seconds(at)),
        [`${family}-signature`]: new Webhook(key).sign('msg_1', new Date(at), body),
      }),
      accepts: ({ Webhook }, { headers, body }, key) => {
        new Webhook(key).verify(body, headers)
        return true
      },
    }
  }),
  {
    name: '@slack/bolt',
    preset: 'slack',
    key: '8f742231b10e8888abcd99yyyzzz85a5',
    body: event,
    accepts: ({ isValidSlackRequest }, { headers, body }, signingSecret) =>
      isValidSlackRequest({ signingSecret, body, headers }),
  },
  {
    name: 'twilio',
    preset: 'twilio',
    key: '12345',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&To=%2B18005551212',
    sign: ({ default: twilio }, request, key) => ({
      'x-twilio-signature': twilio.getExpectedTwilioSignature(key, request.url, fieldsOf(request.body)),
    }),
    accepts: ({ default: twilio }, request, key) =>
      twilio.validateRequest(key, request.headers['x-twilio-signature'], request.url, fieldsOf(request.body)),
  },
  {
    name: 'twilio',
    preset: 'twilio',
    key: '12345',
    url,
    headers: { 'content-type': 'application/json' },
    body: event,
    accepts: ({ default: twilio }, request, key) =>
      twilio.validateRequestWithBody(key, request.headers['x-twilio-signature'], request.url, request.body),
  },
  {
    name: 'square',
    preset: 'square',
    key: 'signature-key',
    url,
    body: event,
    accepts: async ({ WebhooksHelper }, request, signatureKey) =>
      WebhooksHelper.verifySignature({
        requestBody: request.body,
        signatureHeader: request.headers['x-square-hmacsha256-signature'],
        signatureKey,
        notificationUrl: request.url,
      }),
  },
  {
    name: '@shopify/shopify-api',
    preset: 'shopify',
    key: 'hush',
    also: ['@shopify/shopify-api/adapters/node'],
    headers: {
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': 'test.myshopify.com',
      'x-shopify-api-version': '2026-01',
      'x-shopify-webhook-id': 'w-1',
    },
    body: event,
    accepts: async ({ shopifyApi, ApiVersion }, { headers, body }, apiSecretKey) => {
      const api = shopifyApi({
        apiKey: 'key',
        apiSecretKey,
        apiVersion: Object.values(ApiVersion).at(-1),
        hostName: 'example.com',
        isEmbeddedApp: false,
        logger: { log: () => undefined },
      })
      const rawRequest = { method: 'POST', url: '/hook', headers }
      const { valid } = await api.webhooks.validate({ rawBody: body, rawRequest, rawResponse: {} })
      return valid
    },
  },
  {
    name: '@paddle/paddle-node-sdk',
    preset: 'paddle',
    key: 'pdl_ntfset_secret',
    body: event,
    accepts: async ({ Paddle }, { headers, body }, key) =>
      new Paddle('key').webhooks.isSignatureValid(body, key, headers['paddle-signature']),
  },
  { name: '@sendgrid/eventwebhook', preset: 'sendgrid', vector: 'sendgrid-single', accepts: acceptsSendGrid },
  { name: 'sns-validator', preset: 'aws-sns', vector: 'sns-v2', accepts: acceptsSns },
  {
    name: '@line/bot-sdk',
    preset: 'line',
    key: 'channel-secret',
    body: event,
    accepts: ({ validateSignature }, { headers, body }, key) =>
      validateSignature(body, key, headers['x-line-signature']),
  },
  {
    name: 'discord-interactions',
    preset: 'discord',
    ...fixedEd25519('hex'),
    body: event,
    accepts: async ({ verifyKey }, { headers, body }, key) =>
      verifyKey(body, headers['x-signature-ed25519'], headers['x-signature-timestamp'], key),
  },
  {
    name: '@adyen/api-library',
    preset: 'adyen',
    key: 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00',
    body: event,
    accepts: ({ hmacValidator: Validator }, { headers, body }, key) =>
      new Validator().validateHMACSignature(key, headers.hmacsignature, body),
  },
  {
    name: '@adyen/api-library',
    preset: 'adyen-payments',
    key: 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00',
    body: text({
      live: 'false',
      notificationItems: [
        {
          NotificationRequestItem: {
            pspReference: '7914073381342284',
            merchantAccountCode: 'TestMerchant',
            merchantReference: 'TestPayment-1407325143704',
            amount: { value: 1130, currency: 'EUR' },
            eventCode: 'AUTHORISATION',
            success: 'true',
            additionalData: {},
          },
        },
      ],
    }),
    sign: ({ hmacValidator: Validator }, { body }, key) => {
      const unsigned = JSON.parse(body)
      const [{ NotificationRequestItem: item }] = unsigned.notificationItems
      item.additionalData.hmacSignature = new Validator().calculateHmac(item, key)
      return { body: text(unsigned) }
    },
    accepts: ({ hmacValidator: Validator }, { body }, key) =>
      new Validator().validateHMAC(JSON.parse(body).notificationItems[0].NotificationRequestItem, key),
    flip: (body) => body.replace('1130', '1131'),
  },
  {
    name: 'braintree',
    preset: 'braintree',
    key: 'integration_private_key',
    setting: 'public_key',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ bt_payload: `${btoa(checkNotification)}\n` })),
    sign: async (library, _request, key) => {
      const sample = await braintreeGateway(library, key).webhookTesting.sampleNotification('check', 'id_1')
      return { body: String(new URLSearchParams(sample)) }
    },
    accepts: async (library, { body }, key) => {
      const fields = fieldsOf(body)
      return braintreeGateway(library, key).webhookNotification.parse(fields.bt_signature, fields.bt_payload)
    },
    flip: (body) => body.replace('bt_payload=P', 'bt_payload=Q'),
  },
  {
    name: 'razorpay',
    preset: 'razorpay',
    key: '123456',
    body: event,
    accepts: ({ default: Razorpay }, { headers, body }, key) =>
      Razorpay.validateWebhookSignature(body, headers['x-razorpay-signature'], key),
  },
  {
    name: '@contentful/node-apps-toolkit',
    preset: 'contentful',
    key: 'a'.repeat(64),
    url,
    headers: { 'content-type': 'application/json' },
    body: event,
    sign: ({ signRequest }, request, key, at) => signRequest(key, canonical(request, request.headers), at),
    accepts: ({ verifyRequest }, request, key) => verifyRequest(key, canonical(request, request.headers), 30),
  },
  ...['v1', 'v2', 'v3'].map((signatureVersion) => {
    const header = signatureVersion === 'v3' ? 'x-hubspot-signature-v3' : 'x-hubspot-signature'
    const optionsOf = (request, clientSecret, at) => ({
      requestBody: request.body,
      clientSecret,
      url: request.url,
      timestamp: at,
    })
    return {
      name: '@hubspot/api-client',
      preset: { v1: 'hubspot-v1', v2: 'hubspot-v2', v3: 'hubspot' }[signatureVersion],
      key: 'client-secret',
      url,
      body: event,
      sign: ({ Signature }, request, key, at) => ({
        ...(signatureVersion === 'v3' ? { 'x-hubspot-request-timestamp': String(at) } : {}),
        [header]: Signature.getSignature('POST', signatureVersion, optionsOf(request, key, at)),
      }),
      accepts: ({ Signature }, request, key, at) =>
        Signature.isValid({
          ...optionsOf(request, key, at),
          method: 'POST',
          signatureVersion,
          signature: request.headers[header],
        }),
    }
  }),
  {
    name: '@workos-inc/node',
    preset: 'workos',
    key: 'secret',
    body: event,
    sign: async ({ WorkOS }, { body }, key, at) => {
      const signature = await new WorkOS('sk_test').webhooks.computeSignature(at, body, key)
      return { 'workos-signature': `t=${at}, v1=${signature}` }
    },
    accepts: async ({ WorkOS }, { headers, body }, secret) =>
      new WorkOS('sk_test').webhooks.verifyHeader({ payload: body, sigHeader: headers['workos-signature'], secret }),
  },
  {
    name: '@clerk/backend',
    preset: 'clerk',
    entry: '@clerk/backend/webhooks',
    key: whsec,
    body: event,
    accepts: async ({ verifyWebhook }, { headers, body }, signingSecret) =>
      verifyWebhook(new Request(url, { method: 'POST', headers, body }), { signingSecret }),
  },
  {
    name: 'openai',
    preset: 'openai',
    key: whsec,
    body: event,
    accepts: async ({ default: OpenAI }, { headers, body }, key) => {
      await new OpenAI({ apiKey: 'sk-test' }).webhooks.verifySignature(body, headers, key)
      return true
    },
  },
  {
    name: '@linear/sdk',
    preset: 'linear',
    entry: '@linear/sdk/webhooks',
    key: 'lin_wh_test',
    body: (at) => text({ type: 'Issue', action: 'update', webhookTimestamp: at }),
    accepts: ({ LinearWebhookClient }, { headers, body }, key) =>
      new LinearWebhookClient(key).verify(Buffer.from(body), headers['linear-signature']),
  },
  {
    name: 'coinbase-commerce-node',
    preset: 'coinbase-commerce',
    key: 'shared-secret',
    body: text({ event: { id: 'e-1', type: 'charge:created' } }),
    sign: ({ default: library }, { body }, key) => ({
      'x-cc-webhook-signature': library.Webhook.computeSignature(body, key),
    }),
    accepts: ({ default: library }, { headers, body }, key) =>
      library.Webhook.verifySigHeader(body, headers['x-cc-webhook-signature'], key),
  },
  {
    name: 'messagebird',
    preset: 'messagebird',
    entry: 'messagebird/lib/webhook-signature-jwt.js',
    vector: 'messagebird-valid-jwt-with-url-parameters-and-payload-post',
    accepts: async ({ default: library }, request, key) => {
      await library.verify(
        request.url,
        Buffer.from(request.body),
        request.headers['messagebird-signature-jwt'],
        Buffer.from(key),
      )
      return true
    },
  },
  {
    name: 'messagebird',
    preset: 'messagebird',
    entry: 'messagebird/lib/webhook-signature-jwt.js',
    key: 'messagebird signing key',
    url,
    body: event,
    accepts: async ({ default: library }, request, key) => {
      await library.verify(
        request.url,
        Buffer.from(request.body),
        request.headers['messagebird-signature-jwt'],
        Buffer.from(key),
      )
      return true
    },
  },
  {
    name: 'box-node-sdk',
    preset: 'box',
    entry: 'box-node-sdk/managers',
    key: 'SamplePrimaryKey',
    headers: { 'box-signature-version': '1', 'box-signature-algorithm': 'HmacSHA256' },
    body: text({ id: 'w-1', trigger: 'FILE.UPLOADED' }),
    accepts: async ({ WebhooksManager }, { headers, body }, key) => WebhooksManager.validateMessage(body, headers, key),
  },
  {
    name: '@notionhq/client',
    preset: 'notion',
    key: 'secret_token',
    body: event,
    sign: async ({ signWebhookPayload }, { body }, verificationToken) => ({
      'x-notion-signature': await signWebhookPayload({ body, verificationToken }),
    }),
    accepts: async ({ verifyWebhookSignature }, { headers, body }, verificationToken) =>
      verifyWebhookSignature({ body, signature: headers['x-notion-signature'], verificationToken }),
  },
  {
    name: 'event-notification-nodejs-sdk',
    preset: 'ebay',
    entry: 'event-notification-nodejs-sdk/lib/validator.js',
    also: ['event-notification-nodejs-sdk/lib/client.js'],
    vector: 'ebay-notification',
    accepts: async ({ default: library }, { headers, body }, key, _at, [{ default: client }]) => {
      // It would fetch the key with credentials.
      client.getPublicKey = async () => ({ key })
      return library.validateSignature(JSON.parse(body), headers['x-ebay-signature'], {})
    },
  },
  {
    name: 'resend',
    preset: 'resend',
    key: whsec,
    body: event,
    accepts: ({ Resend }, { headers, body }, webhookSecret) =>
      new Resend('re_test').webhooks.verify({
        payload: body,
        headers: { id: headers['svix-id'], timestamp: headers['svix-timestamp'], signature: headers['svix-signature'] },
        webhookSecret,
      }),
  },
  {
    name: '@mux/mux-node',
    preset: 'mux',
    key: 'SuperSecret123',
    body: event,
    accepts: async ({ default: Mux }, { headers, body }, key) => {
      await new Mux({ tokenId: 'x', tokenSecret: 'y' }).webhooks.verifySignature(body, headers, key)
      return true
    },
  },
  {
    name: 'mollie-api-typescript',
    preset: 'mollie',
    entry: 'mollie-api-typescript/utils/webhooks/signature_validator.js',
    key: 'webhook-secret',
    body: event,
    accepts: ({ SignatureValidator }, { headers, body }, key) =>
      SignatureValidator.validate(body, key, headers['x-mollie-signature']),
  },
  {
    name: 'telnyx',
    preset: 'telnyx',
    ...fixedEd25519('base64'),
    body: event,
    accepts: async ({ default: Telnyx }, { headers, body }, key) =>
      new Telnyx({ apiKey: 'KEY' }).webhooks.unwrap(body, { headers, key }),
  },
  {
    name: '@elevenlabs/elevenlabs-js',
    preset: 'elevenlabs',
    key: 'wsec_test_secret',
    body: event,
    accepts: ({ ElevenLabsClient }, { headers, body }, key) =>
      new ElevenLabsClient({ apiKey: 'x' }).webhooks.constructEvent(body, headers['elevenlabs-signature'], key),
  },
  {
    name: 'gocardless-nodejs',
    preset: 'gocardless',
    entry: 'gocardless-nodejs/webhooks',
    key: 'ED7D658C-D8EB-4941-948B-3973214F2D49',
    body: text({ events: [{ id: 'EV1', resource_type: 'payments', action: 'confirmed', links: { payment: 'PM1' } }] }),
    accepts: ({ parse }, { headers, body }, key) => parse(body, key, headers['webhook-signature']),
  },
  ...['polar', 'polar-utf8'].map((preset) => ({
    name: '@polar-sh/sdk',
    preset,
    entry: '@polar-sh/sdk/2026-10',
    key: whsec,
    body: text({ type: 'order.created', timestamp: '2026-11-22T12:00:00Z', data: { id: 'ord_1' } }),
    accepts: ({ webhooks }, { headers, body }, key) => webhooks.validateEvent(body, headers, key),
  })),
  {
    name: '@sanity/webhook',
    preset: 'sanity',
    key: 'sanity secret',
    body: event,
    sign: async ({ encodeSignatureHeader }, { body }, key, at) => ({
      'sanity-webhook-signature': await encodeSignatureHeader(body, at, key),
    }),
    accepts: ({ isValidSignature }, { headers, body }, key) =>
      isValidSignature(body, headers['sanity-webhook-signature'], key),
  },
  {
    name: 'pusher',
    preset: 'pusher',
    key: 'tofu',
    headers: { 'content-type': 'application/json', 'x-pusher-key': '123456789' },
    body: text({ time_ms: 1_795_348_800_000, events: [{ channel: 'a', name: 'channel_occupied' }] }),
    accepts: ({ default: Pusher }, { headers, body }, secret) =>
      new Pusher({ appId: '1', key: '123456789', secret, cluster: 'eu' }).webhook({ headers, rawBody: body }).isValid(),
  },
  {
    name: 'retell-sdk',
    preset: 'retell',
    key: 'key_test',
    body: event,
    sign: async ({ sign }, { body }, key) => ({ 'x-retell-signature': await sign(body, key) }),
    accepts: ({ verify }, { headers, body }, key) => verify(body, key, headers['x-retell-signature']),
  },
  {
    name: '@vonage/jwt',
    preset: 'vonage',
    key: 'signature secret of 32 characters',
    body: text({ message_uuid: 'm-1', status: 'delivered', channel: 'sms', timestamp: '2026-11-22T12:00:00Z' }),
    // It looks at the token; the hash of the body in it is left to the caller.
    readsBody: false,
    accepts: ({ verifySignature }, { headers }, key) =>
      verifySignature(headers.authorization.replace('Bearer ', ''), key),
  },
  {
    name: 'mercadopago',
    preset: 'mercado-pago',
    key: 'secret signature',
    url: 'https://example.com/hook?data.id=ORD01JQ4S4KY8&type=order',
    headers: { 'x-request-id': '2066ca19-c6f1-498a-be75-1923005edd06' },
    body: text({ id: 1, live_mode: true, type: 'order', user_id: 2, data: { id: 'ORD01JQ4S4KY8' } }),
    accepts: ({ WebhookSignatureValidator: Validator }, { headers, url: at }, secret) => {
      Validator.validate({
        xSignature: headers['x-signature'],
        xRequestId: headers['x-request-id'],
        dataId: new URL(at).searchParams.get('data.id'),
        secret,
        toleranceSeconds: 300,
      })
      return true
    },
    bodyUnsigned: true,
  },
  ...['https://example.com/hook', 'https://example.com/hook?z=1&c=two%20words&a=%C3%A9'].map((at) => ({
    name: 'plivo',
    preset: 'plivo',
    key: 'auth token',
    url: at,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'To=15557654321&From=15551234567&CallUUID=c-1&CallStatus=completed&Digits=1%202',
    accepts: ({ default: plivo }, { headers, url: signedUrl, body }, key) =>
      plivo.validateV3Signature(
        'POST',
        signedUrl,
        headers['x-plivo-signature-v3-nonce'],
        key,
        headers['x-plivo-signature-v3'],
        fieldsOf(body),
      ),
    flip: (body) => body.replace('c-1', 'c-2'),
  })),
  {
    name: 'livekit-server-sdk',
    preset: 'livekit',
    key: 'a secret of LiveKit that is long enough',
    setting: 'APIcheck',
    headers: { 'content-type': 'application/webhook+json' },
    body: text({ event: 'room_started', room: { sid: 'RM_1', name: 'check' }, id: 'EV_1', createdAt: '1795348800' }),
    sign: async ({ AccessToken }, { body }, key) => {
      const token = new AccessToken('APIcheck', key, { ttl: 300 })
      token.sha256 = createHash('sha256').update(body).digest('base64')
      return { authorization: await token.toJwt() }
    },
    accepts: ({ WebhookReceiver }, { headers, body }, key) =>
      new WebhookReceiver('APIcheck', key).receive(body, headers.authorization),
  },
  {
    name: '@kinde/webhooks',
    preset: 'kinde',
    ...newRsa(),
    headers: { 'content-type': 'application/jwt' },
    body: text({
      type: 'user.created',
      event_id: 'event_1',
      timestamp: '2026-11-22T12:00:00Z',
      source: 'admin',
      data: { user: { id: 'kp_1', email: 'jane@example.com' } },
    }),
    accepts: acceptsKinde,
    flip: (body) => body.replace(/\.(.)/, (_all, first) => `.${first === 'e' ? 'f' : 'e'}`),
  },
  {
    name: '@upstash/qstash',
    preset: 'qstash',
    key: 'sig_test',
    url,
    body: event,
    accepts: ({ Receiver }, { headers, url: at, body }, key) =>
      new Receiver({ currentSigningKey: key, nextSigningKey: 'sig_next' }).verify({
        signature: headers['upstash-signature'],
        body,
        url: at,
      }),
  },
  {
    name: 'google-auth-library',
    preset: 'google-pubsub',
    ...newRsa(),
    setting: url,
    body: event,
    accepts: async ({ OAuth2Client }, { headers }, key) => {
      const token = headers.authorization.replace('Bearer ', '')
      await new OAuth2Client().verifySignedJwtWithCertsAsync(token, { k1: key }, url, ['https://accounts.google.com'])
      return true
    },
    bodyUnsigned: true,
  },
]

function fieldsOf(body) {
  return Object.fromEntries(new URLSearchParams(body))
}

function canonical({ url: at, body }, headers) {
  const { pathname, search } = new URL(at)
  return { method: 'POST', path: pathname + search, headers, body }
}

function braintreeGateway({ default: braintree }, privateKey) {
  const environment = braintree.Environment.Development
  return new braintree.BraintreeGateway({ environment, merchantId: 'm', publicKey: 'public_key', privateKey })
}

function acceptsSendGrid({ EventWebhook }, { headers, body }, key) {
  const library = new EventWebhook()
  return library.verifySignature(
    library.convertPublicKeyToECDSA(key),
    body,
    headers['x-twilio-email-event-webhook-signature'],
    headers['x-twilio-email-event-webhook-timestamp'],
  )
}

/** It fetches the keys, and is given that of the test. */
async function acceptsKinde({ decodeWebhook }, { body }, key) {
  const { fetch } = globalThis
  const jwk = { ...createPublicKey(key).export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }
  globalThis.fetch = async () => new Response(text({ keys: [jwk] }))
  try {
    return await decodeWebhook(body, 'https://check.kinde.com')
  } finally {
    globalThis.fetch = fetch
  }
}

/** It fetches the certificate, and is given that of the vector. */
async function acceptsSns({ default: MessageValidator }, { body }, key) {
  const { get } = https
  https.get = (_url, answer) => {
    answer(Object.assign(Readable.from([Buffer.from(key)]), { statusCode: 200 }))
    return { on: () => undefined }
  }
  try {
    await new Promise((resolve, reject) => {
      new MessageValidator().validate(body, (error) => (error === null ? resolve() : reject(error)))
    })
    return true
  } finally {
    https.get = get
  }
}

/** Senders keep their private keys, so this one is made of a fixed seed. */
function fixedEd25519(encoding) {
  const seed = Buffer.from('302e020100300506032b657004220420' + '07'.repeat(32), 'hex')
  const privateKey = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
  const publicKey = Buffer.from(privateKey.export({ format: 'jwk' }).x, 'base64url')
  return { key: publicKey.toString(encoding), privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) }
}

function newRsa() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    key: publicKey.export({ format: 'pem', type: 'spki' }),
    privateKey: text({ ...privateKey.export({ format: 'jwk' }), kid: 'k1' }),
  }
}
