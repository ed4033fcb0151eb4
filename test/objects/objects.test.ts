import { describe, expect, it } from 'vitest'
import { difference } from '../../src/shared/difference.ts'
import { objectStory } from '../../src/engine/objects/objectStory.ts'
import type { DeliverySummary } from '../../src/shared/model.ts'

const object = { environmentId: 'sandbox', resourceType: 'Payment', resourceId: 'p', unproven: 0, notifications: 0 }
const noText = { changes: null, createdAtUtc: null }

function delivery(id: string, second: number, notificationId = `n${id}`): DeliverySummary {
  return {
    id,
    environmentId: 'sandbox',
    receivedAt: new Date(second * 1000).toISOString(),
    method: 'POST',
    size: 1,
    verdict: 'valid',
    notificationId,
    resourceType: 'Payment',
    resourceId: 'p',
    action: 'update',
    duplicate: false,
    nth: 1,
    retried: false,
    sentToReceivedMs: null,
    cameLate: false,
    pinned: false,
    note: null,
    answeredStatus: 200,
    followUp: { state: 'done', status: 200, reason: null },
  }
}

describe('the difference of two objects', () => {
  it('names each place with its old and new value', () => {
    const before = { state: 'created', amount: { value: '1.00', currency: 'EUR' }, tags: ['a', 'b'], gone: 1 }
    const after = { state: 'settled', amount: { value: '1.00', currency: 'CHF' }, tags: ['a', 'c', 'd'], fresh: null }
    expect(difference(before, after)).toEqual([
      { path: 'state', before: '"created"', after: '"settled"' },
      { path: 'amount.currency', before: '"EUR"', after: '"CHF"' },
      { path: 'tags[1]', before: '"b"', after: '"c"' },
      { path: 'tags[2]', before: null, after: '"d"' },
      { path: 'fresh', before: null, after: 'null' },
      { path: 'gone', before: '1', after: null },
    ])
  })

  it('is empty for equal values, and one entry for values of different kinds', () => {
    expect(difference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toEqual([])
    expect(difference([], {})).toEqual([{ path: '', before: '[]', after: '{}' }])
  })

  it('is not fooled by __proto__ and constructor as keys', () => {
    const before: unknown = JSON.parse('{"__proto__": {"x": 1}}')
    const after: unknown = JSON.parse('{"__proto__": {"x": 2}, "constructor": 3}')
    expect(difference(before, after)).toEqual([
      { path: '__proto__.x', before: '1', after: '2' },
      { path: 'constructor', before: null, after: '3' },
    ])
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  it('survives 100,000 levels', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(difference(deep, { a: 1 })).toHaveLength(1)
    expect(difference({ a: deep, b: 1 }, { a: deep, b: 2 })).toEqual([{ path: 'b', before: '1', after: '2' }])
  })
})

describe('the story of an object', () => {
  it('puts notifications and snapshots on one timeline, newest first, with what changed', () => {
    const story = objectStory(
      object,
      [delivery('1', 10), delivery('2', 20)],
      [
        { attemptId: 'b', deliveryId: '2', at: 21_000, text: '{"state":"settled"}' },
        { attemptId: 'a', deliveryId: '1', at: 11_000, text: '{"state":"created"}' },
      ],
      (id) => ({ changes: id === '2' ? '{"state":"settled"}' : null, createdAtUtc: null }),
    )
    expect(story.items.map(({ kind, deliveryId }) => `${kind} ${deliveryId}`)).toEqual([
      'snapshot 2',
      'notification 2',
      'snapshot 1',
      'notification 1',
    ])
    expect(story.items[0]?.difference).toEqual([{ path: 'state', before: '"created"', after: '"settled"' }])
    expect(story.items[2]?.difference).toBeNull()
    expect(story).toMatchObject({ notifications: 2, snapshots: 2, firstSeenAt: '1970-01-01T00:00:10.000Z' })
  })

  it('counts a notification once, however often it was delivered', () => {
    const deliveries = [delivery('1', 10, 'same'), delivery('2', 20, 'same')]
    expect(objectStory(object, deliveries, [], () => noText).notifications).toBe(1)
  })

  it('claims no difference where an answer was not JSON', () => {
    const snapshots = [
      { attemptId: 'a', deliveryId: '1', at: 1000, text: '<html>' },
      { attemptId: 'b', deliveryId: '1', at: 2000, text: '{}' },
    ]
    const story = objectStory(object, [], snapshots, () => noText)
    expect(story.items.map((item) => item.difference)).toEqual([null, null])
  })
})
