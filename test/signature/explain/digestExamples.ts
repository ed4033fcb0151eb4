import { createHash, createHmac } from 'node:crypto'
import { schemePreset, serviceScheme } from '../../../src/shared/signature/schemePresets.ts'
import { buildInput, liveSecret, secret, sign } from './buildInput.ts'
import type { Example } from './examples.ts'

const body = '{"id":"b3b3318e","action":"create"}'
const right = sign(liveSecret, body)
const hex = Buffer.from(right, 'base64').toString('hex')
/** A secret whose signature has both a + and a / in base64, which other alphabets write otherwise. */
const plusSecret =
  ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'].find((text) =>
    /\+.*\/|\/.*\+/.test(sign(text, body)),
  ) ?? ''
const plus = sign(plusSecret, body)

function wire(cause: string, title: string, header: string | string[]): Example {
  return { cause, title, make: () => buildInput({ body, header }) }
}

function receiver(cause: string, title: string, digest: string): Example {
  return { cause, title, make: () => buildInput({ body, header: right, digest }) }
}

function messageOf(
  cause: string,
  title: string,
  schemeId: string,
  header: string,
  headers: readonly string[] = [],
): Example {
  return {
    cause,
    title,
    make: () => buildInput({ body, header, headers, scheme: schemePreset(schemeId) ?? serviceScheme }),
  }
}

const timed = createHmac('sha256', liveSecret).update(`1700000000.${body}`).digest('hex')

export const digestExamples: readonly Example[] = [
  receiver('same-digest', "The user's code is right and compares wrongly", right),
  receiver('same-digest', "The user's code has the right digest in hex", hex),
  {
    cause: 'digest-as-expected',
    title: "The user's code agrees with Hookscope, and the header does not",
    make: () => buildInput({ body, header: sign('unknown', body), digest: right }),
  },
  wire('digest-encoding', 'The sender writes hex instead of base64', hex),
  messageOf('digest-encoding', 'The sender writes base64 where the scheme has hex', 'github', `sha256=${right}`),
  wire('digest-alphabet', 'The padding is missing', right.replace(/=+$/, '')),
  {
    cause: 'digest-alphabet',
    title: 'The sender writes base64url',
    make: () =>
      buildInput({ body, header: plus.replaceAll('+', '-').replaceAll('/', '_'), secrets: [secret(plusSecret)] }),
  },
  messageOf('digest-letter-case', 'The sender writes hex in upper case', 'github', `sha256=${hex.toUpperCase()}`),
  wire('digest-prefix', 'The sender writes sha256= before the digest', `sha256=${right}`),
  messageOf('digest-prefix', 'The prefix of the scheme is missing', 'github', hex),
  wire('digest-whitespace', 'A tab stands after the digest', `${right}\t`),
  {
    cause: 'digest-wrapped',
    title: 'The digest of the sender is on two lines, which a proxy joined by a space',
    make: () => buildInput({ body, header: `${right.slice(0, 20)} ${right.slice(20)}` }),
  },
  wire('digest-quoted', 'Python printed bytes', `b'${right}'`),
  wire('digest-separated', 'BitConverter.ToString in .NET', hex.toUpperCase().replaceAll(/..(?!$)/g, '$&-')),
  wire('digest-double-encoded', 'Base64 of the hex text', Buffer.from(hex).toString('base64')),
  wire('digest-double-encoded', 'Hex of the base64 text', Buffer.from(right).toString('hex')),
  {
    cause: 'digest-plus-became-space',
    title: 'The header was URL-decoded, so that + became a space',
    make: () => buildInput({ body, header: plus.replaceAll('+', ' '), secrets: [secret(plusSecret)] }),
  },
  wire('digest-url-encoded', 'The header is URL-encoded', encodeURIComponent(right)),
  wire(
    'digest-truncated',
    'The digest was cut to 16 bytes',
    Buffer.from(right, 'base64').subarray(0, 16).toString('base64'),
  ),
  wire('header-folded', 'A proxy joined two headers by a comma', `${sign('somebody else', body)}, ${right}`),
  wire('header-doubled', 'The header came twice', [sign('somebody else', body), right]),
  {
    cause: 'header-of-other-delivery',
    title: 'The header of another delivery came with this body',
    make: () =>
      buildInput({
        body,
        header: sign(liveSecret, '{"id":"another"}'),
        others: [{ deliveryId: 'd-7', body: Buffer.from('{"id":"another"}'), signature: null }],
      }),
  },
  {
    cause: 'header-went-to-other-delivery',
    title: "This body's header came with another delivery",
    make: () =>
      buildInput({
        body,
        header: sign('unknown', body),
        others: [{ deliveryId: 'd-8', body: Buffer.from('{"id":"another"}'), signature: right }],
      }),
  },
  wire('algorithm-other', 'The sender uses SHA-512', sign(liveSecret, body, 'sha512')),
  receiver('algorithm-other', "The user's code uses SHA-1", createHmac('sha1', liveSecret).update(body).digest('hex')),
  receiver(
    'algorithm-plain-hash',
    "The user's code hashes without a key",
    createHash('sha256').update(body).digest('hex'),
  ),
  receiver(
    'algorithm-concatenated',
    "The user's code joins secret and body and hashes them",
    createHash('sha256')
      .update(liveSecret + body)
      .digest('base64'),
  ),
  receiver(
    'algorithm-concatenated',
    "The user's code joins body and secret and hashes them",
    createHash('sha256')
      .update(body + liveSecret)
      .digest('base64'),
  ),
  receiver(
    'algorithm-twice',
    "A library signed what the user's code had signed already",
    sign(liveSecret, createHmac('sha256', liveSecret).update(body).digest()),
  ),
  receiver('algorithm-swapped', "The user's code swapped the arguments", sign(body, liveSecret)),
  messageOf(
    'message-url',
    'Square signed http, and the configured URL has https',
    'square',
    sign(liveSecret, `http://hooks.example/in${body}`),
  ),
  messageOf(
    'message-url',
    'Square signed the URL with a slash at its end',
    'square',
    sign(liveSecret, `https://hooks.example/in/${body}`),
  ),
  messageOf('message-template', 'A Stripe-like sender signed the body only', 'stripe', `t=1700000000,v1=${hex}`),
  {
    cause: 'message-template',
    title: 'The sender signs a timestamp as well',
    make: () =>
      buildInput({
        body,
        header: Buffer.from(timed, 'hex').toString('base64'),
        headers: ['X-Timestamp', '1700000000'],
      }),
  },
  messageOf(
    'message-timestamp',
    'Slack signed another timestamp than its header says',
    'slack',
    `v0=${createHmac('sha256', liveSecret).update(`v0:1700000001:${body}`).digest('hex')}`,
    ['X-Slack-Request-Timestamp', '1700000000', 'X-Timestamp', '1700000001'],
  ),
  {
    cause: 'body-hash-differs',
    title: 'Twilio signed the URL with the hash of another body',
    make: () => {
      const url = `https://hooks.example/in?bodySHA256=${createHash('sha256').update('{}').digest('hex')}`
      return buildInput({
        body,
        header: sign(liveSecret, url, 'sha1'),
        urls: [url],
        headers: ['Content-Type', 'application/json'],
        scheme: schemePreset('twilio') ?? serviceScheme,
      })
    },
  },
]
