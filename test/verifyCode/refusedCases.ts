import { createHmac } from 'node:crypto'
import type { HeaderLine } from '../../src/shared/model.ts'
import { schemePreset } from '../../src/shared/signature/schemePresets.ts'
import { isPlainHmac, type PlainHmacScheme } from '../../src/shared/signature/signatureScheme.ts'
import type { Case, Run } from './cases.ts'

/** A run that has to end with `not valid`; `says` is what it tells on stderr. */
export type RefusedRun = Omit<Run, 'printed' | 'at'> & { says: RegExp }

const own: PlainHmacScheme = { ...preset('service'), id: 'own', label: 'own', header: 'X-Own' }
const signed: PlainHmacScheme = {
  ...own,
  message: '{timestamp}.{body}',
  timestamp: { from: 'header', name: 'X-Time', unit: 's' },
  toleranceSeconds: 60,
}
const inBody: PlainHmacScheme = {
  ...own,
  timestamp: { from: 'body', name: 'sent', unit: 'ms' },
  toleranceSeconds: 60,
}
const inPair: PlainHmacScheme = {
  ...signed,
  form: { kind: 'pairs', separator: ',', key: 'v1' },
  timestamp: { from: 'pair', name: 't', unit: 's' },
}

/** Secrets that are not a key, for deliveries signed with the empty key, which anyone can do. */
const keyless = [
  { scheme: preset('adyen'), secrets: ['my-adyen-password', '0', '000', '00 ff', ''], says: /the secret is not hex/ },
  {
    scheme: { ...own, key: { decode: 'base64', prefix: 'whsec_' } },
    secrets: ['whsec_!!!!', '!!', 'whsec_', 'whsec_==', 'whsec_a', 'whsec_abcde', ''],
    says: /the secret is not base64/,
  },
  { scheme: { ...own, key: { decode: 'utf8', prefix: 'sk_' } }, secrets: ['sk_', ''], says: /the secret is empty/ },
  { scheme: own, secrets: [''], says: /the secret is empty/ },
] satisfies { scheme: PlainHmacScheme; secrets: string[]; says: RegExp }[]

/** Deliveries that are signed as they should be, with a timestamp that tells no time. */
const timeless: { what: string; scheme: PlainHmacScheme; time: string | null; body: string; isDate?: true }[] = [
  { what: 'a header is abc', scheme: signed, time: 'abc', body: 'body' },
  { what: 'a header is NaN', scheme: signed, time: 'NaN', body: 'body' },
  { what: 'a header is missing', scheme: signed, time: null, body: 'body' },
  { what: 'a header is no date', scheme: signed, time: '2023-13-45T22:13:20Z', body: 'body', isDate: true },
  { what: 'a pair is abc', scheme: inPair, time: 'abc', body: 'body' },
  { what: 'a pair is missing', scheme: inPair, time: null, body: 'body' },
  { what: 'a field is abc', scheme: inBody, time: null, body: '{"sent":"abc"}' },
  { what: 'a field is missing', scheme: inBody, time: null, body: '{"a":1}' },
  { what: 'the body is an array', scheme: inBody, time: null, body: '[1]' },
  { what: 'the body is null', scheme: inBody, time: null, body: 'null' },
  { what: 'the body is not JSON', scheme: inBody, time: null, body: 'sent' },
]

/** @param options.knowsDates whether the language can tell the age of a date */
export function refusedRuns({ knowsDates }: { knowsDates: boolean }): RefusedRun[] {
  const withoutKey = keyless.flatMap(({ scheme, secrets, says }): RefusedRun[] => {
    const of = made(scheme, [[scheme.header, hmac(scheme, '', 'body')]], 'body')
    return secrets.map((secret) => ({ what: `the secret is "${secret}"`, case: of, body: of.body, secret, says }))
  })
  const withoutTime = timeless
    .filter(({ isDate }) => knowsDates || isDate !== true)
    .map(({ what, scheme, time, body }): RefusedRun => {
      const of = made(scheme, headersOf(scheme, time, body), body)
      return { what, case: of, body: of.body, secret: 'k', says: /^$/ }
    })
  return [...withoutKey, ...withoutTime, uncovered()]
}

/** Signed as it should be, but over the URL alone: any body would be right. */
function uncovered(): RefusedRun {
  const scheme = preset('twilio')
  const url = 'https://example.com/hook?a=1'
  const of = { ...made(scheme, [[scheme.header, hmac(scheme, '12345', url)]], '{"a":1}'), url }
  return { what: 'nothing signed tells of the body', case: of, body: of.body, secret: '12345', says: /^$/ }
}

function headersOf(scheme: PlainHmacScheme, time: string | null, body: string): HeaderLine[] {
  const digest = hmac(scheme, 'k', scheme.message.replace('{timestamp}', time ?? '').replace('{body}', body))
  if (scheme.form.kind === 'pairs') return [['X-Own', `${time === null ? '' : `t=${time},`}v1=${digest}`]]
  return [['X-Own', digest], ...(time === null ? [] : [['X-Time', time] satisfies HeaderLine])]
}

function made(scheme: PlainHmacScheme, headers: HeaderLine[], body: string): Case {
  return {
    title: scheme.label,
    scheme,
    headers,
    method: 'POST',
    url: '',
    body: Buffer.from(body),
    size: body.length,
    secret: '',
  }
}

function hmac({ algorithm, encoding }: PlainHmacScheme, key: string, message: string): string {
  return createHmac(algorithm, key).update(message).digest(encoding)
}

function preset(id: string): PlainHmacScheme {
  const found = schemePreset(id)
  if (found === undefined || !isPlainHmac(found)) throw new Error(`There is no plain scheme ${id}.`)
  return found
}
