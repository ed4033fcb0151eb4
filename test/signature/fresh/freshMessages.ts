import { createHmac } from 'node:crypto'
import { type Family, hashOf, type Signing } from '../explain/mistakes/families.ts'
import type { Mistake } from '../explain/mistakes/mistake.ts'

/** A mistake in what is put together around the body. */
function message(
  name: string,
  causes: string | readonly string[],
  make: (right: Signing, sender: Family) => (string | Buffer)[] | null,
  more: Partial<Mistake> = {},
): Mistake {
  return {
    name: `message: ${name}`,
    causes: [causes].flat(),
    change: (right, sender) => {
      const parts = make(right, sender)
      return parts === null ? null : { message: Buffer.concat(parts.map((part) => Buffer.from(part as string))) }
    },
    ...more,
  }
}

const of =
  (ids: readonly string[], make: (right: Signing) => (string | Buffer)[]) => (right: Signing, sender: Family) =>
    ids.includes(sender.id) ? make(right) : null

const standard = ['standard-webhooks', 'svix']
const inSeconds = ['stripe', 'slack', 'paddle', ...standard]
const receiver = { only: 'receiver' } as const

/** A moment written otherwise: the sender's own text stays where it belongs. */
function moment(name: string, ids: readonly string[], change: (timestamp: string) => string): Mistake {
  return {
    name: `message: ${name}`,
    causes: ['message-timestamp'],
    only: 'receiver',
    change: (right, sender) => (ids.includes(sender.id) ? { timestamp: change(right.timestamp) } : null),
  }
}

function url(
  name: string,
  change: (url: string) => string,
  causes: string | readonly string[] = 'message-url',
): Mistake {
  return {
    name: `message: ${name}`,
    causes: [causes].flat(),
    change: (right, sender) => (sender.signsUrl ? { url: change(right.url) } : null),
  }
}

/** Slips around the body: senders' guides that were mixed up, and hand-written parsers. */
export const freshMessages: readonly Mistake[] = [
  message(
    "the dot of Stripe's guide",
    'message-template',
    of(['paddle', 'slack', 'zendesk'], ({ timestamp, body }) => [timestamp, '.', body]),
  ),
  message(
    "the colon of Paddle's guide",
    'message-template',
    of(['stripe', ...standard], ({ timestamp, body }) => [timestamp, ':', body]),
  ),
  message(
    "the v0 of Slack's guide",
    'message-template',
    of(['stripe', 'paddle', 'zendesk'], ({ timestamp, body }) => ['v0:', timestamp, ':', body]),
  ),
  message(
    "Stripe's guide for Standard Webhooks",
    'message-template',
    of(standard, ({ timestamp, body }) => [timestamp, '.', body]),
  ),
  message(
    "Twitch's guide for Standard Webhooks",
    'message-template',
    of(standard, ({ id, timestamp, body }) => [id, timestamp, body]),
  ),
  message(
    "Zendesk's guide",
    'message-template',
    of(['stripe', 'paddle', 'slack'], ({ timestamp, body }) => [timestamp, body]),
  ),
  message(
    "Box's guide",
    'message-template',
    of(['stripe', 'zendesk', 'slack'], ({ timestamp, body }) => [body, timestamp]),
  ),
  message(
    "Square's guide",
    'message-template',
    of(['shopify', 'service', 'trello'], ({ url: at, body }) => [at, body]),
  ),
  message(
    "Trello's guide",
    'message-template',
    of(['square', 'service'], ({ url: at, body }) => [body, at]),
  ),
  message(
    "the v3 of HubSpot's guide, without the timestamp",
    'message-template',
    of(['hubspot'], ({ url: at, body }) => ['POST', at, body]),
  ),
  message(
    'the timestamp before the body',
    'message-template',
    of(['hubspot'], ({ url: at, body, timestamp }) => ['POST', at, timestamp, body]),
  ),
  message(
    'the URL before the method',
    'message-template',
    of(['hubspot'], ({ url: at, body, timestamp }) => [at, 'POST', body, timestamp]),
  ),
  message(
    'the method left out',
    'message-template',
    of(['hubspot'], ({ url: at, body, timestamp }) => [at, body, timestamp]),
  ),
  message(
    'the method in lower case',
    'message-template',
    of(['hubspot'], ({ url: at, body, timestamp }) => ['post', at, body, timestamp]),
  ),
  message(
    'the pair t=... kept',
    ['message-template', 'message-timestamp'],
    of(['stripe'], ({ timestamp, body }) => [`t=${timestamp}.`, body]),
  ),
  message(
    'the pair ts=... kept',
    ['message-template', 'message-timestamp'],
    of(['paddle'], ({ timestamp, body }) => [`ts=${timestamp}:`, body]),
  ),
  message(
    'id and timestamp swapped',
    'message-template',
    of(standard, ({ id, timestamp, body }) => [`${timestamp}.${id}.`, body]),
  ),
  message(
    'the id left out',
    'message-template',
    of(standard, ({ timestamp, body }) => [`${timestamp}.`, body]),
  ),
  message(
    'the timestamp left out',
    'message-template',
    of(standard, ({ id, body }) => [`${id}.`, body]),
  ),
  message(
    'only the body',
    'message-template',
    of([...inSeconds, 'zendesk', 'box', 'square', 'trello', 'hubspot'], ({ body }) => [body]),
  ),
  message(
    'id and timestamp without the body',
    ['message-template', 'body-consumed'],
    of(standard, ({ id, timestamp }) => [`${id}.${timestamp}.`]),
  ),
  message(
    'the timestamp without the body',
    ['message-template', 'body-consumed'],
    of(['stripe', 'paddle', 'slack'], ({ timestamp }) => [timestamp]),
  ),
  message(
    'the URL without the body',
    ['message-template', 'body-consumed'],
    of(['square', 'trello'], ({ url: at }) => [at]),
  ),
  message(
    'a line feed in place of the dot',
    'message-template',
    of(['stripe', ...standard], ({ timestamp, body }) => [`${timestamp}\n`, body]),
  ),
  message(
    'v1 in place of v0',
    'message-template',
    of(['slack'], ({ timestamp, body }) => [`v1:${timestamp}:`, body]),
  ),
  message(
    'v0= in place of v0:',
    'message-template',
    of(['slack'], ({ timestamp, body }) => [`v0=${timestamp}:`, body]),
  ),
  message(
    'dots in place of the colons',
    'message-template',
    of(['slack'], ({ timestamp, body }) => [`v0.${timestamp}.`, body]),
  ),
  message(
    'the message as JSON of its parts',
    'message-template',
    of(['stripe'], ({ timestamp, body }) => [JSON.stringify({ timestamp, body: body.toString() })]),
    receiver,
  ),
  moment('milliseconds of the same second', inSeconds, (timestamp) => `${timestamp}457`),
  moment('whole milliseconds', inSeconds, (timestamp) => `${timestamp}000`),
  moment('seconds in place of milliseconds', ['hubspot'], (timestamp) => timestamp.slice(0, -3)),
  moment('a float', inSeconds, (timestamp) => `${timestamp}.0`),
  moment('undefined', [...inSeconds, 'zendesk', 'hubspot'], () => 'undefined'),
  moment('None', [...inSeconds, 'box'], () => 'None'),
  moment('the clock of the receiver, two seconds later', inSeconds, (timestamp) => String(Number(timestamp) + 2)),
  moment('the clock of the receiver, a second earlier', inSeconds, (timestamp) => String(Number(timestamp) - 1)),
  moment(
    'ISO without milliseconds',
    inSeconds,
    (timestamp) => `${new Date(Number(timestamp) * 1000).toISOString().slice(0, 19)}Z`,
  ),
  url('http for https', (at) => at.replace('https:', 'http:')),
  url('the path alone', (at) => new URL(at).pathname + new URL(at).search, ['message-url', 'message-template']),
  url('without the query', (at) => at.replace(/\?.*/, '')),
  url('a slash after the path', (at) => at.replace('?', '/?')),
  url('a host with capital letters', (at) => at.replace('shop.example', 'Shop.Example')),
  // Twilio's own libraries take both.
  { ...url('port 443', (at) => at.replace('.example', '.example:443')), rightAtSender: ({ id }) => id === 'twilio' },
  url('the machine behind a proxy', (at) => at.replace('https://shop.example', 'http://localhost:3000')),
  url('the internal host', (at) => at.replace('https://shop.example', 'http://app-7.internal:8080')),
  url('decoded', (at) => decodeURIComponent(at)),
  url('a + for %20', (at) => at.replaceAll('%20', '+')),
  url('the query in another order', (at) => at.replace(/\?(.*)&(.*)/, '?$2&$1')),
]

function digest(
  name: string,
  causes: string | readonly string[],
  make: Signing['digest'],
  more: Partial<Mistake> = {},
): Mistake {
  return { name: `digest: ${name}`, causes: [causes].flat(), change: () => ({ digest: make }), ...more }
}

/** In the receiver's code a digest that is only written otherwise is the right one, compared wrongly. */
function written(
  name: string,
  causes: string | readonly string[],
  write: (digest: Buffer, right: string) => string | null,
  more: Partial<Mistake> = {},
): Mistake {
  return {
    name: `digest: ${name}`,
    causes: [...[causes].flat(), 'same-digest'],
    change: (right) => {
      const probe = write(Buffer.alloc(32, 0xfb), right.write(Buffer.alloc(32, 0xfb)))
      return probe === null ? null : { write: (bytes) => write(bytes, right.write(bytes)) ?? '' }
    },
    ...more,
  }
}

const hmacOf = (name: string, key: Buffer, text: string | Buffer) => createHmac(name, key).update(text).digest()
const spelling = { ...receiver, spelling: true } as const

/** Slips of the digest itself. */
export const freshDigests: readonly Mistake[] = [
  digest('HMAC of the HMAC', 'algorithm-twice', (key, text, name) => hmacOf(name, key, hmacOf(name, key, text))),
  digest('HMAC of the HMAC in hex', 'algorithm-twice', (key, text, name) =>
    hmacOf(name, key, hmacOf(name, key, text).toString('hex')),
  ),
  digest('HMAC of the HMAC in base64', 'algorithm-twice', (key, text, name) =>
    hmacOf(name, key, hmacOf(name, key, text).toString('base64')),
  ),
  digest('a hash of secret and body, as HubSpot v1 has it', 'algorithm-concatenated', (key, text, name) =>
    hashOf(name, key, text),
  ),
  digest('a hash of body and secret', 'algorithm-concatenated', (key, text, name) => hashOf(name, text, key)),
  digest('HMAC-SHA512', 'algorithm-other', (key, text) => hmacOf('sha512', key, text)),
  digest('HMAC-SHA384', 'algorithm-other', (key, text) => hmacOf('sha384', key, text)),
  digest('HMAC-MD5', 'algorithm-other', (key, text) => hmacOf('md5', key, text)),
  digest('a plain hash', 'algorithm-plain-hash', (_key, text, name) => hashOf(name, text)),
  digest('HMAC of the hash in base64', ['body-hashed'], (key, text, name) =>
    hmacOf(name, key, hashOf(name, text).toString('base64')),
  ),
  written(
    'as text of Latin-1, then UTF-8, then base64',
    ['digest-double-encoded', 'digest-encoding', 'same-digest'],
    (bytes) => Buffer.from(bytes.toString('latin1')).toString('base64'),
  ),
  written('base64 in place of hex', ['digest-encoding'], (bytes, right) =>
    /^[0-9a-f]+$/.test(right) ? bytes.toString('base64') : null,
  ),
  written('hex in place of base64', ['digest-encoding'], (bytes, right) =>
    /^[0-9a-f]+$/.test(right) ? null : bytes.toString('hex'),
  ),
  written('upper-case hex with colons', ['digest-separated', 'digest-letter-case'], (bytes) =>
    bytes
      .toString('hex')
      .toUpperCase()
      .replaceAll(/..(?=.)/g, '$&:'),
  ),
  written('hex of the base64 text', 'digest-double-encoded', (bytes) =>
    Buffer.from(bytes.toString('base64')).toString('hex'),
  ),
  written(
    'cut to 20 bytes',
    'digest-truncated',
    (bytes, right) => (/^[0-9a-f]+$/.test(right) ? right.slice(0, 40) : bytes.subarray(0, 20).toString('base64')),
    {
      rightAtSender: ({ algorithm }) => algorithm === 'sha1',
    },
  ),
  written('in JSON quotes', 'same-digest', (_bytes, right) => JSON.stringify(right), spelling),
  written('a line feed after it', 'same-digest', (_bytes, right) => `${right}\n`, spelling),
  written('sha256= before it', 'same-digest', (_bytes, right) => `sha256=${right}`, spelling),
]
