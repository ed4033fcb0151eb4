import type { SenderPreset } from './senderPreset.ts'
import { ecdsa, hmac, jwt, rsa, sender, timedPairs, timeHeader, token } from './presetParts.ts'
import { standardWebhooks } from './standardPresets.ts'

/** The fields that SNS signs, in this order; a subscription's confirmation has two more than a notification. */
const snsMessage = ['Message', 'MessageId', 'SubscribeURL', 'Subject', 'Timestamp', 'Token', 'TopicArn', 'Type']
  .map((name) => `{line:/${name}}`)
  .join('')

const sns = {
  header: '',
  pointer: '/Signature',
  message: snsMessage,
  timestamp: { from: 'body', name: 'Timestamp', unit: 's' },
} as const

const snsMeaning = {
  eventType: ['/Type'],
  eventId: '/MessageId',
  time: '/Timestamp',
  objectType: '=topic',
  objectId: '/TopicArn',
}

/** Identity, cloud, files and AI. */
export const cloudPresets: readonly SenderPreset[] = [
  sender({
    scheme: standardWebhooks('openai', 'OpenAI', 'webhook'),
    evidence: 'official-library',
    source: 'openai/openai-node, tests',
    keywords: ['standard webhooks', 'ai'],
    meaning: {
      eventType: ['/type'],
      eventId: '/id|webhook-id',
      time: '/created_at',
      objectType: '/object',
      objectId: '/data/id',
    },
  }),
  sender({
    scheme: standardWebhooks('clerk', 'Clerk', 'svix'),
    evidence: 'official-library',
    source: 'clerk/javascript, backend/src/webhooks.ts',
    keywords: ['svix', 'auth'],
    meaning: {
      eventType: ['/type'],
      eventId: 'svix-id',
      time: '/timestamp',
      objectType: '/data/object',
      objectId: '/data/id',
    },
  }),
  sender({
    scheme: hmac({
      id: 'workos',
      label: 'WorkOS',
      header: 'WorkOS-Signature',
      ...timedPairs('v1', 't', ',', 'ms'),
      message: '{timestamp}.{body}',
      toleranceSeconds: 180,
    }),
    evidence: 'official-library',
    source: 'workos/workos-node',
    meaning: {
      eventType: ['/event'],
      eventId: '/id',
      time: '/created_at',
      objectType: '/data/object',
      objectId: '/data/id',
    },
  }),
  sender({
    scheme: token({ id: 'auth0', label: 'Auth0 log streams', header: 'Authorization' }),
    evidence: 'unconfirmed',
    source: 'from memory',
    keywords: ['okta', 'logs'],
    meaning: {
      items: '',
      eventType: ['/data/type'],
      eventId: '/log_id',
      time: '/data/date',
      objectType: '=user',
      objectId: '/data/user_id',
    },
  }),
  sender({
    scheme: token({ id: 'okta', label: 'Okta event hooks', header: 'Authorization' }),
    evidence: 'documented',
    source: 'help.okta.com, event hooks',
    keywords: ['auth'],
    meaning: {
      items: '/data/events',
      eventType: ['/eventType'],
      eventId: '/uuid',
      time: '/published',
      objectType: '/target/0/type',
      objectId: '/target/0/id',
    },
  }),
  sender({
    scheme: token({
      id: 'microsoft-graph',
      label: 'Microsoft Graph',
      header: '',
      pointer: '/clientState',
      items: '/value',
    }),
    evidence: 'documented',
    source: 'learn.microsoft.com, change notifications',
    keywords: ['azure', 'outlook', 'teams', 'sharepoint', 'clientState'],
    meaning: {
      items: '/value',
      eventType: ['/changeType|/lifecycleEvent'],
      eventId: '/id',
      objectType: '/resourceData/@odata.type',
      objectId: '/resourceData/id',
    },
  }),
  sender({
    scheme: rsa({ id: 'aws-sns', label: 'AWS SNS (SignatureVersion 2)', ...sns }),
    evidence: 'published-vector',
    source: 'aws/aws-sdk-ruby, message_verifier_spec.rb',
    keywords: ['amazon', 'sha256', 'in the body'],
    meaning: snsMeaning,
    telltales: ['x-amz-sns-message-type', 'x-amz-sns-topic-arn'],
  }),
  sender({
    scheme: rsa({ id: 'aws-sns-v1', label: 'AWS SNS (SignatureVersion 1)', ...sns, algorithm: 'sha1' }),
    evidence: 'official-library',
    source: 'aws/aws-js-sns-message-validator',
    keywords: ['amazon', 'sha1', 'in the body'],
    meaning: snsMeaning,
  }),
  sender({
    scheme: jwt({
      id: 'google-pubsub',
      label: 'Google Pub/Sub push',
      header: 'Authorization',
      form: { kind: 'plain', prefix: 'Bearer ' },
      algorithms: ['RS256'],
      setting: { label: 'Audience', value: '' },
      claims: {
        issuers: ['https://accounts.google.com', 'accounts.google.com'],
        audience: true,
        bodyHash: null,
        bodyHashOptional: false,
        urlHash: null,
      },
    }),
    evidence: 'unconfirmed',
    source: 'from memory',
    keywords: ['gcp', 'oidc', 'jwt', 'cloud'],
    meaning: {
      eventType: ['/message/attributes/eventType'],
      eventId: '/message/messageId',
      time: '/message/publishTime',
      objectType: '=subscription',
      objectId: '/subscription',
    },
  }),
  sender({
    scheme: token({ id: 'google-channel', label: 'Google Calendar and Drive', header: 'X-Goog-Channel-Token' }),
    evidence: 'unconfirmed',
    source: 'from memory',
    keywords: ['push', 'workspace'],
    meaning: {
      eventType: ['X-Goog-Resource-State'],
      eventId: 'X-Goog-Message-Number',
      objectType: '=resource',
      objectId: 'X-Goog-Resource-ID',
    },
    telltales: ['x-goog-channel-id', 'x-goog-resource-state'],
  }),
  sender({
    scheme: hmac({ id: 'dropbox', label: 'Dropbox', header: 'X-Dropbox-Signature' }),
    evidence: 'documented',
    source: 'Dropbox documentation, read through webhook-verify SPEC.md',
    meaning: { eventType: ['@key'], objectType: '=account', objectId: '/list_folder/accounts/0' },
  }),
  sender({
    scheme: hmac({
      id: 'box',
      label: 'Box',
      header: 'box-signature-primary',
      alsoIn: ['box-signature-secondary'],
      encoding: 'base64',
      message: '{body}{timestamp}',
      timestamp: timeHeader('box-delivery-timestamp'),
      toleranceSeconds: 600,
    }),
    evidence: 'published-vector',
    source: 'box/box-node-sdk, webhooks-test.js',
    meaning: {
      eventType: ['/trigger'],
      eventId: '/id',
      time: '/created_at',
      objectType: '/source/type',
      objectId: '/source/id',
    },
    telltales: ['box-delivery-id'],
  }),
  sender({
    scheme: ecdsa({
      id: 'ebay',
      label: 'eBay',
      header: 'x-ebay-signature',
      form: { kind: 'json', field: 'signature' },
      algorithm: 'sha1',
    }),
    evidence: 'published-vector',
    source: 'eBay/event-notification-nodejs-sdk, test/test.json',
    meaning: {
      eventType: ['/metadata/topic'],
      eventId: '/notification/notificationId',
      time: '/notification/eventDate',
      objectType: '=user',
      objectId: '/notification/data/userId',
    },
  }),
]
