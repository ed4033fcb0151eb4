import { asciiEscaped, seconds, uuid, when, type SenderExample } from './senderExample.ts'

const messageSid = 'SMc4ec000000000000000000000000000a'

const sendgridEvent = {
  email: 'check@example.com',
  event: 'delivered',
  response: '250 OK',
  sg_event_id: 'checkGVsaXZlcmVkLTAtMTIzNDU2NzgtTFJ6WGxfTkhTdE9H',
  sg_message_id: 'LRzXl_NHStOGhQ4kofSm_A.filterdrecv-p3mdw1-756b745b58-kmzbl-18-5F5FC76C-9.0',
  'smtp-id': '<check@example.com>',
  timestamp: seconds,
}

/** Messages, mail and social networks. */
export const messageExamples: Readonly<Record<string, SenderExample>> = {
  slack: {
    body: {
      token: 'check',
      team_id: 'T0CHECK1Y',
      api_app_id: 'A0CHECK2Z',
      event: { type: 'app_mention', user: 'U0CHECK3X', text: 'check', ts: `${seconds}.000100`, channel: 'C0CHECK4W' },
      type: 'event_callback',
      event_id: 'Ev0CHECKH6Q',
      event_time: seconds,
    },
  },
  // discord/discord-api-docs, webhook events.
  discord: {
    headers: [['Content-Type', 'application/json']],
    body: {
      version: 1,
      application_id: '1234560123453231555',
      type: 1,
      event: {
        type: 'ENTITLEMENT_CREATE',
        timestamp: '2026-01-31T12:00:00.000000',
        data: {
          id: '1234505980407808808',
          application_id: '1234560123453231555',
          user_id: '123456789123456789',
          sku_id: '123489045643835123',
          type: 4,
          deleted: false,
        },
      },
    },
  },
  // twilio.com/docs, track the status of outbound messages; its headers from the pages of WhatsApp calls.
  twilio: {
    headers: [
      ['Content-Type', 'application/x-www-form-urlencoded'],
      ['User-Agent', 'TwilioProxy/1.1'],
      ['I-Twilio-Idempotency-Token', uuid(1)],
    ],
    text: new URLSearchParams({
      SmsSid: messageSid,
      SmsStatus: 'delivered',
      MessageStatus: 'delivered',
      To: '+15550101',
      MessageSid: messageSid,
      AccountSid: 'ACc4ec000000000000000000000000000a',
      From: '+15550100',
      ApiVersion: '2010-04-01',
    }).toString(),
  },
  // sendgrid-nodejs, eventwebhook.spec.js: CRLF at the end.
  sendgrid: {
    headers: [
      ['Content-Type', 'application/json'],
      ['User-Agent', 'SendGrid Event API'],
    ],
    text: `${JSON.stringify([sendgridEvent])}\r\n`,
  },
  // documentation.mailgun.com, webhook payloads.
  mailgun: {
    headers: [['Content-Type', 'application/json']],
    body: {
      signature: {
        token: 'c4ec00001c2b4a5f8e7d6c9b0a1f2e3d4c5b6a7980f1e2d3c4',
        timestamp: String(seconds),
        signature: '',
      },
      'event-data': {
        id: 'checkJ7nQi2N3BPigGOdgQ',
        event: 'delivered',
        timestamp: seconds + 0.5,
        'log-level': 'info',
        recipient: 'check@example.com',
        message: {
          headers: {
            'message-id': '20260131120000.000be97f99f8cea1@mg.example.com',
            from: 'Check <check@mg.example.com>',
            to: 'check@example.com',
            subject: 'check',
          },
          size: 341,
        },
        'delivery-status': { code: 250, message: 'OK', 'attempt-no': 1 },
      },
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
  // Its body has slashes and everything beyond ASCII as escapes.
  meta: {
    text: asciiEscaped({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '102290129340398',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '15550100', phone_number_id: '106540352242922' },
                contacts: [{ profile: { name: 'Zoë Prüfer' }, wa_id: '15550101' }],
                messages: [
                  {
                    from: '15550101',
                    id: 'wamid.HBgLMTU1NTAxMDEVAgASGBQzQUNIRUNL',
                    timestamp: String(seconds),
                    type: 'text',
                    text: { body: 'Grüße' },
                  },
                ],
              },
            },
          ],
        },
      ],
    }),
  },
  // docs.x.com, account activity.
  x: {
    headers: [['Content-Type', 'application/json']],
    body: {
      for_user_id: '2244994945',
      tweet_create_events: [
        {
          created_at: 'Sat Jan 31 12:00:00 +0000 2026',
          id_str: '1050118621198921728',
          text: 'check',
          user: { id_str: '2244994946', screen_name: 'check' },
        },
      ],
    },
  },
  line: {
    body: {
      destination: 'Uc4ec0000000000000000000000000000',
      events: [
        {
          type: 'message',
          webhookEventId: '01CHECK810Q3GZ1JZBRQ3MHBS5',
          timestamp: seconds * 1000,
          source: { type: 'user', userId: 'U4ec0000000000000000000000000000c' },
          message: { id: '1', type: 'text', text: 'check' },
        },
      ],
    },
  },
  telegram: {
    body: {
      update_id: 10000,
      message: { message_id: 1365, date: seconds, chat: { id: 1111111, type: 'private' }, text: 'check' },
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
  // sinch/docs, verification callbacks; sinch-sdk-node, callbacks-webhook.test.ts.
  sinch: {
    headers: [['Content-Type', 'application/json; charset=utf-8']],
    body: {
      id: '1234567890',
      event: 'VerificationResultEvent',
      method: 'sms',
      identity: { type: 'number', endpoint: '+15550101' },
      status: 'SUCCESSFUL',
    },
  },
  resend: {
    headers: [['svix-id', 'msg_checkN8AQM9LWM0D4loKWxJe']],
    body: {
      type: 'email.delivered',
      created_at: when,
      data: { email_id: uuid(1), to: ['check@example.com'], subject: 'check' },
    },
  },
}
