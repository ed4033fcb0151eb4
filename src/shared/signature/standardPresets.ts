import type { SenderPreset } from './senderPreset.ts'
import type { HttpSignatureAlgorithm, HttpSignatureScheme } from './signatureScheme.ts'
import { ed25519, hmac, sender, timeHeader } from './presetParts.ts'

const webhookTypes = { eventType: ['/type'], time: '/timestamp', objectId: '/data/id' }

/** Ways to sign that many senders share. */
export const standardPresets: readonly SenderPreset[] = [
  sender({
    scheme: standardWebhooks('standard-webhooks', 'Standard Webhooks', 'webhook'),
    evidence: 'published-vector',
    source: 'standard-webhooks/standard-webhooks, tests of all libraries',
    meaning: { ...webhookTypes, eventId: 'webhook-id' },
    telltales: ['webhook-id', 'webhook-timestamp'],
  }),
  sender({
    scheme: standardWebhooksEd25519('standard-webhooks-ed25519', 'Standard Webhooks (v1a, Ed25519)', 'webhook'),
    evidence: 'published-vector',
    source: 'svix/svix-webhooks, test of asymmetric signing; spec/standard-webhooks.md',
    keywords: ['whpk', 'asymmetric'],
    meaning: { ...webhookTypes, eventId: 'webhook-id' },
    telltales: ['webhook-id', 'webhook-timestamp'],
  }),
  sender({
    scheme: standardWebhooks('svix', 'Svix', 'svix'),
    evidence: 'published-vector',
    source: 'svix/svix-webhooks, server/svix-server/src/worker.rs',
    meaning: { ...webhookTypes, eventId: 'svix-id' },
    telltales: ['svix-id', 'svix-timestamp'],
  }),
  sender({
    scheme: standardWebhooksEd25519('svix-ed25519', 'Svix (v1a, Ed25519)', 'svix'),
    evidence: 'published-vector',
    source: 'svix/svix-webhooks, test of asymmetric signing (same bytes, svix- header names)',
    keywords: ['whpk', 'asymmetric'],
    guide: { secret: 'public key', docs: 'https://docs.svix.com/consuming-webhooks/' },
    meaning: { ...webhookTypes, eventId: 'svix-id' },
    telltales: ['svix-id', 'svix-timestamp'],
  }),
  sender({
    scheme: hmac({
      id: 'websub',
      label: 'WebSub (SHA-1)',
      header: 'X-Hub-Signature',
      form: { kind: 'list', separator: ',', prefix: 'sha1=' },
      algorithm: 'sha1',
    }),
    evidence: 'published-vector',
    source: 'adnanh/webhook, internal/hook/hook_test.go',
    keywords: ['pubsubhubbub', 'generic'],
  }),
  ...(
    [
      ['hmac-sha256', 'HMAC'],
      ['ed25519', 'Ed25519'],
      ['ecdsa-p256-sha256', 'ECDSA P-256'],
      ['rsa-pss-sha512', 'RSA-PSS'],
      ['rsa-v1_5-sha256', 'RSA'],
    ] as const
  ).map(([algorithm, name]) =>
    sender({
      scheme: httpSignature(algorithm, name),
      evidence: algorithm === 'hmac-sha256' ? 'published-vector' : 'documented',
      source: algorithm === 'hmac-sha256' ? 'RFC 9421, B.2.5' : 'RFC 9421',
      keywords: ['rfc9421', 'content-digest', 'signature-input'],
      telltales: algorithm === 'hmac-sha256' ? ['signature-input'] : [],
    }),
  ),
]

export function standardWebhooks(id: string, label: string, family: 'webhook' | 'svix') {
  return hmac({
    id,
    label,
    header: `${family}-signature`,
    form: { kind: 'list', separator: ' ', prefix: 'v1,' },
    encoding: 'base64',
    key: { decode: 'base64', prefix: 'whsec_' },
    message: '{id}.{timestamp}.{body}',
    timestamp: timeHeader(`${family}-timestamp`),
    idHeader: `${family}-id`,
    toleranceSeconds: 300,
  })
}

function standardWebhooksEd25519(id: string, label: string, family: 'webhook' | 'svix') {
  return ed25519({
    id,
    label,
    header: `${family}-signature`,
    form: { kind: 'list', separator: ' ', prefix: 'v1a,' },
    message: '{id}.{timestamp}.{body}',
    timestamp: timeHeader(`${family}-timestamp`),
    idHeader: `${family}-id`,
    toleranceSeconds: 300,
  })
}

function httpSignature(algorithm: HttpSignatureAlgorithm, name: string): HttpSignatureScheme {
  return {
    kind: 'http-signature',
    id: `http-signature-${algorithm}`,
    label: `HTTP message signature (${name})`,
    header: 'Signature',
    form: { kind: 'plain', prefix: '' },
    timestamp: null,
    idHeader: null,
    toleranceSeconds: null,
    algorithm,
    key: { decode: 'base64', prefix: '' },
  }
}
