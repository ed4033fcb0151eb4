import type { HeaderLine } from '../../../shared/model.ts'

/** A delivery as a sender documents it, without its signature. */
export interface SenderExample {
  /** In place of what every template has; `Content-Type` only where it is not that of JSON. */
  headers?: readonly HeaderLine[]
  /** Written as JSON. */
  body: unknown
}

/** An id as examples have it. */
export const uuid = (end: number) => `c4ec0000-0000-4000-a000-${String(end).padStart(12, '0')}`
export const when = '2026-01-31T12:00:00Z'
export const seconds = 1769860800

const repository = { id: 1296269, name: 'hello', full_name: 'octo/hello', private: false }
const pushed = { ref: 'refs/heads/main', before: '0'.repeat(40), after: 'a'.repeat(40), repository, commits: [] }
/**
 * Senders of code, operations and payments, whose documentation or library shows a delivery. A sender without an example
 * gets a body made from its preset.
 */
export const codeExamples: Readonly<Record<string, SenderExample>> = {
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
}
