import type { SignatureScheme } from './signatureScheme.ts'

const plain = { kind: 'plain', prefix: '' } as const
const utf8 = { decode: 'utf8', prefix: '' } as const
const none = { timestamp: null, idHeader: null, toleranceSeconds: null, bodyHashParameter: null } as const

/**
 * `Base64Encode(Hmac-Sha256(sharedSecret, webhookPayload))` in one header: the service that Hookscope is made for
 * (its interface document, section 6.3).
 */
export const serviceScheme: SignatureScheme = {
  ...none,
  id: 'service',
  label: 'The service',
  header: 'x-service-webhook-hmac',
  form: plain,
  algorithm: 'sha256',
  encoding: 'base64',
  key: utf8,
  message: '{body}',
}

/** The schemes of other senders as their public documentation gives them. */
export const schemePresets: readonly SignatureScheme[] = [
  serviceScheme,
  {
    ...none,
    id: 'stripe',
    label: 'Stripe',
    header: 'Stripe-Signature',
    form: { kind: 'pairs', separator: ',', key: 'v1' },
    algorithm: 'sha256',
    encoding: 'hex',
    key: utf8,
    message: '{timestamp}.{body}',
    timestamp: { from: 'pair', name: 't', unit: 's' },
    toleranceSeconds: 300,
  },
  {
    ...none,
    id: 'github',
    label: 'GitHub',
    header: 'X-Hub-Signature-256',
    form: { kind: 'plain', prefix: 'sha256=' },
    algorithm: 'sha256',
    encoding: 'hex',
    key: utf8,
    message: '{body}',
  },
  {
    ...none,
    id: 'shopify',
    label: 'Shopify',
    header: 'X-Shopify-Hmac-Sha256',
    form: plain,
    algorithm: 'sha256',
    encoding: 'base64',
    key: utf8,
    message: '{body}',
  },
  {
    ...none,
    id: 'slack',
    label: 'Slack',
    header: 'X-Slack-Signature',
    form: { kind: 'plain', prefix: 'v0=' },
    algorithm: 'sha256',
    encoding: 'hex',
    key: utf8,
    message: 'v0:{timestamp}:{body}',
    timestamp: { from: 'header', name: 'X-Slack-Request-Timestamp', unit: 's' },
    toleranceSeconds: 300,
  },
  {
    ...none,
    id: 'twilio',
    label: 'Twilio',
    header: 'X-Twilio-Signature',
    form: plain,
    algorithm: 'sha1',
    encoding: 'base64',
    key: utf8,
    message: '{url}{form}',
    bodyHashParameter: 'bodySHA256',
  },
  standardWebhooks('standard-webhooks', 'Standard Webhooks', 'webhook'),
  standardWebhooks('svix', 'Svix', 'svix'),
  {
    ...none,
    id: 'square',
    label: 'Square',
    header: 'x-square-hmacsha256-signature',
    form: plain,
    algorithm: 'sha256',
    encoding: 'base64',
    key: utf8,
    message: '{url}{body}',
  },
  {
    ...none,
    id: 'paddle',
    label: 'Paddle',
    header: 'Paddle-Signature',
    form: { kind: 'pairs', separator: ';', key: 'h1' },
    algorithm: 'sha256',
    encoding: 'hex',
    key: utf8,
    message: '{timestamp}:{body}',
    timestamp: { from: 'pair', name: 'ts', unit: 's' },
    toleranceSeconds: 5,
  },
  {
    ...none,
    id: 'zendesk',
    label: 'Zendesk',
    header: 'X-Zendesk-Webhook-Signature',
    form: plain,
    algorithm: 'sha256',
    encoding: 'base64',
    key: utf8,
    message: '{timestamp}{body}',
    timestamp: { from: 'header', name: 'X-Zendesk-Webhook-Signature-Timestamp', unit: 's' },
  },
  {
    ...none,
    id: 'linear',
    label: 'Linear',
    header: 'linear-signature',
    form: plain,
    algorithm: 'sha256',
    encoding: 'hex',
    key: utf8,
    message: '{body}',
    timestamp: { from: 'body', name: 'webhookTimestamp', unit: 'ms' },
    toleranceSeconds: 60,
  },
  {
    ...none,
    id: 'adyen',
    label: 'Adyen (platform)',
    header: 'HmacSignature',
    form: plain,
    algorithm: 'sha256',
    encoding: 'base64',
    key: { decode: 'hex', prefix: '' },
    message: '{body}',
  },
]

function standardWebhooks(id: string, label: string, family: 'webhook' | 'svix'): SignatureScheme {
  return {
    ...none,
    id,
    label,
    header: `${family}-signature`,
    form: { kind: 'list', separator: ' ', prefix: 'v1,' },
    algorithm: 'sha256',
    encoding: 'base64',
    key: { decode: 'base64', prefix: 'whsec_' },
    message: '{id}.{timestamp}.{body}',
    timestamp: { from: 'header', name: `${family}-timestamp`, unit: 's' },
    idHeader: `${family}-id`,
    toleranceSeconds: 300,
  }
}

/** The preset of this id, or undefined. */
export function schemePreset(id: string): SignatureScheme | undefined {
  return schemePresets.find((scheme) => scheme.id === id)
}
