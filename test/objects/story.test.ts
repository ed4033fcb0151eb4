import { describe, expect, it } from 'vitest'
import { objectStory } from '../../src/engine/objects/objectStory.ts'
import type { Snapshot } from '../../src/engine/objects/judgeSnapshots.ts'
import type { DeliverySummary } from '../../src/shared/model.ts'
import type { ObjectStory } from '../../src/shared/wireTypes.ts'

interface Told {
  second: number
  changes?: unknown
  created?: string
  notificationId?: string
  action?: string
  verdict?: DeliverySummary['verdict']
  followUp?: DeliverySummary['followUp']
}

const object = {
  environmentId: 'sandbox',
  resourceType: 'Payment',
  resourceId: 'p',
  unproven: 0,
  notifications: 0,
  seen: null,
}

/** The story of deliveries (ids 1, 2, ... in order) and of snapshots: [second, delivery, object]. */
function story(told: Told[], seen: [second: number, deliveryId: string, object: unknown][]): ObjectStory {
  const deliveries = told.map(({ second, notificationId, action, verdict, followUp }, index): DeliverySummary => ({
    id: String(index + 1),
    environmentId: 'sandbox',
    receivedAt: new Date(second * 1000).toISOString(),
    method: 'POST',
    size: 1,
    verdict: verdict ?? 'valid',
    notificationId: notificationId ?? `n${index + 1}`,
    resourceType: 'Payment',
    resourceId: 'p',
    action: action ?? 'update',
    duplicate: false,
    nth: 1,
    headline: null,
    retried: false,
    sentToReceivedMs: null,
    cameLate: false,
    pinned: false,
    note: null,
    answeredStatus: 200,
    followUp: followUp ?? { state: 'done', status: 200, reason: null },
  }))
  const snapshots = seen.map(([second, deliveryId, value], index): Snapshot => ({
    attemptId: `a${index + 1}`,
    deliveryId,
    at: second * 1000,
    text: JSON.stringify(value),
  }))
  return objectStory(object, deliveries, snapshots, (id) => {
    const { changes, created } = told[Number(id) - 1] ?? {}
    return { changes: changes == null ? null : JSON.stringify(changes), createdAtUtc: created ?? null }
  })
}

function notification(of: ObjectStory, deliveryId: string) {
  return of.items.find((item) => item.kind === 'notification' && item.deliveryId === deliveryId)
}

function snapshot(of: ObjectStory, attemptId: string) {
  return of.items.find((item) => item.attemptId === attemptId)
}

describe('the deliveries of one notification', () => {
  it('are one item, in order of arrival, that says how often it came', () => {
    const told = story(
      [
        { second: 10, notificationId: 'x' },
        { second: 20, notificationId: 'y' },
        { second: 40, notificationId: 'x' },
        { second: 70, notificationId: 'x' },
      ],
      [],
    )
    expect(told.items).toHaveLength(2)
    expect(told.notifications).toBe(2)
    expect(notification(told, '1')?.deliveries).toEqual([
      { id: '1', receivedAt: '1970-01-01T00:00:10.000Z', attempt: 1 },
      { id: '3', receivedAt: '1970-01-01T00:00:40.000Z', attempt: 2 },
      { id: '4', receivedAt: '1970-01-01T00:01:10.000Z', attempt: 3 },
    ])
    expect(notification(told, '1')?.remarks).toEqual([{ code: 'repeated', fields: { times: 3 } }])
    expect(notification(told, '1')?.notes.join()).toContain('delivered 3 times')
    expect(notification(told, '2')?.remarks).toEqual([])
  })

  it('give the state of the follow-up, at the one that has it', () => {
    const told = story(
      [
        { second: 10, notificationId: 'x', followUp: { state: 'skipped', status: null, reason: 'elsewhere' } },
        { second: 20, notificationId: 'x', followUp: { state: 'failed', status: 503, reason: 'failed' } },
      ],
      [],
    )
    expect(told.items[0]?.followUp).toEqual({ state: 'failed', status: 503, reason: 'failed', deliveryId: '2' })
  })

  it('never include one that nothing proves, which is an item of its own and does not count', () => {
    const told = story(
      [
        { second: 10, notificationId: 'x', verdict: 'invalid' },
        { second: 20, notificationId: 'x' },
      ],
      [],
    )
    expect(told.items.map(({ deliveryId, proven }) => [deliveryId, proven])).toEqual([
      ['2', true],
      ['1', false],
    ])
    expect(told.notifications).toBe(1)
    expect(notification(told, '1')?.remarks).toContainEqual({ code: 'sender-unproven', fields: {} })
  })
})

describe('a notification that came out of order', () => {
  it('is pointed out even when only the seventh digit of its time tells', () => {
    const told = story(
      [
        { second: 10, created: '2022-03-28T11:14:11.3704804+00:00' },
        { second: 20, created: '2022-03-28T11:14:11.3704803+00:00' },
        { second: 30, created: '2022-03-28T13:14:11.3704805+02:00' },
        { second: 40, created: '2022-03-28T11:14:11.37048+00:00' },
        { second: 50 },
        { second: 60, created: 'yesterday' },
      ],
      [],
    )
    const outOfOrder = told.items.filter((item) => item.outOfOrder).map((item) => item.deliveryId)
    expect(outOfOrder).toEqual(['4', '2'])
    expect(notification(told, '4')?.overtakenBy).toBe('2022-03-28T13:14:11.3704805+02:00')
    expect(notification(told, '4')?.remarks).toEqual([{ code: 'out-of-order', fields: {} }])
    expect(told.remarks).toEqual([{ code: 'some-out-of-order', fields: { count: 2 } }])
    expect(told.notes).toEqual(['2 notifications came out of order.'])
  })

  it('is not one that came late as a repetition', () => {
    const told = story(
      [
        { second: 10, created: '2022-03-28T11:00:00Z', notificationId: 'x' },
        { second: 20, created: '2022-03-28T12:00:00Z' },
        { second: 30, created: '2022-03-28T11:00:00Z', notificationId: 'x' },
      ],
      [],
    )
    expect(told.items.filter((item) => item.outOfOrder)).toEqual([])
  })
})

describe('a missed notification', () => {
  it('is pointed out where the object changed and none came in between', () => {
    const told = story(
      [{ second: 10 }],
      [
        [11, '1', { state: 'created' }],
        [50, '1', { state: 'settled' }],
        [60, '1', { state: 'settled' }],
      ],
    )
    expect(told.items.filter((item) => item.missed).map((item) => item.attemptId)).toEqual(['a2'])
    expect(snapshot(told, 'a2')?.remarks).toEqual([{ code: 'notification-missing', fields: {} }])
    expect(told.remarks).toEqual([{ code: 'missed', fields: { count: 1 } }])
  })

  it('is pointed out where only that of a creation came in between', () => {
    const told = story(
      [{ second: 10 }, { second: 20, action: 'Create' }],
      [
        [11, '1', { state: 'created' }],
        [21, '2', { state: 'settled' }],
      ],
    )
    expect(snapshot(told, 'a2')).toMatchObject({ missed: true, remarks: [{ code: 'update-missing' }] })
  })

  it('is none when an update was notified of, or when it only came after the object was fetched', () => {
    const told = story(
      [{ second: 10, action: 'create' }, { second: 20 }, { second: 60, created: '1970-01-01T00:00:45.0000001+00:00' }],
      [
        [11, '1', { n: 1 }],
        [21, '2', { n: 2 }],
        [50, '2', { n: 3 }],
        [61, '3', { n: 3 }],
      ],
    )
    expect(told.items.filter((item) => item.missed)).toEqual([])
    expect(snapshot(told, 'a3')?.remarks).toEqual([{ code: 'notification-late', fields: {} }])
  })
})

describe('changes beside the real difference', () => {
  const before = { state: 'created', amount: { value: '1', currency: 'EUR' }, note: 'a', updatedAtUtc: '1' }
  const after = { state: 'settled', amount: { value: '2', currency: 'EUR' }, note: 'a', updatedAtUtc: '2' }
  const seen: [number, string, unknown][] = [
    [11, '1', before],
    [21, '2', after],
  ]
  const told = (changes: unknown) =>
    notification(
      story(
        [
          { second: 10, action: 'create' },
          { second: 20, changes },
        ],
        seen,
      ),
      '2',
    )

  it('as an object of new values: names what changed unsaid and what was said and did not', () => {
    expect(told({ state: 'settled', note: 'b' })).toMatchObject({
      changesShape: 'values',
      claimed: ['state', 'note'],
      unclaimed: ['amount.value'],
      unchanged: ['note'],
      silent: false,
      shownBy: 'a2',
    })
    const notes = told({ state: 'settled', note: 'b' })?.notes.join()
    expect(notes).toContain('amount.value changed too')
    expect(notes).toContain('says that note changed')
    expect(notes).toContain('note has another value')
  })

  it('as a list of names, in whatever case and at whatever depth', () => {
    expect(told(['State', 'amount'])).toMatchObject({
      changesShape: 'names',
      unclaimed: [],
      unchanged: [],
      remarks: [],
    })
    expect(told(['/amount/value', 'STATE'])).toMatchObject({ unclaimed: [], unchanged: [] })
    expect(told([])).toMatchObject({ claimed: [], unclaimed: ['state', 'amount.value'] })
  })

  it('as null: says at a glance that the object changed anyway', () => {
    expect(told(null)).toMatchObject({ changesShape: 'none', claimed: null, silent: true, unclaimed: [] })
    expect(told(null)?.remarks).toEqual([{ code: 'changes-null', fields: {} }])
    const whole = story([{ second: 10, action: 'create' }, { second: 20 }], seen)
    expect(whole.remarks).toEqual([{ code: 'silent', fields: { count: 1 } }])
  })

  it('as null is not pointed out when nothing but the time of the update changed', () => {
    const seen: [number, string, unknown][] = [
      [11, '1', before],
      [21, '2', { ...before, updatedAtUtc: '3' }],
    ]
    expect(notification(story([{ second: 10 }, { second: 20 }], seen), '2')).toMatchObject({
      silent: false,
      remarks: [],
    })
  })

  it('as anything else is shown raw and not compared', () => {
    for (const changes of [7, 'state', [{ field: 'state' }]]) {
      expect(told(changes)).toMatchObject({
        changesShape: 'other',
        changes: JSON.stringify(changes),
        claimed: null,
        unclaimed: [],
        remarks: [{ code: 'changes-unknown-shape' }],
      })
    }
  })

  it('is compared with what all notifications since the snapshot before say together', () => {
    const both = story(
      [
        { second: 10 },
        { second: 15, changes: { state: 'settled' } },
        { second: 20, changes: { amount: { value: '2' } } },
      ],
      [
        [11, '1', before],
        [21, '3', after],
      ],
    )
    expect(notification(both, '2')).toMatchObject({ unclaimed: [], unchanged: [], shownBy: 'a2', remarks: [] })
    expect(notification(both, '3')).toMatchObject({ unclaimed: [], unchanged: [], remarks: [] })
  })

  it('claims nothing of the first snapshot, which has nothing to be compared with', () => {
    const first = story([{ second: 10, changes: { state: 'settled' } }], [[11, '1', before]])
    expect(notification(first, '1')).toMatchObject({ unclaimed: [], unchanged: [], silent: false })
    expect(notification(first, '1')?.remarks).toEqual([{ code: 'otherwise', fields: { places: ['state'] } }])
  })
})
