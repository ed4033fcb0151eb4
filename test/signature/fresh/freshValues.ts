import { createHash, createHmac } from 'node:crypto'
import { secret } from '../explain/buildInput.ts'
import { bodies } from '../explain/mistakes/bodies.ts'
import { json, parsed } from '../explain/mistakes/writers.ts'
import { type FreshCase, freshCase, place, preset, seconds, withOthers } from './freshCase.ts'
import { phpBody, stripeBody } from './freshBodies.ts'

const body = bodies.plain
const dumped = json(parsed(body), { item: ', ', colon: ': ' })
const hmac = (key: string | Buffer, message: string, hash = 'sha256') => createHmac(hash, key).update(message).digest()

const mailgunKey = 'key-3ax6xnjp29jd6fds4gc373sgvjxteol0'
const tokenOfMail = 'c1f3e2d4b5a697887766554433221100ffeeddccbbaa998877'

function mailgun(name: string, truth: string | readonly string[], signature: string): FreshCase {
  return freshCase('values', `mailgun: ${name}`, truth, {
    body: JSON.stringify({
      signature: { timestamp: seconds, token: tokenOfMail, signature },
      'event-data': { event: 'opened', id: 'a' },
    }),
    scheme: preset('mailgun'),
    header: null,
    secrets: withOthers(mailgunKey),
  })
}

const mail = (message: string, key: string | Buffer = mailgunKey, hash = 'sha256') =>
  hmac(key, message, hash).toString('hex')

const mailgunCases: readonly FreshCase[] = [
  mailgun('token before timestamp', 'message-template', mail(tokenOfMail + seconds)),
  mailgun('a dot between them', 'message-template', mail(`${seconds}.${tokenOfMail}`)),
  mailgun('a colon between them', 'message-template', mail(`${seconds}:${tokenOfMail}`)),
  mailgun('the timestamp alone', 'message-template', mail(seconds)),
  mailgun('the token alone', 'message-template', mail(tokenOfMail)),
  mailgun('base64', 'digest-encoding', hmac(mailgunKey, seconds + tokenOfMail).toString('base64')),
  mailgun('upper-case hex', 'digest-letter-case', mail(seconds + tokenOfMail).toUpperCase()),
  mailgun('SHA-1', 'algorithm-other', mail(seconds + tokenOfMail, mailgunKey, 'sha1')),
  mailgun('the key without key-', 'secret-prefix', mail(seconds + tokenOfMail, mailgunKey.slice(4))),
  mailgun('a line feed after the key', 'secret-whitespace', mail(seconds + tokenOfMail, `${mailgunKey}\n`)),
  mailgun(
    'a lost character of the key',
    'secret-typo',
    mail(seconds + tokenOfMail, mailgunKey.slice(0, 12) + mailgunKey.slice(13)),
  ),
  mailgun('undefined as the key', 'secret-not-loaded', mail(seconds + tokenOfMail, 'undefined')),
]

const braintreeKey = 'f3a1c7e9b2d4f6a8c0e2d4b6a8f0c2e4'
const payload = `${Buffer.from('<notification><kind>check</kind></notification>').toString('base64')}\n`
const sha1 = (text: string) => createHash('sha1').update(text).digest()

function braintree(name: string, truth: string | readonly string[], signature: string): FreshCase {
  return freshCase('values', `braintree: ${name}`, truth, {
    body: new URLSearchParams({ bt_signature: `public_key|${signature}`, bt_payload: payload }).toString(),
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    scheme: preset('braintree'),
    header: null,
    secrets: [secret(braintreeKey)],
  })
}

const paid = (message: string, key: Buffer | string = sha1(braintreeKey), hash = 'sha1') =>
  hmac(key, message, hash).toString('hex')

const braintreeCases: readonly FreshCase[] = [
  braintree('the payload trimmed', ['message-template', 'body-final-newline', 'body-whitespace'], paid(payload.trim())),
  braintree('the key as text', ['secret-not-decoded', 'secret-not-hashed'], paid(payload, braintreeKey)),
  braintree('SHA-256', 'algorithm-other', paid(payload, sha1(braintreeKey), 'sha256')),
  braintree('the hash of the key in hex', ['secret-hashed'], paid(payload, sha1(braintreeKey).toString('hex'))),
  braintree('a line feed after the key', 'secret-whitespace', paid(payload, sha1(`${braintreeKey}\n`))),
  braintree(
    'the decoded payload',
    ['message-template', 'body-base64'],
    paid(Buffer.from(payload, 'base64').toString()),
  ),
]

const adyenKey = 'DFB1EB5485895CFA84146406857104ABB4CBCABDC8AAF103A624C8F6A3EAAB00'
const adyenValues = [
  '7914073381342284',
  '',
  'TestMerchant',
  'TestPayment-1407325143704',
  '1130',
  'EUR',
  'AUTHORISATION',
  'true',
]

function adyen(
  name: string,
  truth: string | readonly string[],
  message: string,
  key: Buffer | string = Buffer.from(adyenKey, 'hex'),
  write: 'base64' | 'hex' = 'base64',
): FreshCase {
  const [pspReference, , merchantAccountCode, merchantReference] = adyenValues
  const item = {
    pspReference,
    merchantAccountCode,
    merchantReference,
    amount: { value: 1130, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'true',
    additionalData: { hmacSignature: hmac(key, message).toString(write) },
  }
  return freshCase('values', `adyen-payments: ${name}`, truth, {
    body: JSON.stringify({ live: 'false', notificationItems: [{ NotificationRequestItem: item }] }),
    scheme: preset('adyen-payments'),
    header: null,
    secrets: [secret(adyenKey)],
  })
}

const joined = (values: readonly string[], separator = ':') => values.join(separator)

const adyenCases: readonly FreshCase[] = [
  adyen('the empty reference left out', 'message-template', joined(adyenValues.filter((value) => value !== ''))),
  adyen('bars between them', 'message-template', joined(adyenValues, '|')),
  adyen('commas between them', 'message-template', joined(adyenValues, ',')),
  adyen('nothing between them', 'message-template', joined(adyenValues, '')),
  adyen(
    'amount and currency swapped',
    'message-template',
    joined([
      '7914073381342284',
      '',
      'TestMerchant',
      'TestPayment-1407325143704',
      'EUR',
      '1130',
      'AUTHORISATION',
      'true',
    ]),
  ),
  adyen('without success', 'message-template', joined(adyenValues.slice(0, -1))),
  adyen('a colon at its end', 'message-template', `${joined(adyenValues)}:`),
  adyen('the key as text', 'secret-not-decoded', joined(adyenValues), adyenKey),
  adyen(
    'the key in lower case as text',
    ['secret-letter-case', 'secret-not-decoded'],
    joined(adyenValues),
    adyenKey.toLowerCase(),
  ),
  adyen('hex', 'digest-encoding', joined(adyenValues), Buffer.from(adyenKey, 'hex'), 'hex'),
]

const hubspotKey = 'e0f1d2c3-hub-client-secret'
const sha256 = (text: string) => createHash('sha256').update(text).digest()

function hubspot(id: string, name: string, truth: string | readonly string[], digest: Buffer): FreshCase {
  const v3 = id === 'hubspot'
  return freshCase('values', `${id}: ${name}`, truth, {
    body,
    scheme: preset(id),
    header: digest.toString(v3 ? 'base64' : 'hex'),
    headers: v3 ? ['X-HubSpot-Request-Timestamp', `${seconds}123`] : [],
    secrets: [secret(hubspotKey)],
  })
}

const hubspotCases: readonly FreshCase[] = [
  hubspot('hubspot', 'the recipe of v1', ['algorithm-concatenated', 'message-template'], sha256(hubspotKey + body)),
  hubspot(
    'hubspot',
    'the recipe of v2',
    ['algorithm-concatenated', 'message-template'],
    sha256(`${hubspotKey}POST${place}${body}`),
  ),
  hubspot('hubspot-v1', 'the recipe of v2', 'message-template', sha256(`${hubspotKey}POST${place}${body}`)),
  hubspot('hubspot-v2', 'the recipe of v1', 'message-template', sha256(hubspotKey + body)),
  hubspot(
    'hubspot-v2',
    'http for https',
    'message-url',
    sha256(`${hubspotKey}POST${place.replace('https', 'http')}${body}`),
  ),
  hubspot('hubspot-v2', 'the method in lower case', 'message-template', sha256(`${hubspotKey}post${place}${body}`)),
  hubspot(
    'hubspot-v1',
    'the recipe of v3',
    ['message-template', 'algorithm-other', 'algorithm-swapped'],
    hmac(hubspotKey, `POST${place}${body}`),
  ),
  hubspot('hubspot-v1', 'an HMAC', ['algorithm-other', 'algorithm-hmac'], hmac(hubspotKey, body)),
  hubspot(
    'hubspot-v1',
    'an indented body',
    'body-formatting',
    sha256(hubspotKey + JSON.stringify(parsed(body), null, 2)),
  ),
  hubspot('hubspot-v1', 'the secret with a line feed', 'secret-whitespace', sha256(`${hubspotKey}\n${body}`)),
  hubspot(
    'hubspot-v1',
    'a lost character of the secret',
    'secret-typo',
    sha256(hubspotKey.slice(0, 7) + hubspotKey.slice(8) + body),
  ),
]

const sinchKey = Buffer.from('a-sinch-application-key-32-bytes').toString('base64')
const md5 = (text: string) => createHash('md5').update(text).digest('base64')
const moment = '2023-11-14T22:13:20.0000000Z'

function sinch(
  name: string,
  truth: string | readonly string[],
  lines: readonly string[],
  key: Buffer | string = Buffer.from(sinchKey, 'base64'),
): FreshCase {
  return freshCase('values', `sinch: ${name}`, truth, {
    body,
    scheme: preset('sinch'),
    header: `Application app-key:${hmac(key, lines.join('\n')).toString('base64')}`,
    headers: ['x-timestamp', moment, 'Content-Type', 'application/json'],
    secrets: [secret(sinchKey)],
  })
}

const sinchLines = ['POST', md5(body), 'application/json', `x-timestamp:${moment}`, '/hooks/in']
const changedLine = (at: number, text: string) => sinchLines.map((line, index) => (index === at ? text : line))

const sinchCases: readonly FreshCase[] = [
  sinch('the key as text', 'secret-not-decoded', sinchLines, sinchKey),
  sinch('the method in lower case', 'message-template', changedLine(0, 'post')),
  sinch(
    'a charset in the content type',
    ['message-header', 'message-template'],
    changedLine(2, 'application/json; charset=utf-8'),
  ),
  sinch('the hash of the body in Python spacing', 'body-python-spacing', changedLine(1, md5(dumped))),
  sinch('the whole URL', ['message-url', 'message-template'], changedLine(4, place)),
  sinch(
    'without the line of the timestamp',
    'message-template',
    sinchLines.filter((_line, index) => index !== 3),
  ),
]

function shopify(name: string, truth: string | readonly string[], digestOf: string): FreshCase {
  const key = 'shpss_5f8a7c2e9d1b4a6f'
  return freshCase('values', `shopify: ${name}`, truth, {
    body: phpBody,
    scheme: preset('shopify'),
    header: hmac(key, phpBody).toString('base64'),
    digest: hmac(key, digestOf).toString('base64'),
    secrets: [secret(key)],
  })
}

const shopifyCases: readonly FreshCase[] = [
  shopify(
    'JSON.stringify of what came',
    ['body-escaped-slashes', 'body-escaped-unicode', 'body-number-rewritten', 'body-reserialised'],
    JSON.stringify(JSON.parse(phpBody)),
  ),
  shopify('slashes unescaped', 'body-escaped-slashes', phpBody.replaceAll('\\/', '/')),
  shopify(
    "Python's json.dumps",
    ['body-python-spacing', 'body-escaped-slashes'],
    phpBody.replaceAll('\\/', '/').replaceAll('":', '": ').replaceAll(',"', ', "'),
  ),
]

function stripe(name: string, truth: string | readonly string[], hashed: string): FreshCase {
  const key = 'whsec_8d1f0e7ab3c94d25b6f7a1c2e3d4f506'
  const digest = hmac(key, `${seconds}.${stripeBody}`).toString('hex')
  return freshCase('values', `stripe: ${name}`, truth, {
    body: stripeBody,
    scheme: preset('stripe'),
    header: `t=${seconds},v1=${digest}`,
    digest: hmac(key, `${seconds}.${hashed}`).toString('hex'),
    secrets: [secret(key)],
  })
}

const event = JSON.parse(stripeBody) as { data: { object: { metadata: object } } }

const stripeCases: readonly FreshCase[] = [
  stripe('JSON.stringify(event.data.object)', 'body-part', JSON.stringify(event.data.object)),
  stripe('JSON.stringify(event.data)', 'body-part', JSON.stringify(event.data)),
  stripe('JSON.stringify(event.data.object.metadata)', 'body-part', JSON.stringify(event.data.object.metadata)),
  stripe('JSON.stringify(event.data.object, null, 2)', 'body-part', JSON.stringify(event.data.object, null, 2)),
  stripe('JSON.stringify(req.body)', ['body-reserialised', 'body-formatting'], JSON.stringify(event)),
]

function square(name: string, truth: string | readonly string[], urls: string[], at: string): FreshCase {
  const key = 'sq-signature-key-1'
  return freshCase('values', `square: ${name}`, truth, {
    body,
    scheme: preset('square'),
    header: hmac(key, at + body).toString('base64'),
    headers: ['Host', 'Shop.Example'],
    urls,
    secrets: [secret(key)],
  })
}

const squareCases: readonly FreshCase[] = [
  square('a host in mixed case', 'message-url', [place], place.replace('shop.example', 'Shop.Example')),
  square('a host in upper case', 'message-url', [place], place.replace('shop.example', 'SHOP.EXAMPLE')),
  square('a host with one capital letter', 'message-url', [place], place.replace('shop.example', 'Shop.example')),
  square('no protocol', 'message-url', [place], place.replace('https://', '')),
]

/** Mistakes of senders that sign joined values, and of those whose mistakes have names of their own. */
export const freshValues: readonly FreshCase[] = [
  ...mailgunCases,
  ...braintreeCases,
  ...adyenCases,
  ...hubspotCases,
  ...sinchCases,
  ...shopifyCases,
  ...stripeCases,
  ...squareCases,
]
