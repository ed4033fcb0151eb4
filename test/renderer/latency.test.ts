import { describe, expect, test } from 'vitest'
import { timingRemarks } from '../../src/renderer/words/timingRemarks.ts'
import { healthFacts } from '../../src/renderer/health/healthFacts.ts'
import { commonScale } from '../../src/renderer/health/latencyScale.ts'
import { latencyRows, legRows } from '../../src/renderer/health/latencyRows.ts'
import type { Latency, Timing } from '../../src/shared/wireTypes.ts'
import { aStatus } from './builders.ts'

const noLegs = {
  sentToReceived: null,
  receivedToCommitted: null,
  committedToAnswered: null,
  receivedToAnswered: null,
  receivedToFetched: null,
}

function timing(change: Partial<Timing> = {}): Timing {
  return {
    legs: noLegs,
    senderClockAheadMs: null,
    inTime: true,
    late: false,
    nth: 1,
    of: 1,
    kind: 'first',
    notes: ['It was answered 200 after 4 ms, within the 3.0 s that the service waits.'],
    ...change,
  }
}

function remarks(change: Partial<Timing>) {
  return timingRemarks(timing(change)).map(({ word, why, look }) => [word, why, look])
}

describe('what the times of a delivery tell', () => {
  test('in time is said in a few words; late, with the sentence', () => {
    expect(remarks({})).toEqual([['Answered within the 3 s limit', null, 'good']])
    expect(remarks({ inTime: false, late: true, notes: ['after 4 s'] })).toEqual([
      ['Answered after the 3 s limit', 'after 4 s', 'warn'],
    ])
    expect(remarks({ inTime: null, notes: ['not known'] })).toEqual([
      ['Time of the answer not known', 'not known', 'plain'],
    ])
  })

  test('an answer in time that is no 2xx has its sentence', () => {
    expect(remarks({ notes: ['answered 405. Only a 2xx tells'] })[0]?.[1]).toContain('405')
  })

  test('a retry is told from a duplicate, and the clock from both', () => {
    expect(remarks({ kind: 'retry', nth: 2, of: 3, notes: ['a', 'b'] })[1]).toEqual([
      'Retry, delivery 2 of 3',
      'b',
      'warn',
    ])
    const both = remarks({ kind: 'duplicate', nth: 2, of: 2, notes: ['a', 'b', 'c', 'd'], senderClockAheadMs: 2000 })
    expect(both.slice(1)).toEqual([
      ['Duplicate, delivery 2 of 2', 'b', 'warn'],
      ["Sender's clock ahead by 2 s or more", 'c d', 'warn'],
    ])
  })

  test('when the object was there', () => {
    expect(remarks({ legs: { ...noLegs, receivedToFetched: 120 } })[1]?.[0]).toBe('Fetched 120 ms after it came')
  })
})

describe('the table of times', () => {
  const fast = { count: 9, p50: 1, p90: 4, p95: 6, p99: 10 }
  const group = (resourceType: string | null, receivedToAnswered: typeof fast | null) => ({
    resourceType,
    count: 9,
    late: 0,
    repeated: 0,
    legs: { ...noLegs, receivedToAnswered },
  })
  const latency: Pick<Latency, 'all' | 'types'> = {
    all: group(null, fast),
    types: [group('Payment', fast), group(null, null)],
  }

  test('has all of them first, and those without a type by that name', () => {
    expect(latencyRows(latency, 'receivedToAnswered').map(({ name }) => name)).toEqual(['All', 'Payment', 'no type'])
  })

  test('has a row for each leg, of all types together', () => {
    const rows = legRows(latency)
    expect(rows.map(({ id }) => id)).toEqual(Object.keys(noLegs))
    expect(rows.find(({ id }) => id === 'receivedToAnswered')?.percentiles).toEqual(fast)
  })

  test('is drawn on one scale, with the 3 s that the service waits always on it', () => {
    const scale = commonScale([latencyRows(latency, 'receivedToAnswered')])
    expect([scale.from, scale.to]).toEqual([1, 10_000])
    expect(scale.place(3000)).toBeGreaterThan(scale.place(fast.p99))
    expect(commonScale([]).place(3000)).toBeGreaterThan(0)
  })
})

describe('health in words', () => {
  test('all is well', () => {
    expect(healthFacts(aStatus()).filter(({ look }) => look === 'warn' || look === 'bad')).toEqual([])
  })

  test('how many came lately is told with the time in which they came', () => {
    const status = aStatus()
    const health = { ...status.health, recent: { deliveries: 34, ms: 41_700 } }
    const facts = healthFacts({ ...status, counts: { ...status.counts, deliveries: 34 }, health })
    expect(facts.find(({ id }) => id === 'deliveries')?.word).toBe(
      '34 stored in all environments; 34 came within the last 42 s',
    )
  })

  test('what is wrong is marked and told', () => {
    const status = aStatus()
    const facts = healthFacts({
      ...status,
      receiver: { ...status.receiver, state: 'failed', problem: 'The port is taken.', strays: 3 },
      health: {
        ...status.health,
        store: 'unavailable',
        problem: 'The disk is full.',
        indexBehind: 1,
        followUps: { waiting: 1200, failed: 2 },
      },
    })
    const told = facts.map(({ id, word, look, note }) => [id, word, look, note])
    expect(told).toContainEqual(['receiver', 'Does not listen', 'bad', 'The port is taken.'])
    expect(told).toContainEqual(['store', 'Cannot keep deliveries now', 'bad', 'The disk is full.'])
    expect(told.find(([id]) => id === 'index')?.slice(1)).toEqual([
      '1 delivery behind',
      'plain',
      'It is stored, and will be searchable once the store works again.',
    ])
    expect(told.find(([id]) => id === 'follow-ups')?.slice(1, 3)).toEqual(['1,200 waiting, 2 failed', 'warn'])
  })
})
