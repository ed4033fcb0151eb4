import { describe, expect, it } from 'vitest'
import { type Difference, difference, differenceWithin } from '../../src/shared/json/difference.ts'
import { parseExactly } from '../../src/shared/json/exactJson.ts'
import { objectStory } from '../../src/engine/objects/objectStory.ts'
import type { DeliverySummary } from '../../src/shared/model.ts'

const object = {
  environmentId: 'sandbox',
  resourceType: 'Payment',
  resourceId: 'p',
  unproven: 0,
  notifications: 0,
  seen: null,
}
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
    headline: null,
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

  it('is one change for an element that was put in before others, and for one that was taken away', () => {
    const items = [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }]
    const first = { a: 0 }
    expect(difference({ items }, { items: [first, ...items] })).toEqual([
      { path: 'items[0]', before: null, after: '{"a":0}' },
    ])
    expect(difference({ items: [first, ...items] }, { items })).toEqual([
      { path: 'items[0]', before: '{"a":0}', after: null },
    ])
  })

  it('is one change for an element that moved, and says from where', () => {
    expect(difference([1, 2, 3, 4], [2, 3, 4, 1])).toEqual([{ path: '[3]', before: '1', after: '1', movedFrom: '[0]' }])
  })

  it('knows an element by its id again, although it moved and changed, and says what changed in it', () => {
    const before = [
      { id: 'a', state: 'open' },
      { id: 'b', state: 'open' },
      { id: 'c', state: 'open' },
    ]
    const after = [
      { id: 'b', state: 'open' },
      { id: 'c', state: 'paid' },
      { id: 'a', state: 'done' },
    ]
    expect(difference(before, after)).toEqual([
      { path: '[1].state', before: '"open"', after: '"paid"' },
      { path: '[2]', before: JSON.stringify(before[0]), after: JSON.stringify(after[2]), movedFrom: '[0]' },
      { path: '[2].state', before: '"open"', after: '"done"' },
    ])
  })

  it('does not take two elements with one id for the same', () => {
    const list = [
      { id: 1, n: 1 },
      { id: 1, n: 2 },
    ]
    expect(difference(list, [{ id: 1, n: 2 }])).toEqual([{ path: '[0]', before: '{"id":1,"n":1}', after: null }])
  })

  it('keeps 1.0 and 1.00 apart where numbers were kept as they came, in lists as well', () => {
    const [before, after] = ['{"a":1.0,"b":[1.0,2]}', '{"a":1.00,"b":[2,1.00]}'].map(parseExactly)
    expect(difference(before, after)).toEqual([
      { path: 'a', before: '1.0', after: '1.00' },
      { path: 'b[0]', before: '1.0', after: null },
      { path: 'b[1]', before: null, after: '1.00' },
    ])
  })

  it('refuses a text that is nested too deep, also one without numbers', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(() => parseExactly(nested(100_000))).toThrow(RangeError)
    expect(JSON.stringify(parseExactly(nested(2000)))).toHaveLength(4000)
  })

  it('compares lists that have little in common place by place, however long they are', () => {
    const list = (shift: number) => Array.from({ length: 5_000 }, (_, index) => index * 2 + shift)
    const found = difference(list(0), list(1))
    expect(found).toHaveLength(5_000)
    expect(found[4_999]).toEqual({ path: '[4999]', before: '9998', after: '9999' })
  })

  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'of two lists says enough to make the second from the first (seed %i)',
    (seed) => {
      const random = randomFrom(seed)
      const before = Array.from({ length: 30 }, () => Math.floor(random() * 40))
      const after = [...before]
      for (let edit = 0; edit < 8; edit += 1) {
        const at = Math.floor(random() * after.length)
        const kind = Math.floor(random() * 3)
        if (kind === 0) after.splice(at, 1)
        else if (kind === 1) after.splice(at, 0, Math.floor(random() * 40))
        else after.splice(at, 0, ...after.splice(Math.floor(random() * after.length), 1))
      }
      expect(rebuilt(before, difference(before, after))).toEqual(after)
    },
  )

  it('survives 100,000 levels', () => {
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(difference(deep, { a: 1 })).toHaveLength(1)
    expect(difference({ a: deep, b: 1 }, { a: deep, b: 2 })).toEqual([{ path: 'b', before: '1', after: '2' }])
  })
})

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A list of numbers after applying differences. */
function rebuilt(before: readonly number[], differences: readonly Difference[]): number[] {
  const place = (path: string) => Number(path.slice(1, -1))
  const isChange = ({ before: old, after, movedFrom }: Difference) =>
    old !== null && after !== null && movedFrom === undefined
  const gone = new Set(
    differences.flatMap(({ path, after, movedFrom }) => (after === null ? [path] : (movedFrom ?? []))).map(place),
  )
  const put = new Map(differences.filter(({ after }) => after !== null).map((entry) => [place(entry.path), entry]))
  const stays = before.filter((_, index) => !gone.has(index))
  const changes = differences.filter(isChange).length
  return Array.from({ length: stays.length + put.size - changes }, (_, index) => {
    const entry = put.get(index)
    if (entry === undefined) return stays.shift() ?? Number.NaN
    if (isChange(entry)) expect(String(stays.shift())).toBe(entry.before)
    return Number(entry.after)
  })
}

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

  it('of an object that only unproven deliveries name begins and ends with those', () => {
    const seen = { first: '2026-03-01T12:00:00.000Z', last: '2026-03-02T12:00:00.000Z' }
    const story = objectStory({ ...object, unproven: 2, seen }, [], [], () => noText)
    expect(story).toMatchObject({ firstSeenAt: seen.first, lastSeenAt: seen.last, items: [] })
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

describe('a difference that somebody waits for', () => {
  const wide = (count: number, value: unknown) => Array.from({ length: count }, () => value)

  it('is the whole one where the places suffice, which several comparisons share', () => {
    const places = { left: 100 }
    expect(differenceWithin({ a: [1, 2, { b: 1 }] }, { a: [1, 3, { b: 2 }] }, places)).toEqual([
      { path: 'a[1]', before: '2', after: '3' },
      { path: 'a[2].b', before: '1', after: '2' },
    ])
    expect(places.left).toBe(95)
  })

  it('is given up when there is more to compare, however it is nested, and so are those after it', () => {
    const nested = (value: number) => wide(1000, wide(1000, [[[value]]]))
    for (const [before, after] of [
      [nested(1), nested(2)],
      [wide(1_000_000, []), wide(1_000_000, {})],
      [{ a: wide(1_000_000, 1) }, { a: wide(10, 1) }],
    ]) {
      const places = { left: 10_000 }
      expect(differenceWithin(before, after, places)).toBeNull()
      expect(differenceWithin({ a: 1 }, { a: 2 }, places)).toBeNull()
    }
  })
})
