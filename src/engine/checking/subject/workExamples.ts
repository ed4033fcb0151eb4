import { seconds, uuid, when, type SenderExample } from './senderExample.ts'

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

/** Commerce and tools of work. */
export const workExamples: Readonly<Record<string, SenderExample>> = {
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
      id: 'notif_ccd8a4d0-f965-11e3-a367-c779cae3e1b3',
      topic: 'contact.created',
      created_at: seconds,
    },
  },
  zendesk: {
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['X-Zendesk-Account-Id', '123456'],
      ['X-Zendesk-Webhook-Id', '01CHECKFQ6BG29CNWFR60NK5FN'],
      ['X-Zendesk-Webhook-Invocation-Id', uuid(2)],
    ],
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
  // developers.figma.com, webhook events.
  figma: {
    headers: [['Content-Type', 'application/json']],
    body: {
      event_type: 'FILE_UPDATE',
      file_key: 'checkJNn5eZLQKDoARMND5',
      file_name: 'check',
      passcode: '',
      timestamp: when,
      webhook_id: '22',
    },
  },
  asana: {
    body: { events: [{ action: 'changed', created_at: when, resource: { gid: '1337', resource_type: 'task' } }] },
  },
  // developer.monday.com, sample payload for webhook events.
  monday: {
    headers: [['Content-Type', 'application/json']],
    body: {
      event: {
        userId: 9603417,
        originalTriggerUuid: null,
        boardId: 1771812698,
        pulseId: 1772099344,
        pulseName: 'check',
        groupId: 'topics',
        groupName: 'Group Title',
        groupColor: '#579bfc',
        isTopGroup: true,
        columnValues: {},
        app: 'monday',
        type: 'create_pulse',
        triggerTime: '2026-01-31T12:00:00.210Z',
        subscriptionId: 73759690,
        triggerUuid: 'c4ec000017c530f43668de1301424450',
      },
    },
  },
  trello: {
    body: {
      action: { id: 'a'.repeat(24), type: 'createCard', date: when, data: {} },
      model: { id: 'b'.repeat(24), name: 'check' },
    },
  },
  typeform: {
    body: {
      event_id: '01CHECKT8ZP4Q1R7M3V5X9Y2WB',
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
  // developers.smartsheet.com, webhook callbacks.
  smartsheet: {
    headers: [['Content-Type', 'application/json']],
    body: {
      nonce: uuid(1),
      timestamp: '2026-01-31T12:00:00.000+00:00',
      webhookId: 8951687911106436,
      scope: 'sheet',
      scopeObjectId: 285065612683140,
      events: [
        {
          objectType: 'row',
          eventType: 'created',
          id: 3987537850460036,
          userId: 789168465962884,
          timestamp: '2026-01-31T12:00:00.000+00:00',
        },
      ],
    },
  },
  // airtable.com/developers/web/api/webhooks-overview: no records, only where they are.
  airtable: {
    headers: [['Content-Type', 'application/json']],
    body: {
      base: { id: 'app00000000000000' },
      webhook: { id: 'ach00000000000000' },
      timestamp: '2026-01-31T12:00:00.663Z',
    },
  },
}
