import { setTimeout as pause } from 'node:timers/promises'
import {
  following,
  given,
  hmac,
  isRight,
  type OddHandler,
  page,
  parsed,
  stripe,
  whsec,
  workOnce,
} from './oddHandler.ts'

/** Handlers that take valid deliveries, and do something else in their own way. */
export const oddHandlers: readonly OddHandler[] = [
  {
    name: 'answers at once and is right in all',
    handle: (call, work) => (call.method !== 'POST' ? 405 : isRight(call) ? workOnce(call.body, work) : 401),
    grade: 'A',
    findings: {},
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
    only: ['unsigned', 'forged', 'other-body', 'beginning-only', 'methods'],
    grade: 'C',
    findings: { unsigned: 'warning medium', methods: 'inconclusive' },
    follows: following('unsigned', ['forged', 'other-body', 'beginning-only']),
    never: /A (?:delivery|signature|body)[^"]* is taken/,
  },
  {
    name: 'answers 200 to everything and does nothing',
    handle: () => 200,
    only: ['unsigned', 'forged', 'one-bit', 'twice', 'methods'],
    grade: 'F',
    findings: { forged: 'fail critical', twice: 'inconclusive', methods: 'fail low' },
    follows: following('forged', ['unsigned', 'one-bit']),
  },
  {
    name: 'takes everything',
    handle: (call, work) => workOnce(call.body, work),
    only: ['unsigned', 'forged', 'empty-secret', 'signed-constant', 'wrong-lengths', 'methods'],
    grade: 'F',
    findings: { forged: 'fail critical', methods: 'fail low' },
    follows: following('forged', ['unsigned', 'empty-secret', 'signed-constant', 'wrong-lengths']),
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
    name: 'throws at every signature that is not right',
    handle: (call, work) => {
      if (isRight(call)) return workOnce(call.body, work)
      if (call.method !== 'POST') return 405
      throw new Error('invalid signature')
    },
    only: ['unsigned', 'forged', 'one-bit', 'wrong-lengths', 'two-headers'],
    grade: 'C',
    findings: { forged: 'warning medium' },
    follows: following('forged', ['unsigned', 'one-bit', 'wrong-lengths', 'two-headers']),
  },
  {
    name: 'compares in constant time, which throws at other lengths',
    handle: (call, work) => {
      const [header, expected] = [given(call), hmac(call.body)]
      if (call.method !== 'POST') return 405
      if (header.length !== expected.length) throw new RangeError('Input buffers must have the same byte length')
      return header === expected ? workOnce(call.body, work) : 401
    },
    only: ['unsigned', 'empty-signature', 'forged', 'one-bit', 'wrong-lengths'],
    grade: 'C',
    findings: { 'wrong-lengths': 'warning medium' },
    follows: following('wrong-lengths', ['unsigned', 'empty-signature']),
  },
  {
    name: 'parses first, and signs what JSON.stringify writes',
    handle: (call, work) => {
      if (call.method !== 'POST') return 405
      const json = parsed(call.body)
      if (json === null) return 400
      return given(call) === hmac(JSON.stringify(json)) ? workOnce(call.body, work) : 401
    },
    only: [
      'forged',
      'one-bit',
      'signed-constant',
      'reformatted',
      'layout',
      'escapes',
      'numbers',
      'keys',
      'more-fields',
    ],
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
    only: ['rotation', 'forged', 'old', 'future', 'odd-timestamp', 'content-type', 'twice'],
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
    only: ['forged', 'content-type', 'twice', 'unknown-type', 'more-fields'],
    grade: 'A',
    findings: {},
  },
]
