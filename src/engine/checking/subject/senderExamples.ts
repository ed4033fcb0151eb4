import type { HeaderLine } from '../../../shared/model.ts'

/** A delivery as a sender documents it, without its signature. */
export interface SenderExample {
  /** In place of what every template has; `Content-Type` only where it is not that of JSON. */
  headers?: readonly HeaderLine[]
  /** Written as JSON. */
  body: unknown
}

const uuid = (end: number) => `c4ec0000-0000-4000-a000-${String(end).padStart(12, '0')}`
const when = '2026-01-31T12:00:00Z'
const seconds = 1769860800

const repository = { id: 1296269, name: 'hello', full_name: 'octo/hello', private: false }
const pushed = { ref: 'refs/heads/main', before: '0'.repeat(40), after: 'a'.repeat(40), repository, commits: [] }
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

/**
 * Headers, types and ids of senders whose documentation or library shows a delivery (docs/senders.md). Senders that are not
 * here get what their preset says about their bodies.
 */
export const senderExamples: Readonly<Record<string, SenderExample>> = {
  github: {
    headers: [
      ['User-Agent', 'GitHub-Hookshot/044aadd'],
      ['X-GitHub-Delivery', uuid(1)],
      ['X-GitHub-Event', 'issues'],
      ['X-GitHub-Hook-ID', '292430182'],
      ['X-GitHub-Hook-Installation-Target-ID', '79929171'],
      ['X-GitHub-Hook-Installation-Target-Type', 'repository'],
    ],
    body: {
      action: 'opened',
      issue: { id: 73464126, number: 2, title: 'check' },
      repository,
      sender: { login: 'octo', id: 1 },
    },
  },
  gitlab: {
    headers: [
      ['X-Gitlab-Event', 'Issue Hook'],
      ['X-Gitlab-Event-UUID', uuid(1)],
      ['X-Gitlab-Webhook-UUID', uuid(2)],
      ['X-Gitlab-Instance', 'https://gitlab.com'],
      ['Idempotency-Key', uuid(3)],
    ],
    body: { object_kind: 'issue', event_type: 'issue', object_attributes: { id: 301, iid: 23, action: 'open' } },
  },
  gitea: {
    headers: [
      ['X-Gitea-Event', 'push'],
      ['X-Gitea-Delivery', uuid(1)],
    ],
    body: pushed,
  },
  bitbucket: {
    headers: [
      ['X-Event-Key', 'repo:push'],
      ['X-Request-UUID', uuid(1)],
      ['X-Hook-UUID', uuid(2)],
      ['X-Attempt-Number', '1'],
    ],
    body: { repository: { uuid: `{${uuid(3)}}`, full_name: 'octo/hello' }, push: { changes: [] } },
  },
  jira: {
    headers: [['X-Atlassian-Webhook-Identifier', uuid(1)]],
    body: { timestamp: seconds * 1000, webhookEvent: 'jira:issue_created', issue: { id: '10001', key: 'CHK-1' } },
  },
  circleci: {
    headers: [['circleci-event-type', 'workflow-completed']],
    body: { type: 'workflow-completed', id: uuid(1), happened_at: when, workflow: { id: uuid(2), status: 'success' } },
  },
  vercel: {
    body: {
      id: 'uev_check',
      type: 'deployment.created',
      createdAt: seconds * 1000,
      payload: { deployment: { id: 'dpl_check' } },
    },
  },
  sentry: {
    headers: [
      ['Request-ID', uuid(1).replaceAll('-', '')],
      ['Sentry-Hook-Resource', 'issue'],
      ['Sentry-Hook-Timestamp', String(seconds)],
    ],
    body: {
      action: 'created',
      installation: { uuid: uuid(2) },
      data: { issue: { id: '1170820242', title: 'check' } },
      actor: { type: 'application', id: 'sentry', name: 'Sentry' },
    },
  },
  pagerduty: {
    headers: [['X-Webhook-Id', uuid(2)]],
    body: {
      event: {
        id: '01CHECK',
        event_type: 'incident.triggered',
        resource_type: 'incident',
        occurred_at: when,
        data: { id: 'PGR0VU2', type: 'incident' },
      },
    },
  },
  linear: {
    headers: [
      ['Linear-Delivery', uuid(1)],
      ['Linear-Event', 'Issue'],
    ],
    body: {
      action: 'create',
      type: 'Issue',
      createdAt: when,
      data: { id: uuid(2), title: 'check' },
      webhookTimestamp: seconds * 1000,
    },
  },
  contentful: {
    headers: [
      ['Content-Type', 'application/vnd.contentful.management.v1+json'],
      ['X-Contentful-Topic', 'ContentManagement.Entry.publish'],
    ],
    body: { sys: { type: 'Entry', id: 'check', updatedAt: when }, fields: {} },
  },
  stripe: {
    headers: [['User-Agent', 'Stripe/1.0 (+https://stripe.com/docs/webhooks)']],
    body: {
      id: 'evt_check',
      object: 'event',
      api_version: '2025-03-31.basil',
      created: seconds,
      data: {
        object: { id: 'pi_check', object: 'payment_intent', amount: 1200, currency: 'eur', status: 'succeeded' },
      },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type: 'payment_intent.succeeded',
    },
  },
  paypal: {
    headers: [['PAYPAL-TRANSMISSION-ID', uuid(1)]],
    body: {
      id: 'WH-check',
      event_version: '1.0',
      create_time: when,
      resource_type: 'capture',
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { id: 'check', status: 'COMPLETED' },
    },
  },
  square: {
    body: {
      merchant_id: 'check',
      type: 'payment.created',
      event_id: uuid(1),
      created_at: when,
      data: { type: 'payment', id: 'check', object: {} },
    },
  },
  paddle: {
    body: {
      event_id: 'evt_check',
      event_type: 'transaction.completed',
      occurred_at: when,
      notification_id: 'ntf_check',
      data: { id: 'txn_check', status: 'completed' },
    },
  },
  'lemon-squeezy': {
    headers: [['X-Event-Name', 'order_created']],
    body: { meta: { event_name: 'order_created' }, data: { type: 'orders', id: '1', attributes: { total: 1200 } } },
  },
  razorpay: {
    headers: [['x-razorpay-event-id', 'check']],
    body: {
      entity: 'event',
      account_id: 'acc_check',
      event: 'payment.captured',
      contains: ['payment'],
      payload: { payment: { entity: { id: 'pay_check', amount: 1200 } } },
      created_at: seconds,
    },
  },
  mollie: {
    body: { resource: 'event', id: 'event_check', type: 'payment-link.paid', entityId: 'pl_check', createdAt: when },
  },
  'coinbase-commerce': {
    body: {
      id: uuid(2),
      attempt_number: 1,
      event: { id: uuid(1), type: 'charge:confirmed', created_at: when, data: { code: 'CHECK' } },
    },
  },
  wise: {
    headers: [
      ['X-Delivery-Id', uuid(1)],
      ['X-Test-Notification', 'true'],
    ],
    body: {
      data: {
        resource: { id: 49983981, profile_id: 1, account_id: 2, type: 'transfer' },
        current_state: 'outgoing_payment_sent',
        occurred_at: when,
      },
      subscription_id: uuid(2),
      event_type: 'transfers#state-change',
      schema_version: '2.0.0',
      sent_at: when,
    },
  },
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
