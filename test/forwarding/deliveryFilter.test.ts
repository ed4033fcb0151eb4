import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesDelivery, parseDeliveryFilter } from '../../src/shared/deliveryFilter.ts'
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
  answeredStatus: 200,
  followUp: { state: 'waiting', status: null, reason: null },
}

function matches(text: string, changes: Partial<DeliverySummary> = {}): boolean {
  const { filter, problem } = parseDeliveryFilter(text)
  expect(problem).toBeNull()
  return matchesDelivery(filter, { ...payment, ...changes })
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
    'pay',
    'create post',
    '"pay:1"',
    '-verdict:invalid',
    '!type:Wallet -action:delete',
    '-nowhere',
    'type:Wallet type:Payment',
    'status:waiting',
    'verdict:valid type:Payment action:create id:12 pay -wallet',
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
    'wallet',
    '-pay',
    'valid',
    'verdict:valid wallet',
    '-type:Payment -type:Wallet',
    'type:"Wallet|Payment"',
    '"type:Payment"',
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
    { text: '-', sentence: '"-" stands for nothing.' },
    { text: '""', sentence: 'stands for nothing' },
  ])('$text is told and filters nothing', ({ text, sentence }) => {
    const { filter, problem } = parseDeliveryFilter(text)
    expect(problem).toContain(sentence)
    expect(filter.terms).toEqual([])
  })

  test('a key that is none of ours is a word, and named', () => {
    expect(parseDeliveryFilter('verdit:valid -http://x').unknownKeys).toEqual(['verdit', 'http'])
    expect(matches('pay:1')).toBe(true)
    expect(parseDeliveryFilter('"pay:1"').unknownKeys).toEqual([])
  })
})

test('anything can be typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      matchesDelivery(parseDeliveryFilter(text).filter, payment)
    }),
  )
})

test('a quoted word finds every text that holds it, and denied it does not', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !text.includes('"'))
  fc.assert(
    fc.property(word, fc.string(), fc.string(), (text, before, after) => {
      const resourceId = before + text + after
      expect(matches(`"${text}"`, { resourceId })).toBe(true)
      expect(matches(`-"${text}"`, { resourceId })).toBe(false)
    }),
  )
})
