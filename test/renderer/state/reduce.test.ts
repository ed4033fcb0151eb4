import { describe, expect, test } from 'vitest'
import { continues, initialFeed, lastAfter, reduce, windowSize } from '../../../src/renderer/data/state/reduce.ts'
import type { FeedMessage } from '../../../src/shared/wireTypes.ts'
import {
  aDelivery,
  anEnvironment,
  arrived,
  aSnapshot,
  aStatus,
  checkedAgain,
  deliveries,
  events,
  followedUp,
  idsOf,
} from './builders.ts'

const started = reduce(initialFeed, aSnapshot(10, deliveries(2, 1)))
const after = (...messages: FeedMessage[]) => messages.reduce(reduce, started)

describe('the feed', () => {
  test('a snapshot replaces what was known', () => {
    const again = reduce(started, aSnapshot(50, deliveries(9), '9'))
    expect(idsOf(again.window)).toEqual(['9'])
    expect(again.next).toBe('9')
    expect(again.last).toBe(50)
    expect(again.epoch).toBe(started.epoch + 1)
  })

  test('new deliveries stand at the top, newest first, also when they come in one batch out of order', () => {
    expect(idsOf(after(events(11, ...arrived(4, 3, 5))).window)).toEqual(['5', '4', '3', '2', '1'])
  })

  test('ids are numbers: 10 is newer than 9', () => {
    expect(idsOf(after(events(11, ...arrived(9, 10, 100))).window)).toEqual(['100', '10', '9', '2', '1'])
  })

  test('what was already seen is dropped, and the state stays the same object', () => {
    const state = after(events(11, ...arrived(3)))
    expect(reduce(state, events(11, ...arrived(3)))).toBe(state)
    expect(reduce(state, { kind: 'events', events: [] })).toBe(state)
  })

  test('a delivery that the window already has is not doubled by an event with a new number', () => {
    const state = after(events(11, ...arrived(2, 3)))
    expect(idsOf(state.window)).toEqual(['3', '2', '1'])
  })

  test('a follow-up changes its row only, and leaves the other rows the same objects', () => {
    const state = after(events(11, followedUp(1)))
    expect(state.window[1]?.followUp).toEqual({ state: 'done', status: 200, reason: null })
    expect(state.window[0]).toBe(started.window[0])
  })

  test('a follow-up of a delivery that is no longer in the window leaves the window alone', () => {
    expect(after(events(11, followedUp(77))).window).toBe(started.window)
  })

  test('a delivery that was checked again changes where it stands', () => {
    const state = after(events(11, checkedAgain(1, { verdict: 'invalid' })))
    expect(idsOf(state.window)).toEqual(['2', '1'])
    expect(state.window[1]?.verdict).toBe('invalid')
    expect(state.window[0]).toBe(started.window[0])
    expect(after(events(11, checkedAgain(77, {}))).window).toBe(started.window)
  })

  test('of a new verdict and a follow-up in one batch both count, in the order in which they came', () => {
    const told = checkedAgain(1, { verdict: 'valid-previous' })
    const later = after(events(11, told, followedUp(1, 201))).window[1]
    expect(later).toMatchObject({ verdict: 'valid-previous', followUp: { state: 'done', status: 201 } })
    const earlier = after(events(11, followedUp(1, 201), told)).window[1]
    expect(earlier).toMatchObject({ verdict: 'valid-previous', followUp: { state: 'waiting' } })
  })

  test('the progress of a check of everything shows in the status', () => {
    const verification = { state: 'running', checked: 5, total: 9, changed: 1, problem: null, why: null } as const
    expect(after(events(11, { type: 'verification', verification })).status?.verification).toBe(verification)
    expect(reduce(initialFeed, events(1, { type: 'verification', verification })).status).toBeNull()
  })

  test('the window is bounded, and its cursor says where to go on', () => {
    const ids = Array.from({ length: windowSize + 5 }, (_, index) => index + 3)
    const state = after(events(11, ...arrived(...ids)))
    expect(state.window).toHaveLength(windowSize)
    expect(state.next).toBe(state.window.at(-1)?.id)
  })

  test('a changed list of environments changes the active one in the status', () => {
    const renamed = { ...anEnvironment(), name: 'Renamed' }
    const state = after(events(11, { type: 'environments', environments: [renamed] }))
    expect(state.status?.environment.name).toBe('Renamed')
  })

  test('of another environment, or another address, nothing shows before its whole status has come', () => {
    const other = anEnvironment('other', true)
    const environments = [anEnvironment('sandbox', false), other]
    const switched = after(events(11, { type: 'environments', environments }))
    expect(switched.status).toBe(started.status)
    expect(switched.environments).toBe(environments)
    const status = aStatus({ environment: other })
    expect(reduce(switched, events(12, { type: 'status', status })).status).toBe(status)
    const moved = { ...anEnvironment(), receiverPath: '/in/new' }
    expect(after(events(11, { type: 'environments', environments: [moved] })).status).toBe(started.status)
  })

  test('a public address of the tunnel shows together with that of the receiver', () => {
    const tunnel = { ...aStatus().tunnel, state: 'starting' as const, history: [] }
    const opening = { ...started, status: aStatus({ tunnel }) }
    const told = (change: Partial<typeof tunnel>) =>
      reduce(opening, events(11, { type: 'tunnel', tunnel: { ...tunnel, ...change } })).status
    expect(told({ problem: 'No answer yet.' })?.tunnel.problem).toBe('No answer yet.')
    expect(told({ publicUrl: 'https://x.test' })).toBe(opening.status)
    expect(told({ state: 'off' as 'starting' })).toBe(opening.status)
  })

  test('a webhook-config of an environment that is not active does not show as the active one', () => {
    const { webhookConfig } = aStatus()
    const foreign = events(11, { type: 'webhook-config', environmentId: 'other', webhookConfig })
    expect(after(foreign).status).toBe(started.status)
    const own = events(11, { type: 'webhook-config', environmentId: 'sandbox', webhookConfig })
    expect(after(own).status?.webhookConfig).toBe(webhookConfig)
  })
})

describe('rare news', () => {
  test('the rows of a deleted environment go at once, and only they', () => {
    const other = aDelivery(3, { environmentId: 'other' })
    const grown = after(events(11, { type: 'delivery', delivery: other }))
    const state = reduce(grown, events(12, { type: 'removed', environmentId: 'sandbox' }))
    expect(idsOf(state.window)).toEqual(['3'])
    const same = reduce(state, events(13, { type: 'removed', environmentId: 'nobody' }))
    expect(same.window).toBe(state.window)
  })

  test('a pin and a note show in their row', () => {
    const state = after(events(11, { type: 'annotation', delivery: aDelivery(1, { pinned: true, note: 'x' }) }))
    expect(state.window[1]).toMatchObject({ id: '1', pinned: true, note: 'x' })
    expect(state.window[0]).toBe(started.window[0])
  })
})

describe('gaps', () => {
  test('a snapshot always continues; events only behind the last number', () => {
    expect(continues(null, aSnapshot(5))).toBe(true)
    expect(continues(null, events(1, ...arrived(1)))).toBe(false)
    expect(continues(10, events(11, ...arrived(1)))).toBe(true)
    expect(continues(10, events(12, ...arrived(1)))).toBe(false)
  })

  test('a batch that begins with what was seen and ends with news continues', () => {
    expect(continues(10, events(9, ...arrived(1, 2, 3)))).toBe(true)
  })

  test('the last number never goes back within a connection', () => {
    expect(lastAfter(10, events(9, ...arrived(1)))).toBe(10)
    expect(lastAfter(10, events(11, ...arrived(1, 2)))).toBe(12)
    expect(lastAfter(10, aSnapshot(4))).toBe(4)
  })
})
