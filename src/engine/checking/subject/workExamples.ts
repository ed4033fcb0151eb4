import { seconds, type SenderExample, uuid, when } from './codeExamples.ts'

const hubspotEvent = {
  eventId: 531833541,
  subscriptionId: 3923621,
  portalId: 48807704,
  appId: 16111050,
  occurredAt: seconds * 1000,
  subscriptionType: 'contact.creation',
  attemptNumber: 0,
  objectId: 138017612137,
}
const svixUser = { object: 'event', type: 'user.created', timestamp: seconds * 1000, instance_id: 'ins_check' }

/** Senders of messages, media, commerce and work tools, whose documentation or library shows a delivery. */
export const workExamples: Readonly<Record<string, SenderExample>> = {
  slack: {
    body: {
      token: 'check',
      team_id: 'T0CHECK',
      api_app_id: 'A0CHECK',
      event: { type: 'app_mention', user: 'U0CHECK', text: 'check', ts: `${seconds}.000100`, channel: 'C0CHECK' },
      type: 'event_callback',
      event_id: 'Ev0CHECK',
      event_time: seconds,
    },
  },
  twitch: {
    headers: [
      ['Twitch-Eventsub-Message-Id', uuid(1)],
      ['Twitch-Eventsub-Message-Retry', '0'],
      ['Twitch-Eventsub-Message-Type', 'notification'],
      ['Twitch-Eventsub-Subscription-Type', 'channel.follow'],
      ['Twitch-Eventsub-Subscription-Version', '2'],
    ],
    body: {
      subscription: { id: uuid(2), type: 'channel.follow', version: '2', status: 'enabled' },
      event: { user_id: '1234', broadcaster_user_id: '1337', followed_at: when },
    },
  },
  zoom: {
    body: {
      event: 'meeting.started',
      event_ts: seconds * 1000,
      payload: { account_id: 'check', object: { id: '1234567890', uuid: 'check' } },
    },
  },
  mux: {
    body: {
      type: 'video.asset.ready',
      id: uuid(1),
      created_at: when,
      object: { type: 'asset', id: 'check' },
      data: { id: 'check', status: 'ready' },
    },
  },
  workos: {
    body: { id: 'event_check', event: 'user.created', data: { object: 'user', id: 'user_check' }, created_at: when },
  },
  clerk: { body: { ...svixUser, data: { object: 'user', id: 'user_check' } } },
  resend: {
    body: {
      type: 'email.delivered',
      created_at: when,
      data: { email_id: uuid(1), to: ['check@example.com'], subject: 'check' },
    },
  },
  openai: {
    body: {
      object: 'event',
      id: 'evt_check',
      type: 'response.completed',
      created_at: seconds,
      data: { id: 'resp_check' },
    },
  },
  box: {
    headers: [
      ['box-delivery-id', uuid(2)],
      ['box-signature-version', '1'],
      ['box-signature-algorithm', 'HmacSHA256'],
    ],
    body: {
      type: 'webhook_event',
      id: uuid(1),
      created_at: when,
      trigger: 'FILE.UPLOADED',
      webhook: { id: '4165', type: 'webhook' },
      source: { id: '73835521473', type: 'file', name: 'check.txt' },
    },
  },
  dropbox: { body: { list_folder: { accounts: ['dbid:check'] }, delta: { users: [12345678] } } },
  shopify: {
    headers: [
      ['User-Agent', 'Shopify-Captain-Hook'],
      ['X-Shopify-Topic', 'orders/create'],
      ['X-Shopify-Shop-Domain', 'check.myshopify.com'],
      ['X-Shopify-API-Version', '2026-01'],
      ['X-Shopify-Webhook-Id', uuid(1)],
      ['X-Shopify-Event-Id', uuid(2)],
      ['X-Shopify-Triggered-At', when],
    ],
    body: {
      id: 820982911946154,
      admin_graphql_api_id: 'gid://shopify/Order/820982911946154',
      email: 'check@example.com',
      created_at: when,
      total_price: '12.00',
      currency: 'EUR',
    },
  },
  hubspot: { body: [hubspotEvent] },
  'hubspot-v1': { headers: [['X-HubSpot-Signature-Version', 'v1']], body: [hubspotEvent] },
  'hubspot-v2': { headers: [['X-HubSpot-Signature-Version', 'v2']], body: [hubspotEvent] },
  intercom: {
    body: {
      type: 'notification_event',
      app_id: 'check',
      data: { type: 'notification_event_data', item: { type: 'contact', id: 'check' } },
      id: 'notif_check',
      topic: 'contact.created',
      created_at: seconds,
    },
  },
  zendesk: {
    headers: [['X-Zendesk-Webhook-Invocation-Id', uuid(2)]],
    body: {
      type: 'zen:event-type:ticket.created',
      id: uuid(1),
      time: when,
      detail: { id: '35436', subject: 'check' },
      event: {},
    },
  },
  notion: {
    body: {
      id: uuid(1),
      timestamp: when,
      type: 'page.created',
      attempt_number: 1,
      entity: { id: uuid(2), type: 'page' },
      data: {},
    },
  },
  asana: {
    body: { events: [{ action: 'changed', created_at: when, resource: { gid: '1337', resource_type: 'task' } }] },
  },
  trello: {
    body: {
      action: { id: 'a'.repeat(24), type: 'createCard', date: when, data: {} },
      model: { id: 'b'.repeat(24), name: 'check' },
    },
  },
  typeform: {
    body: {
      event_id: 'check',
      event_type: 'form_response',
      form_response: { form_id: 'check', token: 'check', submitted_at: when, answers: [] },
    },
  },
  calendly: {
    body: {
      event: 'invitee.created',
      created_at: when,
      created_by: 'https://api.calendly.com/users/check',
      payload: { uri: 'https://api.calendly.com/scheduled_events/check/invitees/check' },
    },
  },
  docusign: {
    headers: [['x-authorization-digest', 'HMACSHA256']],
    body: {
      event: 'envelope-completed',
      apiVersion: 'v2.1',
      retryCount: 0,
      generatedDateTime: when,
      data: { accountId: uuid(1), envelopeId: uuid(2) },
    },
  },
  meta: {
    body: {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: { messaging_product: 'whatsapp', messages: [{ id: 'wamid.check', type: 'text' }] },
            },
          ],
        },
      ],
    },
  },
  line: {
    body: {
      destination: 'U0check',
      events: [
        {
          type: 'message',
          webhookEventId: '01CHECK',
          timestamp: seconds * 1000,
          source: { type: 'user', userId: 'U0check' },
          message: { id: '1', type: 'text', text: 'check' },
        },
      ],
    },
  },
  postmark: {
    body: {
      RecordType: 'Delivery',
      MessageID: uuid(1),
      Recipient: 'check@example.com',
      DeliveredAt: when,
      ServerID: 23,
    },
  },
  telegram: {
    body: {
      update_id: 10000,
      message: { message_id: 1365, date: seconds, chat: { id: 1111111, type: 'private' }, text: 'check' },
    },
  },
}
