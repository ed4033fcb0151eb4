import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { CheckReport } from '../../../src/shared/wireTypes.ts'
import { secret, signatureHeader } from './handler.ts'

/** One request as a handler of a few lines sees it. */
export interface Call {
  headers: IncomingMessage['headers']
  method: string
  body: Buffer
  response: ServerResponse
}

/** What a handler did so far, as a table in its database would show it. */
export interface Work {
  count: number
  ids: Set<string>
  calls: number
}

/** A handler as somebody wrote it, and what a check has to say of it: no more and no less. */
export interface OddHandler {
  name: string
  /** Absent: the service. */
  scheme?: string
  secret?: string
  /** `--settle`, ms. */
  settleMs?: number
  /** Nobody counts its effects. */
  uncounted?: true
  only?: readonly string[]
  /** Returns the status, or answers itself. Throwing is a 500. */
  handle(call: Call, work: Work): number | undefined | Promise<number | undefined>
  grade: CheckReport['grade']
  /** Outcome and severity by probe, without passes. */
  findings: Record<string, string>
  /** Results that follow from one of the findings, by probe. */
  follows?: Record<string, string>
  /** What the report says of why it stopped. */
  stopped?: RegExp
  /** What the report must not say anywhere. */
  never?: RegExp
}

type Encoding = 'base64' | 'hex'
const hmac = (data: string | Buffer, key: string | Buffer = secret, encoding: Encoding = 'base64') =>
  createHmac('sha256', key).update(data).digest(encoding)
const given = ({ headers }: Call, name = signatureHeader) => String(headers[name] ?? '')
const isRight = (call: Call) => call.method === 'POST' && given(call) === hmac(call.body)

function parsed(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Does the work of a valid delivery, once for each id. */
function workOnce(body: Buffer, work: Work, times = 1): number {
  const id = parsed(body)?.['id']
  if (id === undefined) return 400
  if (!work.ids.has(String(id))) work.count += times
  work.ids.add(String(id))
  return 200
}

function page(response: ServerResponse, text: string): undefined {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
  return undefined
}

/** The time and all signatures of a header of Stripe. */
function stripeParts(header: string): { time: string; signatures: string[] } {
  const valuesOf = (key: string) =>
    header.split(',').flatMap((pair) => (pair.trim().startsWith(`${key}=`) ? [pair.trim().slice(key.length + 1)] : []))
  return { time: valuesOf('t')[0] ?? '', signatures: valuesOf('v1') }
}

const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const whsecBytes = Buffer.from(whsec.slice('whsec_'.length), 'base64')

function stripe(call: Call, work: Work, key: string | Buffer): number {
  const { time, signatures } = stripeParts(given(call, 'stripe-signature'))
  if (!signatures.includes(hmac(Buffer.concat([Buffer.from(`${time}.`), call.body]), key, 'hex'))) return 401
  // As Stripe's own library: only too old is refused.
  if (!(Date.now() / 1000 - Number(time) <= 300)) return 401
  return workOnce(call.body, work)
}

function standard(call: Call, message: (id: string, time: string) => string, key: string | Buffer, work: Work): number {
  const [id, time] = [given(call, 'webhook-id'), given(call, 'webhook-timestamp')]
  const signatures = given(call, 'webhook-signature').split(' ')
  if (!signatures.includes(`v1,${hmac(message(id, time), key)}`)) return 401
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return 401
  if (!work.ids.has(id)) work.count += 1
  work.ids.add(id)
  return 200
}

/** The probes that look at how signatures are compared. */
const forgeries = [
  'unsigned',
  'empty-signature',
  'other-body',
  'one-bit',
  'empty-secret',
  'guessable-secret',
  'signed-constant',
  'reformatted',
  'beginning-only',
  'signature-case',
  'weaker-algorithm',
  'wrong-lengths',
]
const following = (cause: string, probes: readonly string[]) =>
  Object.fromEntries(probes.map((probe) => [probe, cause]))

export const oddHandlers: readonly OddHandler[] = [
  {
    name: 'answers at once and is right in all',
    handle: (call, work) => (call.method !== 'POST' ? 405 : isRight(call) ? workOnce(call.body, work) : 401),
    grade: 'A',
    findings: {},
  },
  {
    name: 'answers 202 and works 300 ms later',
    handle: (call, work) => {
      if (call.method !== 'POST') return 405
      if (!isRight(call)) return 401
      setTimeout(() => workOnce(call.body, work), 300)
      return 202
    },
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break', 'update-first', 'methods'],
    grade: 'A',
    findings: {},
  },
  {
    name: 'works 10 to 400 ms after its 202, as a queue with more and less to do does',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      work.calls += 1
      setTimeout(() => workOnce(call.body, work), [400, 10, 200][work.calls % 3])
      return 202
    },
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'A',
    findings: {},
  },
  {
    name: 'works later than --settle says',
    settleMs: 60,
    handle: (call, work) => {
      if (!isRight(call)) return 401
      setTimeout(() => workOnce(call.body, work), 3000)
      return 202
    },
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'A',
    findings: { twice: 'inconclusive', 'fifty-at-once': 'inconclusive', 'retry-after-break': 'inconclusive' },
  },
  {
    name: 'writes two rows for each delivery',
    handle: (call, work) => (isRight(call) ? workOnce(call.body, work, 2) : 401),
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'A',
    findings: {},
  },
  {
    name: 'keeps one row for each object, so that its count stands still',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      const object = parsed(call.body)?.['resourceId']
      if (object !== undefined) work.ids.add(String(object))
      work.count = work.ids.size
      return 200
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'A',
    findings: { twice: 'inconclusive', 'fifty-at-once': 'inconclusive' },
  },
  {
    name: 'answers 200 to everything, and checks before it works',
    handle: async (call, work) => {
      if (isRight(call)) {
        await pause(1)
        workOnce(call.body, work)
      }
      return 200
    },
    grade: 'C',
    findings: { unsigned: 'warning medium', methods: 'inconclusive' },
    follows: following('unsigned', [...forgeries.slice(1), 'forged']),
    never: /A (?:delivery|signature|body)[^"]* is taken/,
  },
  {
    name: 'answers 200 to everything and does nothing',
    handle: () => 200,
    grade: 'F',
    findings: {
      forged: 'fail critical',
      twice: 'inconclusive',
      'fifty-at-once': 'inconclusive',
      'retry-after-break': 'inconclusive',
      methods: 'fail low',
    },
    follows: following('forged', forgeries),
  },
  {
    name: 'takes everything',
    handle: (call, work) => workOnce(call.body, work),
    grade: 'F',
    findings: { forged: 'fail critical', methods: 'fail low' },
    follows: following('forged', forgeries),
    never: /secret is empty|constant and not the body|comparison throws/,
  },
  {
    name: 'takes everything, and is asked for one kind of forgery only',
    handle: () => 200,
    uncounted: true,
    only: ['empty-secret'],
    grade: 'F',
    findings: { 'empty-secret': 'fail critical' },
    never: /empty secret is taken/,
  },
  {
    name: 'takes what an empty secret signed',
    handle: (call, work) => (isRight(call) || given(call) === hmac(call.body, '') ? workOnce(call.body, work) : 401),
    only: ['unsigned', 'forged', 'empty-secret', 'guessable-secret', 'signed-constant'],
    grade: 'F',
    findings: { 'empty-secret': 'fail critical' },
  },
  {
    name: 'fails with 500 at every seventh delivery',
    handle: (call, work) => {
      work.calls += 1
      if (work.calls % 7 === 0) return 500
      return call.method !== 'POST' ? 405 : isRight(call) ? workOnce(call.body, work) : 401
    },
    uncounted: true,
    only: [
      'fast',
      'header-case',
      'forged',
      'guessable-secret',
      'layout',
      'escapes',
      'numbers',
      'text',
      'dates',
      'more-fields',
    ],
    grade: 'D',
    findings: { valid: 'warning high' },
    never:
      /"probe":"(?:fast|layout|escapes|numbers|text|dates|more-fields)","group":"\w+","title":"[^"]*","outcome":"fail"/,
  },
  {
    name: 'checks nothing and fails at the third delivery alone',
    handle: (_call, work) => {
      work.calls += 1
      return work.calls === 3 ? 500 : 200
    },
    uncounted: true,
    only: ['fast'],
    grade: 'D',
    findings: { valid: 'warning high' },
    never: /base64|hex/,
  },
  {
    name: 'refuses every second delivery',
    handle: (_call, work) => {
      work.calls += 1
      return work.calls % 2 === 0 ? 400 : 200
    },
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /took a valid delivery and answered 400 to another/,
    never: /in its place/,
  },
  {
    name: 'is behind a login page',
    handle: ({ response }) =>
      page(response, '<!doctype html><title>Sign in</title><form><input name="p" type="password"></form>'),
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /A login page \("Sign in"\) answers 200/,
  },
  {
    name: 'is not at this path: the page of a single-page app is',
    handle: ({ response }) => page(response, '<!doctype html><html><title>Shop</title><div id="root"></div></html>'),
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /A web page \("Shop"\) answers 200/,
  },
  {
    name: 'answers a valid delivery with a small page of its own',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      workOnce(call.body, work)
      return page(call.response, '<html><body>ok</body></html>')
    },
    only: ['unsigned', 'forged', 'plain-answer'],
    grade: 'A',
    findings: {},
  },
  {
    name: 'redirects to its address with a slash',
    handle: ({ response }) => void response.writeHead(301, { location: '/webhooks/' }).end(),
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 301 .* It redirects to \/webhooks\/\./,
  },
  {
    name: 'closes every connection without an answer',
    handle: ({ response }) => void response.destroy(),
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /did not answer \(CLOSED\)/,
    never: /Start the handler/,
  },
  {
    name: 'throws at every signature that is not right',
    handle: (call, work) => {
      if (isRight(call)) return workOnce(call.body, work)
      if (call.method !== 'POST') return 405
      throw new Error('invalid signature')
    },
    grade: 'C',
    findings: { forged: 'warning medium' },
    follows: following('forged', [...forgeries, 'two-headers']),
  },
  {
    name: 'compares in constant time, which throws at other lengths',
    handle: (call, work) => {
      const [header, expected] = [given(call), hmac(call.body)]
      if (call.method !== 'POST') return 405
      if (header.length !== expected.length) throw new RangeError('Input buffers must have the same byte length')
      return header === expected ? workOnce(call.body, work) : 401
    },
    grade: 'C',
    findings: { 'wrong-lengths': 'warning medium' },
    follows: following('wrong-lengths', [
      'unsigned',
      'empty-signature',
      'beginning-only',
      'weaker-algorithm',
      'two-headers',
    ]),
  },
  {
    name: 'parses first, and signs what JSON.stringify writes',
    handle: (call, work) => {
      if (call.method !== 'POST') return 405
      const json = parsed(call.body)
      if (json === null) return 400
      return given(call) === hmac(JSON.stringify(json)) ? workOnce(call.body, work) : 401
    },
    grade: 'F',
    findings: { reformatted: 'fail critical' },
    follows: following('reformatted', ['layout', 'escapes', 'numbers', 'keys']),
    never: /has the signature of a constant/,
  },
  {
    name: 'writes the JSON as json.dumps does, with escapes, before it checks',
    handle: (call, work) => {
      if (call.method !== 'POST') return 405
      const json = parsed(call.body)
      if (json === null) return 400
      const ascii = JSON.stringify(json).replaceAll(
        /[^ -~]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      return given(call) === hmac(ascii) ? workOnce(call.body, work) : 401
    },
    only: ['forged', 'reformatted', 'layout', 'text', 'more-fields'],
    grade: 'F',
    findings: { reformatted: 'fail critical' },
    follows: following('reformatted', ['layout', 'text']),
  },
  {
    name: 'signs the text [object Object]',
    handle: (call) => (given(call) === hmac('[object Object]') ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 401 .* It takes this in its place: the signature of \[object Object\]\. The body had been read/,
  },
  {
    name: 'gives a parsed body to the HMAC, which throws',
    handle: ({ response }) => {
      const text =
        'TypeError [ERR_INVALID_ARG_TYPE]: The "data" argument must be of type string or an instance of Buffer. Received an instance of Object'
      response.writeHead(500).end(text)
      return undefined
    },
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 500 .* The body had been read before it was hashed/,
  },
  {
    name: 'compares the digest with a header that has sha256= before it',
    scheme: 'github',
    handle: (call) => (given(call, 'x-hub-signature-256') === hmac(call.body, secret, 'hex') ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the digest alone in the header\. The prefix of the signature/,
  },
  {
    name: 'strips whsec_ from a secret of Stripe',
    scheme: 'stripe',
    secret: whsec,
    handle: (call, work) => stripe(call, work, whsec.slice('whsec_'.length)),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the secret without whsec_\. The prefix of the secret/,
  },
  {
    name: 'decodes a secret of Stripe',
    scheme: 'stripe',
    secret: whsec,
    handle: (call, work) => stripe(call, work, whsecBytes),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the secret decoded from base64\. /,
  },
  {
    name: 'does not decode a secret of Standard Webhooks',
    scheme: 'standard-webhooks',
    secret: whsec,
    handle: (call, work) => standard(call, (id, time) => `${id}.${time}.${call.body.toString()}`, whsec, work),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the secret as plain text, not decoded\. The secret was used as text/,
  },
  {
    name: 'leaves the id out of the signed message',
    scheme: 'standard-webhooks',
    secret: whsec,
    handle: (call, work) => standard(call, (_id, time) => `${time}.${call.body.toString()}`, whsecBytes, work),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /a signature of \{timestamp\}\.\{body\}\. Other parts were signed/,
  },
  {
    name: 'signs a line feed after the body',
    handle: (call) => (given(call) === hmac(`${call.body.toString()}\n`) ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the body with a line feed after it\. Only the final line break differs/,
  },
  {
    name: 'compares the whole header of Stripe with a digest of the body',
    scheme: 'stripe',
    secret: whsec,
    handle: (call) => (given(call, 'stripe-signature') === hmac(call.body, whsec, 'hex') ? 200 : 401),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /the digest of the body alone in the header\. /,
  },
  {
    name: 'prints the digest that it computed',
    handle: ({ body, response }) => void response.writeHead(401).end(`computed ${hmac(body, `${secret} `)}`),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 401 .* White space at an end of the secret/,
  },
  {
    name: 'refuses everything, with a text of its own',
    handle: ({ response }) =>
      void response.writeHead(403, { 'x-reason': 'unknown tenant' }).end('tenant 42 is not known'),
    uncounted: true,
    grade: null,
    findings: { valid: 'fail critical' },
    stopped: /answered 403 .* None of the usual mistakes matched/,
  },
  {
    name: 'does the work again for each repetition',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      work.count += 1
      return 200
    },
    only: ['forged', 'twice', 'fifty-at-once', 'retry-after-break'],
    grade: 'D',
    findings: { twice: 'fail high' },
    follows: following('twice', ['fifty-at-once', 'retry-after-break']),
  },
  {
    name: 'looks first and stores later, so that repetitions race',
    handle: async (call, work) => {
      if (!isRight(call)) return 401
      if (work.ids.has(String(parsed(call.body)?.['id']))) return 200
      await pause(20)
      work.count += 1
      work.ids.add(String(parsed(call.body)?.['id']))
      return 200
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'D',
    findings: { 'fifty-at-once': 'fail high' },
  },
  {
    name: 'closes connections where more than forty come at once, as a short backlog does',
    handle: async (call, work) => {
      if (!isRight(call)) return 401
      work.calls += 1
      const isTooMany = work.calls > 40
      await pause(20)
      work.calls -= 1
      if (!isTooMany) return workOnce(call.body, work)
      call.response.destroy()
      return undefined
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'B',
    findings: { 'fifty-at-once': 'warning low' },
    never: /race each other/,
  },
  {
    name: 'says 503 to more than it can take',
    handle: async (call, work) => {
      if (!isRight(call)) return 401
      work.calls += 1
      const isTooMany = work.calls > 10
      await pause(20)
      work.calls -= 1
      return isTooMany ? 503 : workOnce(call.body, work)
    },
    only: ['forged', 'twice', 'fifty-at-once'],
    grade: 'B',
    findings: { 'fifty-at-once': 'warning low' },
    never: /race each other/,
  },
  {
    name: 'ends at signatures of another length, and is started again',
    handle: (call, work) => {
      const isOdd = given(call).length !== 44
      if (isOdd) work.calls = 3
      if (work.calls > 0) {
        work.calls -= 1
        call.response.destroy()
        return undefined
      }
      return isRight(call) ? workOnce(call.body, work) : 401
    },
    uncounted: true,
    only: ['unsigned', 'empty-signature', 'forged', 'one-bit', 'wrong-lengths'],
    grade: 'F',
    findings: { unsigned: 'fail critical' },
    follows: following('unsigned', ['empty-signature', 'wrong-lengths']),
    never: /Start the handler/,
  },
  {
    name: 'answers 404 to types that it does not know',
    handle: (call, work) => {
      if (!isRight(call)) return 401
      const type = parsed(call.body)?.['resourceType']
      return type === 'Payment' ? workOnce(call.body, work) : 404
    },
    only: ['unknown-type', 'unsubscribes'],
    grade: 'D',
    findings: { 'unknown-type': 'fail high' },
    follows: following('unknown-type', ['unsubscribes']),
  },
  {
    name: 'checks as Stripe’s own library does',
    scheme: 'stripe',
    secret: whsec,
    handle: (call, work) => (call.method === 'POST' ? stripe(call, work, whsec) : 405),
    grade: 'A',
    findings: {},
  },
  {
    name: 'takes JSON only, and recognises repetitions by X-Shopify-Webhook-Id',
    scheme: 'shopify',
    handle: (call, work) => {
      if (call.method !== 'POST') return 405
      if (given(call, 'x-shopify-hmac-sha256') !== hmac(call.body)) return 401
      if (!/^application\/json\b/.test(given(call, 'content-type'))) return 415
      if (parsed(call.body) === null) return 400
      const id = given(call, 'x-shopify-webhook-id')
      if (!work.ids.has(id)) work.count += 1
      work.ids.add(id)
      return 200
    },
    grade: 'A',
    findings: {},
  },
]
