import { seconds, uuid, when, type SenderExample } from './senderExample.ts'

const json: SenderExample['headers'] = [['Content-Type', 'application/json']]

/** Calls, voices and real-time channels. */
export const voiceExamples: Readonly<Record<string, SenderExample>> = {
  // developers.telnyx.com, webhook fundamentals: a call.
  telnyx: {
    headers: json,
    body: {
      data: {
        record_type: 'event',
        event_type: 'call.answered',
        id: uuid(1),
        occurred_at: when,
        payload: {
          call_control_id: 'v3:check7oDnBYnUGvQLmSaeuWk0',
          call_session_id: uuid(2),
          connection_id: '7267xxxxxxxxxxxxxx',
          from: '+35319605860',
          to: '+13129457420',
          state: 'answered',
        },
      },
      meta: { attempt: 1, delivered_to: 'https://example.com/hooks' },
    },
  },
  // elevenlabs.io/docs, post-call webhooks.
  elevenlabs: {
    headers: json,
    body: {
      type: 'post_call_transcription',
      event_timestamp: seconds,
      data: {
        agent_id: 'check_agent_xyz',
        conversation_id: 'conv_check',
        status: 'done',
        transcript: [{ role: 'agent', message: 'Hey there. How can I help you?', time_in_call_secs: 0 }],
      },
    },
  },
  // docs.retellai.com, webhooks: a call that ended.
  retell: {
    headers: json,
    body: {
      event: 'call_ended',
      call: {
        call_type: 'phone_call',
        call_id: 'check0a1b2c3d4e5f60718293a4b5c6d7',
        agent_id: 'check_agent',
        call_status: 'ended',
        from_number: '+12137771234',
        to_number: '+12137771235',
        direction: 'inbound',
        start_timestamp: seconds * 1000,
        end_timestamp: seconds * 1000 + 30_000,
        disconnection_reason: 'user_hangup',
      },
    },
  },
  // developer.vonage.com, Messages API: the status of a message.
  vonage: {
    headers: json,
    body: {
      message_uuid: uuid(1),
      to: '447700900000',
      from: '447700900001',
      timestamp: when,
      status: 'delivered',
      channel: 'sms',
    },
  },
  // plivo.com/docs, voice: the parameters of a hangup.
  plivo: {
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    text: new URLSearchParams({
      CallUUID: uuid(1),
      From: '15551234567',
      To: '15557654321',
      CallStatus: 'completed',
      Direction: 'inbound',
      Event: 'Hangup',
    }).toString(),
  },
  // livekit/protocol, webhook/url_notifier.go: the content type; 64-bit numbers are texts.
  livekit: {
    headers: [['Content-Type', 'application/webhook+json']],
    body: {
      event: 'room_started',
      room: { sid: 'RM_checkUvAqgzKz', name: 'check', emptyTimeout: 300, creationTime: String(seconds) },
      id: 'EV_check6rVgzKq',
      createdAt: String(seconds),
    },
  },
  // pusher.com/docs, webhooks.
  pusher: {
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Pusher-Key', 'checkf7e2b1a9c4d3'],
    ],
    body: { time_ms: seconds * 1000, events: [{ channel: 'presence-check', name: 'channel_occupied' }] },
  },
}
