import { asciiEscaped, seconds, uuid, when, type SenderExample } from './senderExample.ts'

const svixUser = {
  object: 'event',
  type: 'user.created',
  timestamp: seconds * 1000,
  instance_id: 'ins_2checkMk8pRbO6nQ9sT4vWx',
}

function snsExample(version: '1' | '2'): SenderExample {
  const topic = 'arn:aws:sns:eu-west-1:123456789012:check'
  const subscription = `${topic}:${uuid(2)}`
  const fields = {
    Type: 'Notification',
    MessageId: uuid(1),
    TopicArn: topic,
    Subject: 'check',
    Message: '{"id":"check"}',
    Timestamp: '2026-01-31T12:00:00.655Z',
    SignatureVersion: version,
    Signature: '',
    SigningCertURL:
      'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-c4ec0000000000000000000000000000.pem',
    UnsubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=${subscription}`,
  }
  const lines = Object.entries(fields).map(([name, value]) => `  ${JSON.stringify(name)} : ${JSON.stringify(value)}`)
  return {
    headers: [
      ['x-amz-sns-message-type', 'Notification'],
      ['x-amz-sns-message-id', uuid(1)],
      ['x-amz-sns-topic-arn', topic],
      ['x-amz-sns-subscription-arn', subscription],
      ['Content-Type', 'text/plain; charset=UTF-8'],
      ['User-Agent', 'Amazon Simple Notification Service Agent'],
    ],
    text: `{\n${lines.join(',\n')}\n}`,
  }
}

/** Identity, cloud, files and AI. */
export const cloudExamples: Readonly<Record<string, SenderExample>> = {
  openai: {
    headers: [['webhook-id', 'wh_check85fa310819cbedd57d0ccbd3c']],
    body: {
      object: 'event',
      id: 'evt_check85fa310819cbedd57d0ccbd3ce5',
      type: 'response.completed',
      created_at: seconds,
      data: { id: 'resp_check85f9c0819cbfb5bc4a2eae7f1b' },
    },
  },
  clerk: {
    headers: [['svix-id', 'msg_checkN8AQM9LWM0D4loKWxJe']],
    body: { ...svixUser, data: { object: 'user', id: 'user_2checkg7np7Hrk0SN6kj5EDMLDaNL' } },
  },
  // @kinde/webhooks, types.d.ts: the claims; they become a token when they are signed.
  kinde: {
    headers: [['Content-Type', 'application/jwt']],
    body: {
      type: 'user.created',
      event_id: 'event_check0193b5a1c2d3e4f5061728394a5b',
      source: 'admin',
      timestamp: when,
      data: { user: { id: 'kp_check9b2c4d5e6f7081920a1b2c3', email: 'jane@example.com', first_name: 'Jane' } },
    },
  },
  workos: {
    body: {
      id: 'event_01CHECKEQP8Q2M4G6A1NB5D9ZV',
      event: 'user.created',
      data: { object: 'user', id: 'user_01CHECKZ3K7V9XW2T5R8Y0HJNC' },
      created_at: when,
    },
  },
  // auth0.com/docs, custom log streams, with the content format JSON Array.
  auth0: {
    headers: [['Content-Type', 'application/json']],
    body: [
      {
        log_id: '90020260131120000410000000000000000000000000000000',
        data: {
          date: '2026-01-31T12:00:00.410Z',
          type: 's',
          description: 'Successful login',
          connection: 'Username-Password-Authentication',
          client_id: 'checkClientId00000000000000000000',
          client_name: 'check',
          ip: '203.0.113.10',
          user_id: 'auth0|64fc4ec00000000000000001',
          user_name: 'check@example.com',
        },
      },
    ],
  },
  // developer.okta.com, event hooks, sample event delivery payload.
  okta: {
    headers: [['Content-Type', 'application/json']],
    body: {
      eventType: 'com.okta.event_hook',
      eventTypeVersion: '1.0',
      cloudEventsVersion: '0.1',
      contentType: 'application/json',
      eventId: uuid(1),
      eventTime: '2026-01-31T12:00:00.032Z',
      source: 'https://example.okta.com/api/v1/eventHooks/whoql0HfiLGPWc8Jx0g3',
      data: {
        events: [
          {
            uuid: uuid(2),
            published: '2026-01-31T12:00:00.000Z',
            eventType: 'group.user_membership.add',
            version: '0',
            displayMessage: 'Add user to group membership',
            severity: 'INFO',
            actor: { id: '00u1qw6mqitPHM8AJ0g7', type: 'User', alternateId: 'admin@example.com' },
            outcome: { result: 'SUCCESS' },
            target: [{ id: '00u2yuxqc4rUOtf3J4x6', type: 'User', alternateId: 'check@example.com' }],
          },
        ],
      },
    },
  },
  // learn.microsoft.com, changeNotificationCollection.
  'microsoft-graph': {
    body: {
      value: [
        {
          id: 'c4ec0000checklsgfw6xWZX2zhAdIlDOVd8PYiUv27Q=',
          subscriptionId: uuid(1),
          subscriptionExpirationDateTime: '2026-02-07T12:00:00.0000000+00:00',
          clientState: '',
          changeType: 'created',
          resource: `Users/${uuid(2)}/Messages/AAMkAGcheck`,
          tenantId: uuid(3),
          resourceData: {
            '@odata.type': '#Microsoft.Graph.Message',
            '@odata.id': `Users/${uuid(2)}/Messages/AAMkAGcheck`,
            '@odata.etag': 'W/"CQAAABYAAADkrWGo7bouTKlsgTZMr9KwAAAUWRHf"',
            id: 'AAMkAGcheck',
          },
        },
      ],
    },
  },
  // learn.microsoft.com, Event Grid event schema; its headers from the page of Event Hubs as a handler.
  'azure-event-grid': {
    headers: [
      ['aeg-subscription-name', 'CHECK'],
      ['aeg-delivery-count', '0'],
      ['aeg-data-version', ''],
      ['aeg-metadata-version', '1'],
      ['aeg-event-type', 'Notification'],
    ],
    body: [
      {
        topic: `/subscriptions/${uuid(1)}/resourceGroups/check/providers/Microsoft.Storage/storageAccounts/check`,
        subject: '/blobServices/default/containers/check/blobs/check.txt',
        eventType: 'Microsoft.Storage.BlobCreated',
        eventTime: '2026-01-31T12:00:00.8053990Z',
        id: uuid(2),
        data: { api: 'PutBlob', contentType: 'text/plain', contentLength: 12, blobType: 'BlockBlob' },
        dataVersion: '',
        metadataVersion: '1',
      },
    ],
  },
  // cloudevents/spec, HTTP protocol binding (binary mode) and http-webhook.md.
  cloudevents: {
    headers: [
      ['WebHook-Request-Origin', 'eventemitter.example.com'],
      ['ce-specversion', '1.0'],
      ['ce-type', 'com.example.someevent'],
      ['ce-time', when],
      ['ce-id', uuid(1)],
      ['ce-source', '/mycontext/subcontext'],
      ['ce-subject', 'check'],
    ],
    body: { check: true, amount: 1200 },
  },
  // docs.aws.amazon.com, HTTP/HTTPS notification JSON format: text with a space around each colon.
  'aws-sns': snsExample('2'),
  'aws-sns-v1': snsExample('1'),
  // cloud.google.com/pubsub/docs/push and storage/docs/pubsub-notifications.
  'google-pubsub': {
    headers: [['Content-Type', 'application/json']],
    body: {
      message: {
        attributes: {
          notificationConfig: 'projects/_/buckets/check/notificationConfigs/3',
          eventType: 'OBJECT_FINALIZE',
          payloadFormat: 'JSON_API_V1',
          bucketId: 'check',
          objectId: 'check.txt',
          objectGeneration: '1769860800000000',
        },
        data: btoa('{"kind":"storage#object","name":"check.txt"}'),
        messageId: '2070443601311540',
        message_id: '2070443601311540',
        publishTime: '2026-01-31T12:00:00.749Z',
        publish_time: '2026-01-31T12:00:00.749Z',
      },
      subscription: 'projects/check/subscriptions/check',
    },
  },
  // developers.google.com, Drive and Calendar push notifications: everything is in the headers.
  'google-channel': {
    headers: [
      ['Content-Type', 'application/json; utf-8'],
      ['User-Agent', 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)'],
      ['X-Goog-Channel-ID', uuid(1)],
      ['X-Goog-Channel-Expiration', 'Sat, 07 Feb 2026 12:00:00 GMT'],
      ['X-Goog-Resource-ID', 'ret08u3rv24htgh289g'],
      ['X-Goog-Resource-URI', 'https://www.googleapis.com/drive/v3/files/ret08u3rv24htgh289g'],
      ['X-Goog-Resource-State', 'update'],
      ['X-Goog-Changed', 'content,properties'],
      ['X-Goog-Message-Number', '10'],
    ],
    text: '',
  },
  dropbox: {
    body: { list_folder: { accounts: ['dbid:AACheckk5xOWJ1QnmCFqpVtDpnUmEhAbCdE'] }, delta: { users: [12345678] } },
  },
  // Its body has slashes and everything beyond ASCII as escapes.
  box: {
    headers: [
      ['box-delivery-id', uuid(2)],
      ['box-signature-version', '1'],
      ['box-signature-algorithm', 'HmacSHA256'],
    ],
    text: asciiEscaped({
      type: 'webhook_event',
      id: uuid(1),
      created_at: when,
      trigger: 'FILE.UPLOADED',
      webhook: { id: '4165', type: 'webhook' },
      source: {
        id: '73835521473',
        type: 'file',
        name: 'Prüfung.txt',
        shared_link: { url: 'https://app.box.com/s/check' },
      },
    }),
  },
  // eBay/event-notification-nodejs-sdk, test/test.json.
  ebay: {
    headers: [['Content-Type', 'application/json']],
    body: {
      metadata: { topic: 'MARKETPLACE_ACCOUNT_DELETION', schemaVersion: '1.0', deprecated: false },
      notification: {
        notificationId: `${uuid(1)}_${uuid(2)}`,
        eventDate: '2026-01-31T12:00:00.462Z',
        publishDate: '2026-01-31T12:00:00.679Z',
        publishAttemptCount: 1,
        data: {
          username: 'check_user',
          userId: 'ma8check1jySJC',
          eiasToken: 'nY+sHZ2PrBmdj6wVnY+sEZ2PrA2dj6wJnY+gAZGEpwmdj6x9nY+seQ==',
        },
      },
    },
  },
}
