/** When a notification of the system appears: at a first, while the window is not in sight, and never as a flood. */
import { describe, expect, test } from 'vitest'
import { type NoticeFacts, noticesFrom, noticesAfter } from '../../src/desktop/notices.ts'
import type { HookscopeEvent, Status } from '../../src/shared/wireTypes.ts'
import { aDelivery, aStatus } from '../renderer/state/builders.ts'

const away: NoticeFacts = { now: 0, isWatched: false, wanted: true }
const minute = 60_000

/** Titles of what is shown as these events come, one after the other, each at its minute. */
function shown(
  events: readonly [minutes: number, event: HookscopeEvent][],
  facts: Partial<NoticeFacts> = {},
  start = aStatus(),
) {
  let state = noticesFrom(start)
  return events.flatMap(([minutes, event]) => {
    const taken = noticesAfter(state, event, { ...away, ...facts, now: minutes * minute })
    state = taken.state
    return taken.notice ?? []
  })
}
const titles = (...input: Parameters<typeof shown>) => shown(...input).map(({ title }) => title)

const status = (change: Partial<Status> = {}): HookscopeEvent => ({ type: 'status', status: aStatus(change) })
const unseen = (count: number) =>
  status({
    unseen: {
      count,
      more: false,
      oldest: count === 0 ? null : '7',
      newest: count === 0 ? null : '9',
      byEnvironment: {},
    },
  })
const tunnel = (state: Status['tunnel']['state']): HookscopeEvent => ({
  type: 'tunnel',
  tunnel: { ...aStatus().tunnel, state, history: [] },
})
const verified = (id: number): HookscopeEvent => ({
  type: 'delivery',
  delivery: aDelivery(id, { verdict: 'valid', environmentId: aStatus().environment.id }),
})
const proven = status({
  goLive: { ...aStatus().goLive, notification: { done: true, detail: '', why: { code: 'not-needed', fields: {} } } },
})

describe('a failed signature check', () => {
  test('is shown once, with the delivery to open, until all failures were seen', () => {
    const [notice, ...others] = shown([
      [0, unseen(1)],
      [1, unseen(2)],
      [2, unseen(300)],
    ])
    expect(notice).toMatchObject({ title: 'Signature check failed', place: { kind: 'delivery', id: '7' } })
    expect(others).toEqual([])
  })

  test('is shown again after all were seen, but not more than once in ten minutes', () => {
    expect(
      titles([
        [0, unseen(1)],
        [1, unseen(0)],
        [2, unseen(1)],
        [3, unseen(0)],
        [11, unseen(1)],
      ]),
    ).toHaveLength(2)
  })

  test('that was unseen before the start is no news', () => {
    const before = aStatus({ unseen: { count: 4, more: false, oldest: '1', newest: '4', byEnvironment: {} } })
    expect(titles([[0, unseen(5)]], {}, before)).toEqual([])
  })
})

describe('a tunnel', () => {
  test('that is lost is shown once, however often it comes and goes', () => {
    const notices = shown([
      [0, tunnel('reconnecting')],
      [0, tunnel('online')],
      [1, tunnel('reconnecting')],
      [1, tunnel('failed')],
      [2, tunnel('checking')],
      [3, tunnel('online')],
      [4, tunnel('failed')],
    ])
    expect(notices.map(({ place }) => place)).toEqual([{ kind: 'screen', name: 'tunnel' }])
  })

  test('that never opened, or that the person closed, is not lost', () => {
    expect(
      titles([
        [0, tunnel('starting')],
        [1, tunnel('reconnecting')],
        [2, tunnel('failed')],
      ]),
    ).toEqual([])
    expect(
      titles([
        [0, tunnel('online')],
        [1, tunnel('off')],
      ]),
    ).toEqual([])
  })
})

describe('the first verified delivery', () => {
  test('of an environment is shown, with the delivery to open', () => {
    const [notice, ...others] = shown([
      [0, verified(3)],
      [0, proven],
      [1, verified(4)],
      [1, proven],
    ])
    expect(notice).toMatchObject({ title: 'First verified delivery', place: { kind: 'delivery', id: '3' } })
    expect(others).toEqual([])
  })

  test('is none where the environment had one before, or another environment comes to the front', () => {
    expect(
      titles(
        [
          [0, verified(3)],
          [0, proven],
        ],
        {},
        aStatus({
          goLive: {
            ...aStatus().goLive,
            notification: { done: true, detail: '', why: { code: 'not-needed', fields: {} } },
          },
        }),
      ),
    ).toEqual([])
    const other = { ...aStatus().environment, id: 'other' }
    expect(
      titles(
        [
          [0, verified(3)],
          [0, proven],
        ],
        {},
        aStatus({ environment: other }),
      ),
    ).toEqual([])
  })
})

describe('no notification', () => {
  const all: [number, HookscopeEvent][] = [
    [0, unseen(1)],
    [0, tunnel('online')],
    [0, tunnel('failed')],
    [0, verified(3)],
    [0, proven],
  ]

  test('appears while the person looks at the window, or wants none', () => {
    expect(titles(all)).toHaveLength(3)
    expect(titles(all, { isWatched: true })).toEqual([])
    expect(titles(all, { wanted: false })).toEqual([])
  })

  test('holds what a sender chose', () => {
    const named = {
      ...aDelivery(3, { verdict: 'valid', resourceType: 'Evil', note: 'Evil' }),
      environmentId: aStatus().environment.id,
    }
    const text = JSON.stringify(shown([...all.slice(0, 3), [0, { type: 'delivery', delivery: named }], [0, proven]]))
    expect(text).not.toContain('Evil')
  })
})
