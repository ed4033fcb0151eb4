import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesFields, parseDeliveryFilter } from '../../src/shared/filter/deliveryFilter.ts'
import { formatDeliveryFilter } from '../../src/shared/filter/formatDeliveryFilter.ts'
import { unknownKeyReason } from '../../src/shared/filter/unknownFilterKey.ts'
import { filterSentence } from '../../src/shared/words/filters.ts'
import type { DeliverySummary, FollowUpState } from '../../src/shared/model.ts'

const payment: DeliverySummary = {
  id: '12',
  environmentId: 'sandbox',
  receivedAt: '2026-01-02T03:04:05.678Z',
  method: 'POST',
  size: 100,
  verdict: 'valid',
  notificationId: 'N-1',
  resourceType: 'Payment',
  resourceId: 'pay:1',
  action: 'Create',
  duplicate: false,
  nth: 1,
  headline: null,
  retried: false,
  sentToReceivedMs: null,
  cameLate: false,
  pinned: false,
  note: null,
  answeredStatus: 200,
  followUp: { state: 'waiting', status: null, reason: null },
}

const now = Date.parse('2026-01-02T03:14:05.678Z')
const parse = (text: string) => parseDeliveryFilter(text, now)

function matches(text: string, changes: Partial<DeliverySummary> = {}): boolean {
  const { filter, problem } = parse(text)
  expect(problem).toBeNull()
  return matchesFields(filter, { ...payment, ...changes })
}

const withState = (state: FollowUpState) => ({ followUp: { state, status: null, reason: null } })

describe('a delivery fits', () => {
  test.each([
    'verdict:valid',
    'VERDICT:Valid',
    'verdict:invalid|valid',
    'type:payment',
    'type:"Payment"',
    'action:CREATE',
    'id:12',
    'id:n-1',
    'id:"pay:1"',
    'id:pay:1',
    '-verdict:invalid',
    '!type:Wallet -action:delete',
    'type:Wallet type:Payment',
    'status:waiting',
    'verdict:valid type:Payment action:create id:12',
    '',
  ])('%j', (text) => {
    expect(matches(text)).toBe(true)
  })

  test.each([
    'verdict:invalid',
    '-verdict:valid',
    'type:Pay',
    'type:Payment type:Wallet',
    'id:1',
    'id:pay',
    '-type:Payment -type:Wallet',
    'type:"Wallet|Payment"',
    'status:done',
  ])('not %j', (text) => {
    expect(matches(text)).toBe(false)
  })
})

describe('the state of the follow-up', () => {
  test('is that of now', () => {
    expect(matches('status:done|failed', withState('running'))).toBe(false)
    expect(matches('status:done|failed', withState('failed'))).toBe(true)
    expect(matches('status:done|failed', withState('done'))).toBe(true)
  })

  test('is not denied before it is known', () => {
    expect(matches('-status:failed', withState('waiting'))).toBe(false)
    expect(matches('-status:failed', withState('running'))).toBe(false)
    expect(matches('-status:failed', withState('done'))).toBe(true)
    expect(matches('-status:failed', withState('failed'))).toBe(false)
  })
})

describe('what cannot be understood', () => {
  test.each([
    { text: 'verdict:good', sentence: 'There is no verdict "good". A verdict is one of: valid, valid-previous,' },
    { text: 'status:done|200', sentence: 'There is no status "200". A status is one of: none, waiting,' },
    { text: 'type:', sentence: 'type: needs a value.' },
    { text: 'verdict:valid|', sentence: 'verdict: needs a value.' },
    { text: 'id:""', sentence: 'id: needs a value.' },
    { text: '-', sentence: '"-" means nothing.' },
    { text: '""', sentence: 'means nothing' },
  ])('$text is reported and filters nothing', ({ text, sentence }) => {
    const { filter, problem } = parse(text)
    expect(problem && filterSentence(problem)).toContain(sentence)
    expect(filter.terms).toEqual([])
  })

  test('a key that does not exist is read as a word, and named', () => {
    expect(parse('verdit:valid -header:x').unknownKeys).toEqual(['verdit', 'header'])
    expect(parse('x-request-id:abc event_type:"a b" user.id:x').unknownKeys).toEqual([
      'x-request-id',
      'event_type',
      'user.id',
    ])
  })

  test.each([
    '"header:x"',
    '-"header:x"',
    'http://x',
    '-https://example.com/a?b=c:d',
    'urn:uuid:1234',
    'mailto:a@example.com',
    'localhost:3000',
    'db-1.example.com:5432/path',
    '127.0.0.1:8080',
    '[::1]:80',
    '12:30:00',
    'pay:1',
  ])('quoted text and addresses have no key: %s', (text) => {
    expect(parse(text)).toMatchObject({ problem: null, unknownKeys: [], filter: { terms: [{ key: 'text' }] } })
  })
})

describe('the nearest key', () => {
  test.each([
    ['verdit', 'verdict'],
    ['types', 'type'],
    ['tpye', 'type'],
    ['Aktion', 'action'],
    ['verification', 'verdict'],
    ['befor', 'before'],
    ['http', null],
    ['header', null],
    ['x', null],
  ])('to %s is %s', (typed, nearest) => {
    const why = unknownKeyReason(typed)
    expect(why.fields).toMatchObject({ key: typed, nearest })
    expect(filterSentence(why)).toContain(
      nearest === null ? 'The keys are verdict, type, action' : `Did you mean ${nearest}:?`,
    )
  })
})

test.each([
  ['""', { code: 'filter-word-empty', fields: { word: '""' } }],
  ['type:', { code: 'filter-value-missing', fields: { key: 'type' } }],
  ['after:soon', { code: 'filter-moment-unreadable', fields: { key: 'after', word: 'after:soon' } }],
  ['is:new', { code: 'filter-value-unknown', fields: { key: 'is', value: 'new' } }],
])('what cannot be read in %s is a code with fields', (text, why) => {
  expect(parse(text).problem).toMatchObject(why)
})

test('anything can be typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      matchesFields(parse(text).filter, payment)
    }),
  )
})

test('words are left to the store, which has the bodies', () => {
  expect(matches('nowhere -"in the body"')).toBe(true)
})

test('a quoted word keeps every character', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !text.includes('"'))
  fc.assert(
    fc.property(word, (text) => {
      expect(parse(`-"${text}"`).filter.terms).toMatchObject([{ key: 'text', values: [text], negated: true }])
    }),
  )
})

describe('marks', () => {
  test.each([
    ['is:late', { cameLate: true }],
    ['is:duplicate', { duplicate: true }],
    ['is:RETRIED', { retried: true }],
    ['is:pinned', { pinned: true }],
    ['is:noted', { note: 'look here' }],
  ])('%s', (text, change) => {
    expect(matches(text, change)).toBe(true)
    expect(matches(text)).toBe(false)
    expect(matches(`-${text}`)).toBe(true)
  })

  test('must all hold, unless they stand between bars', () => {
    expect(matches('is:late is:pinned', { cameLate: true })).toBe(false)
    expect(matches('is:late is:pinned', { cameLate: true, pinned: true })).toBe(true)
    expect(matches('is:late|pinned', { cameLate: true })).toBe(true)
  })
})

describe('moments', () => {
  test.each([
    'after:2026-01-02T03:04:05.678Z',
    'after:2026-01-02T04:04+01:00',
    'after:2026-01-02',
    'after:"2026-01-02"',
    'before:2026-01-02T03:04:05.679Z',
    'before:2026-01-03',
    'after:10m before:9m',
    'after:600s',
    'after:1h',
    'before:0d',
    '-before:1h',
    'method:post|put',
  ])('%s holds', (text) => {
    expect(matches(text)).toBe(true)
  })

  test.each([
    'before:2026-01-02T03:04:05.678Z',
    'after:9m',
    'before:10m',
    'after:2026-01-03',
    '-after:10m',
    'method:put',
  ])('%s does not', (text) => {
    expect(matches(text)).toBe(false)
  })

  test.each(['after:yesterday', 'before:10', 'after:2026-01-02T03:04:05', 'after:2026-13-45', 'before:10m|5m'])(
    '%s names none',
    (text) => {
      const { problem } = parse(text)
      expect(problem?.code).toBe('filter-moment-unreadable')
      expect(problem && filterSentence(problem)).toMatch(/names no moment.*10m, 2h, 3d ago/)
    },
  )
})

describe('the typed form', () => {
  const value = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._/-]{1,9}$/), fc.constant('a b|c'))
  const term = fc.oneof(
    fc.tuple(fc.constantFrom('', '-'), fc.constantFrom('verdict:valid', 'is:late', 'status:done|failed', 'after:10m')),
    fc.tuple(
      fc.constantFrom('', '-', '!'),
      fc.tuple(fc.constantFrom('type', 'action', 'id', 'method', ''), value).map(([key, text]) => {
        const quoted = /[ |]/.test(text) ? `"${text}"` : text
        return key === '' ? quoted : `${key}:${quoted}`
      }),
    ),
  )

  test('is read back as the same filter', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 6 }), (terms) => {
        const { filter } = parse(terms.map((parts) => parts.join('')).join(' '))
        expect(parse(formatDeliveryFilter(filter)).filter).toEqual(filter)
      }),
    )
  })

  test('of anything a person types is read back as what was understood', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { filter } = parse(text)
        expect(parse(formatDeliveryFilter(filter)).filter).toEqual(filter)
      }),
    )
  })
})
