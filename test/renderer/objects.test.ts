import { describe, expect, test } from 'vitest'
import { itemFlags } from '../../src/renderer/features/inbox/objects/ObjectPanels.tsx'
import { listedOnce } from '../../src/renderer/features/inbox/objects/ObjectList.tsx'
import { layoutStory, spokenStory } from '../../src/renderer/features/inbox/objects/storyPoints.ts'
import { allObjects, formatRoute, parseRoute, startRoute } from '../../src/renderer/data/state/route.ts'
import type { ObjectItem, ObjectSummary } from '../../src/shared/wireTypes.ts'

function object(resourceId: string, change: Partial<ObjectSummary> = {}): ObjectSummary {
  return {
    environmentId: 'own',
    resourceType: 'Payment',
    resourceId,
    firstSeenAt: '2026-01-01T00:00:00.000Z',
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    lastAction: 'create',
    notifications: 1,
    deliveries: 1,
    unproven: 0,
    snapshots: 1,
    headline: null,
    ...change,
  }
}

describe('the list of objects', () => {
  test('an object that moved between two reads is listed once, as it is now', () => {
    const moved = object('b', { notifications: 9, resourceType: 'PAYMENT' })
    const pages = [{ items: [moved, object('a')] }, { items: [object('b'), object('c')] }]
    expect(listedOnce(pages)).toEqual([moved, object('a'), object('c')])
  })
})

describe('the address of objects', () => {
  test('names that hold anything are read back as they were', () => {
    for (const resourceId of ['p-1', 'a/b?c#d', '%2e%2e', '../x', 'ümläut "q"', ' ']) {
      const objects = { chosen: { resourceType: 'A/B', resourceId }, type: 'Pay ment&', words: 'x=1&y #' }
      const route = { ...startRoute, screen: 'objects', filter: 'type:Payment', objects }
      expect(parseRoute(formatRoute(route))).toEqual(route)
    }
  })

  test('what cannot be read is no choice', () => {
    for (const hash of ['#/objects', '#/objects/Payment', '#/objects/%E0%A4%A/x', '#/objects//x']) {
      expect(parseRoute(hash)).toEqual({ ...startRoute, screen: 'objects', objects: allObjects })
    }
  })
})

const quiet: ObjectItem = {
  at: '2026-01-01T00:00:00.000Z',
  kind: 'notification',
  deliveryId: '1',
  attemptId: null,
  notificationId: 'n',
  deliveries: [{ id: '1', receivedAt: '2026-01-01T00:00:00.000Z', attempt: 1 }],
  action: 'update',
  proven: true,
  createdAtUtc: null,
  outOfOrder: false,
  changes: null,
  changesShape: 'none',
  claimed: null,
  shownBy: null,
  unclaimed: [],
  unchanged: [],
  silent: false,
  snapshot: null,
  difference: null,
  missed: false,
  remarks: [],
  notes: [],
}

describe('what is to be seen at a glance', () => {
  const cases: [Partial<ObjectItem>, string, 'warn' | 'plain'][] = [
    [{ silent: true }, 'changed, but not listed', 'warn'],
    [
      { missed: true, remarks: [{ code: 'notification-missing', fields: {} }] },
      'changed without a notification',
      'warn',
    ],
    [{ remarks: [{ code: 'notification-late', fields: {} }] }, 'its notification came later', 'plain'],
    [{ outOfOrder: true }, 'out of order', 'warn'],
    [{ unchanged: ['amount'] }, 'claimed but equal', 'warn'],
    [{ unclaimed: ['amount'] }, 'changed, not claimed', 'warn'],
    [{ proven: false }, 'not proven', 'warn'],
    [{ deliveries: [...quiet.deliveries, ...quiet.deliveries] }, 'came 2 times', 'plain'],
  ]
  test.each(cases)('%o', (change, word, look) => {
    expect(itemFlags({ ...quiet, ...change }).map((flag) => [flag.word, flag.look])).toEqual([[word, look]])
  })

  test('an ordinary point has none', () => {
    expect(itemFlags(quiet)).toEqual([])
    expect(itemFlags({ ...quiet, deliveries: [] })).toEqual([])
  })
})

describe('the story on a time axis', () => {
  const item = (kind: ObjectItem['kind'], id: string, at: string, again: string[] = []): ObjectItem => ({
    at,
    kind,
    deliveryId: id,
    attemptId: kind === 'snapshot' ? id : null,
    notificationId: id,
    deliveries: [at, ...again].map((receivedAt, place) => ({ id: `${id}${place}`, receivedAt, attempt: place + 1 })),
    action: 'update',
    proven: true,
    createdAtUtc: null,
    outOfOrder: false,
    changes: null,
    changesShape: 'none',
    claimed: null,
    shownBy: null,
    unclaimed: [],
    unchanged: [],
    silent: false,
    snapshot: null,
    difference: null,
    missed: false,
    remarks: [],
    notes: [],
  })
  const second = (place: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + place * 1000).toISOString()

  test('has the oldest first, each within the axis, and the ends reach to the last time that something came again', () => {
    const items = [
      item('snapshot', '3', second(10)),
      item('notification', '2', second(9)),
      item('notification', '1', second(0), [second(99)]),
    ]
    const { points, from, to, isDense } = layoutStory(items, 500)
    expect(points.map(({ item: { deliveryId } }) => deliveryId)).toEqual(['1', '2', '3'])
    expect(points.every(({ markX, x }) => markX === x && x >= 0 && x <= 500)).toBe(true)
    expect([from < Date.parse(second(0)), to > Date.parse(second(99)), isDense]).toEqual([true, true, false])
  })

  test('with one point shows a minute around it', () => {
    const { points, from, to } = layoutStory([item('snapshot', '1', second(0))], 500)
    expect([to - from, points[0]?.markX]).toEqual([60_000, 250])
  })

  test('sets marks of one moment beside each other, a lane for itself', () => {
    const items = [1, 2, 3].map((id) => item('notification', String(id), second(0)))
    const { points } = layoutStory([...items, item('snapshot', '9', second(0))], 500)
    const lane = (kind: string) => points.filter((point) => point.item.kind === kind).map(({ markX }) => markX)
    expect([lane('notification'), lane('snapshot')]).toEqual([[232, 250, 268], [250]])
  })

  test('with more points than there is room for draws lines instead of shapes', () => {
    const items = Array.from({ length: 200 }, (_, id) => item('notification', String(id), second(200 - id)))
    const { points, isDense } = layoutStory(items, 500)
    expect(isDense).toBe(true)
    expect(points).toHaveLength(200)
    expect(points.every(({ markX }) => markX >= -0.001 && markX <= 500.001)).toBe(true)
    expect(spokenStory(points)).toMatch(/^200 events from (?:1 Jan|31 Dec|Jan 1|Dec 31)/)
  })
})
