import { seconds, uuid, when, type SenderExample } from './senderExample.ts'

const repository = { id: 1296269, name: 'hello', full_name: 'octo/hello', private: false }
const pushed = { ref: 'refs/heads/main', before: '0'.repeat(40), after: 'a'.repeat(40), repository, commits: [] }
/** Code hosts, CI and operations. */
export const codeExamples: Readonly<Record<string, SenderExample>> = {
  github: {
    headers: [
      ['Content-Type', 'application/json'],
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
      ['X-GitHub-Delivery', uuid(1)],
      ['X-GitHub-Event', 'push'],
      ['X-Gogs-Delivery', uuid(1)],
      ['X-Gogs-Event', 'push'],
      ['X-Gitea-Delivery', uuid(1)],
      ['X-Gitea-Event', 'push'],
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
      id: 'uev_checkQpVJwXJ2aTgY9mPd',
      type: 'deployment.created',
      createdAt: seconds * 1000,
      payload: { deployment: { id: 'dpl_check7Npest0olxYiAbWRpt5' } },
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
        id: '01CHECKW3NYY7LUFPZCC28QUCM',
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
      ['X-Contentful-Signed-Headers', 'x-contentful-signed-headers,x-contentful-timestamp'],
    ],
    body: { sys: { type: 'Entry', id: 'check7oDnBYnUGvQLmSaeuWk0', updatedAt: when }, fields: {} },
  },
  // sanity.io/docs/webhooks: the headers; without a projection the body is the document.
  sanity: {
    headers: [
      ['Content-Type', 'application/json'],
      ['sanity-project-id', 'check4q9'],
      ['sanity-dataset', 'production'],
      ['sanity-document-id', 'check-post'],
      ['sanity-operation', 'update'],
      ['sanity-transaction-id', 'check7oDnBYnUGvQLmSaeuWk0'],
      ['sanity-transaction-time', when],
      ['idempotency-key', 'check3f1a9b2c4d5e6f7081920a1b2c3'],
    ],
    body: { _id: 'check-post', _type: 'post', _rev: 'check7oDnBYn', _updatedAt: when, title: 'Zoë' },
  },
  // docs.netlify.com, deploy notifications: a deploy.
  netlify: {
    headers: [['Content-Type', 'application/json']],
    body: {
      id: 'c4ec34bf4fea0b01f02efa3a',
      site_id: uuid(2),
      build_id: 'c4ec34bf4fea0b01f02efa38',
      state: 'ready',
      name: 'check',
      url: 'https://check.example',
      deploy_ssl_url: 'https://c4ec34bf4fea0b01f02efa3a--check.netlify.app',
      created_at: when,
      updated_at: when,
      context: 'production',
    },
  },
  // upstash.com/docs/qstash: the body is what was published.
  qstash: {
    headers: [
      ['Content-Type', 'application/json'],
      ['Upstash-Message-Id', 'msg_checkKxXD6UBAk7DqU6hzuHMDdXF'],
      ['Upstash-Retried', '0'],
    ],
    body: { hello: 'world' },
  },
}
