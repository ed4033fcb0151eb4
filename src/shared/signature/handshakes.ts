import { type Handshake, type HandshakeValue, maxEchoLength, type Spot } from './handshake.ts'

const echo = (spot: Spot): HandshakeValue => ({ ...spot, pattern: /^[\x20-\x7e]+$/, longest: maxEchoLength })
const query = (name: string): Spot => ({ in: 'query', name })
const header = (name: string): Spot => ({ in: 'header', name })
const body = (name: string): Spot => ({ in: 'body', name })

/** Signed text in a sender's own alphabet: no event's body and no signed message is written in it. */
const shortToken = { pattern: /^[A-Za-z0-9_-]+$/, longest: 128 }

export const handshakes: readonly Handshake[] = [
  {
    name: 'slack-url-verification',
    label: 'Slack URL verification',
    senders: ['slack'],
    evidence: 'documented',
    source: 'api.slack.com, url_verification event',
    method: 'POST',
    when: [{ ...body('/type'), is: 'url_verification' }],
    values: { challenge: echo(body('/challenge')) },
    answer: { status: 200, text: '{challenge}' },
  },
  {
    name: 'meta-verification',
    label: 'Meta verification request',
    senders: ['meta'],
    evidence: 'documented',
    source: 'developers.facebook.com, Messenger webhooks; whatsappapijs',
    method: 'GET',
    when: [{ ...query('hub.mode'), is: 'subscribe' }],
    values: { challenge: echo(query('hub.challenge')) },
    verifyToken: query('hub.verify_token'),
    answer: { status: 200, text: '{challenge}' },
  },
  {
    name: 'x-crc',
    label: 'X challenge-response check',
    senders: ['x'],
    evidence: 'documented',
    source: 'docs.x.com, challenge-response checks; no example has an answer',
    method: 'GET',
    when: [query('crc_token')],
    values: { challenge: { ...query('crc_token'), ...shortToken } },
    signs: { by: 'hmac', algorithm: 'sha256', encoding: 'base64' },
    answer: { status: 200, json: { response_token: 'sha256={signed}' } },
  },
  {
    name: 'zoom-url-validation',
    label: 'Zoom URL validation',
    senders: ['zoom'],
    evidence: 'documented',
    source: 'zoom/webhook-sample; the example has no key',
    method: 'POST',
    when: [{ ...body('/event'), is: 'endpoint.url_validation' }],
    // Without a colon: every message that Zoom signs starts with "v0:".
    values: { challenge: { ...body('/payload/plainToken'), pattern: /^[A-Za-z0-9_+/=-]+$/, longest: 128 } },
    signs: { by: 'hmac', algorithm: 'sha256', encoding: 'hex' },
    answer: { status: 200, json: { plainToken: '{challenge}', encryptedToken: '{signed}' } },
  },
  {
    name: 'dropbox-challenge',
    label: 'Dropbox challenge',
    senders: ['dropbox'],
    evidence: 'documented',
    source: 'Dropbox documentation, read through public handlers',
    method: 'GET',
    when: [query('challenge')],
    values: { challenge: echo(query('challenge')) },
    answer: { status: 200, text: '{challenge}' },
  },
  {
    name: 'graph-validation',
    label: 'Microsoft Graph validation',
    senders: ['microsoft-graph'],
    evidence: 'documented',
    source: 'learn.microsoft.com, change notifications through webhooks',
    method: 'POST',
    when: [query('validationToken')],
    values: { challenge: echo(query('validationToken')) },
    answer: { status: 200, text: '{challenge}' },
  },
  {
    name: 'event-grid-validation',
    label: 'Event Grid subscription validation',
    senders: ['azure-event-grid'],
    evidence: 'documented',
    source: 'learn.microsoft.com, Event Grid endpoint validation',
    method: 'POST',
    when: [{ ...body('/0/eventType'), is: 'Microsoft.EventGrid.SubscriptionValidationEvent' }],
    values: { challenge: { ...body('/0/data/validationCode'), pattern: /^[\x21-\x7e]+$/, longest: 256 } },
    answer: { status: 200, json: { validationResponse: '{challenge}' } },
  },
  {
    name: 'cloudevents-options',
    label: 'CloudEvents abuse protection',
    senders: ['cloudevents', 'azure-event-grid'],
    evidence: 'documented',
    source: 'cloudevents/spec, http-webhook.md',
    method: 'OPTIONS',
    when: [header('WebHook-Request-Origin')],
    values: {
      challenge: { ...header('WebHook-Request-Origin'), pattern: /^[A-Za-z0-9][A-Za-z0-9.:-]*$/, longest: 253 },
      rate: { ...header('WebHook-Request-Rate'), pattern: /^[1-9]\d*$/, longest: 9, optional: true },
    },
    answer: {
      status: 200,
      headers: { Allow: 'POST', 'WebHook-Allowed-Origin': '{challenge}', 'WebHook-Allowed-Rate': '{rate}' },
    },
  },
  {
    name: 'okta-verification',
    label: 'Okta one-time verification',
    senders: ['okta'],
    evidence: 'documented',
    source: 'developer.okta.com, event hooks',
    method: 'GET',
    when: [header('X-Okta-Verification-Challenge')],
    values: { challenge: echo(header('X-Okta-Verification-Challenge')) },
    answer: { status: 200, json: { verification: '{challenge}' } },
  },
  {
    name: 'asana-hook-secret',
    label: 'Asana handshake',
    senders: ['asana'],
    evidence: 'documented',
    source: 'developers.asana.com, webhooks',
    method: 'POST',
    when: [header('X-Hook-Secret')],
    values: { secret: { ...header('X-Hook-Secret'), pattern: /^[\x21-\x7e]{8,}$/, longest: 256 } },
    brings: 'secret',
    answer: { status: 200, headers: { 'X-Hook-Secret': '{secret}' } },
  },
  {
    name: 'smartsheet-challenge',
    label: 'Smartsheet challenge',
    senders: ['smartsheet'],
    evidence: 'documented',
    source: 'developers.smartsheet.com, webhooks',
    method: 'POST',
    when: [header('Smartsheet-Hook-Challenge')],
    values: { challenge: { ...header('Smartsheet-Hook-Challenge'), pattern: /^[\x21-\x7e]+$/, longest: 256 } },
    answer: {
      status: 200,
      headers: { 'Smartsheet-Hook-Response': '{challenge}' },
      json: { smartsheetHookResponse: '{challenge}' },
    },
  },
  {
    name: 'braintree-challenge',
    label: 'Braintree challenge',
    senders: ['braintree'],
    evidence: 'published-vector',
    source: 'braintree/braintree_node, webhook notification gateway',
    method: 'GET',
    when: [query('bt_challenge')],
    values: { challenge: { ...query('bt_challenge'), pattern: /^[0-9a-f]{20,32}$/, longest: 32 } },
    signs: { by: 'hmac', algorithm: 'sha1', encoding: 'hex' },
    answer: { status: 200, text: '{setting}|{signed}' },
  },
  {
    name: 'trello-head',
    label: 'Trello address check',
    senders: ['trello'],
    evidence: 'documented',
    source: 'developer.atlassian.com, Trello webhooks',
    method: 'HEAD',
    when: [],
    values: {},
    answer: { status: 200 },
  },
  {
    name: 'twitch-challenge',
    label: 'Twitch callback verification',
    senders: ['twitch'],
    evidence: 'documented',
    source: 'dev.twitch.tv, EventSub webhooks',
    method: 'POST',
    when: [{ ...header('Twitch-Eventsub-Message-Type'), is: 'webhook_callback_verification' }],
    values: { challenge: echo(body('/challenge')) },
    answer: { status: 200, text: '{challenge}' },
  },
  {
    name: 'ebay-challenge',
    label: 'eBay endpoint validation',
    senders: ['ebay'],
    evidence: 'published-vector',
    source: 'tests of eBay’s event notification SDKs',
    method: 'GET',
    when: [query('challenge_code')],
    values: { challenge: { ...query('challenge_code'), ...shortToken } },
    signs: { by: 'verify-token', algorithm: 'sha256', encoding: 'hex' },
    answer: { status: 200, json: { challengeResponse: '{signed}' } },
  },
  {
    name: 'monday-challenge',
    label: 'monday.com challenge',
    senders: ['monday'],
    evidence: 'documented',
    source: 'developer.monday.com, webhooks',
    method: 'POST',
    when: [body('/challenge'), { ...body('/event'), missing: true }],
    values: { challenge: echo(body('/challenge')) },
    answer: { status: 200, json: { challenge: '{challenge}' } },
  },
  {
    name: 'notion-verification-token',
    label: 'Notion verification token',
    senders: ['notion'],
    evidence: 'documented',
    source: 'Notion documentation, read through webhook-verify SPEC.md',
    method: 'POST',
    when: [body('/verification_token'), { ...body('/type'), missing: true }],
    values: { secret: { ...body('/verification_token'), pattern: /^[\x21-\x7e]{8,}$/, longest: 256 } },
    brings: 'secret',
    answer: null,
  },
  {
    name: 'sns-subscription',
    label: 'SNS subscription confirmation',
    senders: ['aws-sns', 'aws-sns-v1'],
    evidence: 'official-library',
    source: 'aws/aws-js-sns-message-validator, for the hosts; AWS SNS documentation',
    method: 'POST',
    when: [{ ...body('/Type'), is: 'SubscriptionConfirmation' }],
    values: {},
    confirms: '/SubscribeURL',
    answer: null,
  },
  {
    name: 'discord-ping',
    label: 'Discord PING',
    senders: ['discord'],
    evidence: 'documented',
    source: 'discord/discord-api-docs, interactions',
    method: 'POST',
    when: [
      { ...body('/type'), is: '1' },
      { ...body('/event'), missing: true },
    ],
    values: {},
    onlyProven: true,
    answer: { status: 200, json: { type: 1 } },
  },
  {
    name: 'discord-event-ping',
    label: 'Discord event PING',
    senders: ['discord'],
    evidence: 'documented',
    source: 'discord/discord-api-docs, webhook events',
    method: 'POST',
    when: [{ ...body('/type'), is: '0' }],
    values: {},
    onlyProven: true,
    answer: { status: 204, headers: { 'Content-Type': 'application/json' } },
  },
  {
    name: 'xero-intent',
    label: 'Xero intent to receive',
    senders: ['xero'],
    evidence: 'documented',
    source: 'Xero documentation, read through a public handler: 200 where the signature is right, 401 where not',
    method: 'POST',
    when: [body('/entropy'), { ...body('/events/0'), missing: true }],
    values: {},
    onlyProven: true,
    answer: { status: 200 },
  },
]

const byName = new Map(handshakes.map((handshake) => [handshake.name, handshake]))

/** The handshake of this name, or undefined. */
export function handshakeOf(name: string): Handshake | undefined {
  return byName.get(name)
}

/** The handshakes that are on by default for a sender. @param preset id of its preset */
export function handshakesOf(preset: string): readonly Handshake[] {
  return handshakes.filter(({ senders }) => senders.includes(preset))
}

/** Whether the user has to give a verify token for one of these handshakes. Pure. */
export function needsVerifyToken(some: readonly Handshake[]): boolean {
  return some.some(({ verifyToken, signs }) => verifyToken !== undefined || signs?.by === 'verify-token')
}

const signedChallenges = new Map(
  handshakes.flatMap(({ senders, signs, values: { challenge } }) =>
    signs?.by === 'hmac' && challenge !== undefined ? senders.map((preset) => [preset, challenge] as const) : [],
  ),
)

/**
 * The challenge that a sender's handshake has signed with the key of its events, for any client; undefined where there is no such
 * handshake. A signature over a message that could be this challenge proves nothing. @param preset id of the sender's preset
 */
export function challengeSignedFor(preset: string): HandshakeValue | undefined {
  return signedChallenges.get(preset)
}
