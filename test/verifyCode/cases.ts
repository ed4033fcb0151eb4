import { createHash, createHmac } from 'node:crypto'
import type { SignedRequest } from '../../src/engine/signature/signedRequest.ts'
import { signatureAge } from '../../src/engine/signature/verifySignature.ts'
import type { HeaderLine } from '../../src/shared/model.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import { isPlainHmac, type PlainHmacScheme } from '../../src/shared/signature/signatureScheme.ts'
import { publishedVectors } from '../signature/publishedVectors.ts'

/** A delivery, for which one program a language is made, and the secret under which it is valid. */
export interface Case {
  title: string
  scheme: PlainHmacScheme
  headers: HeaderLine[]
  method: string
  url: string
  body: Uint8Array
  size: number
  secret: string
}

/** One run of a case's program. `at` is the time to check it at in Unix seconds, or null. */
export interface Run {
  what: string
  case: Case
  body: Uint8Array
  secret: string
  at: number | null
  printed: RegExp
}

function preset(id: string): PlainHmacScheme {
  const found = schemePreset(id)
  if (found === undefined || !isPlainHmac(found)) throw new Error(`There is no plain scheme ${id}.`)
  return found
}

const own: PlainHmacScheme = { ...preset('service'), id: 'own', label: 'own', header: 'X-Own' }
const at = 1_700_000_000
const binary = Uint8Array.from([0xff, 0xfe, 0, 0x0d, 0x0a, 0xc3, 0x28, 0x41, 0x0a, 0x0a])
const jsonUrl = (body: string) =>
  `https://example.com/hook?a=%2F&bodySHA256=${createHash('sha256').update(body).digest('hex')}`

/** Characters in names and values that could break a program. */
const hostile = `'"\`\${x}#{x}$(id)%s%d{x}{{\\u000a\\n*/ ?> é\u2028\u202e😀`

const ownCases: Case[] = [
  ...(
    [
      ['sha1', 'hex'],
      ['sha256', 'base64url'],
      ['sha384', 'base64'],
      ['sha512', 'base64url'],
      ['sha512', 'hex'],
    ] as const
  ).map(([algorithm, encoding]) => {
    const scheme = { ...own, label: `${algorithm} in ${encoding}`, algorithm, encoding }
    return made(scheme, [['X-Own', createHmac(algorithm, 'sécret').update(binary).digest(encoding)]], binary, 'sécret')
  }),
  made(
    { ...own, label: 'a list without a prefix', form: { kind: 'list', separator: ' ', prefix: '' } },
    [['X-Own', `old ${hmac('k', 'body')} v2,other`]],
    'body',
    'k',
  ),
  made(
    { ...own, label: 'base64 in pairs', form: { kind: 'pairs', separator: ';', key: 'sig' } },
    [['X-Own', `a=b; sig=wrong; sig=${hmac('k', 'body')} ; sig`]],
    'body',
    'k',
  ),
  made(
    { ...own, label: 'a hex key with a prefix', key: { decode: 'hex', prefix: 'key$' } },
    [['X-Own', createHmac('sha256', Buffer.from('00ff10', 'hex')).update('body').digest('base64')]],
    'body',
    'key$00fF10',
  ),
  made(
    { ...own, label: 'a base64 key without padding', key: { decode: 'base64', prefix: 'b64_' } },
    [['X-Own', createHmac('sha256', Buffer.from('/+8=', 'base64')).update('body').digest('base64')]],
    'body',
    '/+8',
  ),
  made(
    { ...own, label: 'a text key with a prefix', key: { decode: 'utf8', prefix: 'sk_' } },
    [['X-Own', hmac('secret', 'body')]],
    'body',
    'sk_secret',
  ),
  made(
    {
      ...own,
      label: hostile,
      header: 'X-Own',
      form: { kind: 'plain', prefix: `${hostile}=` },
      message: `${hostile}{method}{unknown}{url}-{timestamp}{id}${hostile}{body}${hostile}`,
      timestamp: { from: 'header', name: `X${hostile}`, unit: 's' },
      idHeader: 'X-Id',
    },
    [
      ['X-Id', hostile],
      [`X${hostile}`, hostile],
      [
        'X-Own',
        `${hostile}=${hmac('k', `${hostile}P'T{unknown}https://x/?${hostile}-${hostile}${hostile}${hostile}body${hostile}`)}`,
      ],
    ],
    'body',
    'k',
    { method: "P'T", url: `https://x/?${hostile}` },
  ),
  made(
    {
      ...own,
      label: 'a date with a tolerance',
      message: '{timestamp}.{body}',
      timestamp: { from: 'header', name: 'X-Date', unit: 's' },
      toleranceSeconds: 60,
    },
    [
      ['X-Date', '2023-11-14T22:13:20Z'],
      ['X-Own', hmac('k', '2023-11-14T22:13:20Z.body')],
    ],
    'body',
    'k',
  ),
  made(
    {
      ...own,
      label: 'milliseconds of the body',
      timestamp: { from: 'body', name: 'sent.at$', unit: 'ms' },
      toleranceSeconds: 60,
    },
    [['X-Own', hmac('k', `{ "sent.at$" : ${at}000, "b": 1 }`)]],
    `{ "sent.at$" : ${at}000, "b": 1 }`,
    'k',
  ),
  made(preset('twilio'), [['X-Twilio-Signature', twilioOf(jsonUrl('{"a":1}'))]], '{"a":1}', '12345', {
    url: jsonUrl('{"a":1}'),
  }),
  made(
    preset('twilio'),
    [
      ['Content-Type', 'application/x-www-form-urlencoded; charset=utf-8'],
      ['X-Twilio-Signature', twilioOf(`https://example.com/?a=bA \nz=Body\u00e9 + & 'q' 50%ab1`)],
    ],
    'b=1&Body=%C3%A9+%2B+%26+%27q%27+50%25&A=+%0az%3D&a=&b=1',
    '12345',
    { url: 'https://example.com/?a=b' },
  ),
]

export const cases: readonly Case[] = [
  ...publishedVectors.map((vector): Case => ({
    ...made(preset(vector.scheme), vector.headers, vector.body, vector.secret, { url: vector.url ?? '' }),
    title: vector.title,
  })),
  ...ownCases,
]

function made(
  scheme: PlainHmacScheme,
  headers: HeaderLine[],
  body: string | Uint8Array,
  secret: string,
  { method = 'POST', url = '' }: { method?: string; url?: string } = {},
): Case {
  const bytes = Buffer.from(body)
  return { title: scheme.label, scheme, headers, method, url, body: bytes, size: bytes.length, secret }
}

function hmac(key: string, message: string): string {
  return createHmac('sha256', key).update(message).digest('base64')
}

function twilioOf(message: string): string {
  return createHmac('sha1', '12345').update(message).digest('base64')
}

/** The same delivery as the engine takes it. */
export function signedRequestOf({ headers, body, method, url }: Case): SignedRequest {
  return { headers: headers.flat(), body, truncated: false, method, urls: url === '' ? [] : [url], receivedAt: 0 }
}

/** Valid, a bit of the body flipped, for every kind of key another secret; with a tolerance also in time, late and early. */
export function runsOf(of: Case, { knowsDates }: { knowsDates: boolean }): Run[] {
  const age = signatureAge(signedRequestOf(of), of.scheme)
  const right = { case: of, body: of.body, secret: of.secret, at: null, printed: /^valid$/ }
  const tampered = Buffer.from(of.body)
  const middle = tampered.length >> 1
  tampered[middle] = (tampered[middle] ?? 0) ^ 1
  const wrong = { ...right, printed: /^not valid$/ }
  const runs: Run[] = [{ ...wrong, what: 'a bit of the body is flipped', body: tampered }]
  // A virtual machine is slow to start, and how a key is used differs between kinds of keys only.
  if (of.scheme.key.decode !== 'utf8' || of.scheme.key.prefix !== '' || of.scheme.id === 'service') {
    const secret = of.secret.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    runs.push({ ...wrong, what: 'the secret is another', secret })
  }
  const hasAge = of.scheme.toleranceSeconds !== null && age !== null
  const isDate = of.headers.some(([, value]) => /^\d{4}-\d\d-/.test(value))
  if (!hasAge || (isDate && !knowsDates)) return [{ ...right, what: 'as it came' }, ...runs]
  const signedAt = Math.floor(age.signedAt / 1000)
  const late = (of.scheme.toleranceSeconds ?? 0) + 7
  return [
    { ...right, what: 'as it came, in time', at: signedAt + 1 },
    { ...right, what: 'as it came, late', at: signedAt + late, printed: nearly(late) },
    { ...right, what: 'as it came, from the future', at: signedAt - late, printed: nearly(-late) },
    { ...right, what: 'as it came, by the clock', printed: /^valid, but \d{7,10} s old$/ },
    ...runs.map((run) => ({ ...run, at: signedAt + 1 })),
  ]
}

/** A whole second more or less: the timestamp may have milliseconds. */
function nearly(seconds: number): RegExp {
  return new RegExp(`^valid, but (?:${seconds - 1}|${seconds}|${seconds + 1}) s old$`)
}
