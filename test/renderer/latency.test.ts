import { describe, expect, test } from 'vitest'
import { timingRemarks } from '../../src/renderer/features/inbox/delivery/timelineWords.ts'
import { healthFacts } from '../../src/renderer/features/monitor/health/healthFacts.ts'
import { commonScale, latencyRows, legRows } from '../../src/renderer/features/monitor/health/LatencyChart.tsx'
import type { Latency, Timing } from '../../src/shared/wireTypes.ts'
import { aForwardRule, aStatus } from './state/builders.ts'

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
    remarks: [],
    notes: ['Answered 200 after 4 ms, within the 3.0 s that the sender waits.'],
    ...change,
  }
}

function remarks(change: Partial<Timing>) {
  return timingRemarks(timing(change)).map(({ word, why, look }) => [word, why, look])
}

describe('what the times of a delivery tell', () => {
  const answer = { status: 200, tookMs: 4, limitMs: 3000 }

  test('in time is said in a few words; late, with the sentence', () => {
    expect(remarks({ remarks: [{ code: 'answered-in-time', fields: answer }] })).toEqual([
      ['Answered within the 3 s limit', null, 'good'],
    ])
    expect(remarks({ remarks: [{ code: 'answered-late', fields: { ...answer, tookMs: 4000 } }] })).toEqual([
      ['Answered after the 3 s limit', expect.stringContaining('after 4.0 s'), 'warn'],
    ])
    expect(remarks({ remarks: [{ code: 'answer-time-unknown', fields: {} }] })).toEqual([
      ['Time of the answer not known', expect.stringContaining('was not recorded'), 'plain'],
    ])
  })

  test('an answer that is not 2xx is a warning, however fast it was', () => {
    const refused = { code: 'answered-not-2xx' as const, fields: { status: 503, tookMs: 4 } }
    expect(remarks({ remarks: [refused] })).toEqual([
      ['Answered 503, not 2xx', expect.stringContaining('take only a 2xx as a receipt'), 'warn'],
    ])
  })

  test('without a known limit of the sender only the duration is shown, without a tick', () => {
    const answered = { code: 'answered' as const, fields: { status: 200, tookMs: 4 } }
    expect(remarks({ remarks: [answered] })).toEqual([['Answered in 4 ms', expect.any(String), 'plain']])
  })

  test('the limit is that of the sender', () => {
    const late = { code: 'answered-late' as const, fields: { status: 200, tookMs: 4000, limitMs: 1000 } }
    expect(remarks({ remarks: [late] })[0]?.[0]).toBe('Answered after the 1 s limit')
  })

  test('a retry differs from a duplicate, and both from the clock', () => {
    const inTime = { code: 'answered-in-time' as const, fields: answer }
    const again = { code: 'sent-again' as const, fields: { nth: 2, of: 3 } }
    expect(remarks({ remarks: [inTime, again] })[1]).toEqual([
      'Retry, delivery 2 of 3',
      expect.stringContaining('not answered 2xx in time'),
      'warn',
    ])
    const twice = { code: 'sent-twice' as const, fields: { nth: 2, of: 2 } }
    const early = { code: 'came-before-sent' as const, fields: { earlyMs: 1200 } }
    const clock = { code: 'clock-ahead' as const, fields: { aheadMs: 2000 } }
    const both = remarks({ remarks: [inTime, twice, early, clock], senderClockAheadMs: 2000 })
    expect(both.slice(1)).toEqual([
      ['Duplicate, delivery 2 of 2', expect.stringContaining('it was sent twice'), 'warn'],
      ["Sender's clock ahead by 2 s or more", expect.stringMatching(/1\.2 s before .* at least 2\.0 s/), 'warn'],
    ])
  })

  test('when the object was there', () => {
    expect(remarks({ legs: { ...noLegs, receivedToFetched: 120 } })[0]?.[0]).toBe('Fetched 120 ms after it came')
  })
})

describe('the table of times', () => {
  const fast = { count: 100, p50: 1, p90: 4, p95: 6, p99: 10 }
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
    expect(rows.find(({ id }) => id === 'receivedToAnswered')?.percentiles).toEqual({ p50: 1, p95: 6, p99: 10 })
  })

  test.each([
    [4, null],
    [5, { p50: 1, p95: null, p99: null }],
    [20, { p50: 1, p95: 6, p99: null }],
    [100, { p50: 1, p95: 6, p99: 10 }],
  ])('shows no percentile that %d measurements are too few for', (count, shown) => {
    const few = { all: group(null, { ...fast, count }), types: [] }
    expect(latencyRows(few, 'receivedToAnswered')[0]).toMatchObject({ measured: count, percentiles: shown })
  })

  test('shares one scale that includes the time limit of the sender', () => {
    const scale = commonScale([latencyRows(latency, 'receivedToAnswered')], 3000)
    expect([scale.from, scale.to]).toEqual([1, 10_000])
    expect(scale.place(3000)).toBeGreaterThan(scale.place(fast.p99))
    expect(commonScale([], 3000).place(3000)).toBeGreaterThan(0)
  })
})

const accepted = { deliveryId: '6', at: '2026-11-27T06:00:00.000Z', status: 204, totalMs: 4, problem: null }
const refused = { deliveryId: '7', at: '2026-11-27T06:00:00.000Z', status: 503, totalMs: 4, problem: null }

describe('health in words', () => {
  test('all is well', () => {
    expect(healthFacts(aStatus(), []).filter(({ look }) => look === 'warn' || look === 'bad')).toEqual([])
  })

  test('how many came lately is shown with the time in which they came', () => {
    const status = aStatus()
    const health = { ...status.health, recent: { deliveries: 34, ms: 41_700 } }
    const facts = healthFacts({ ...status, counts: { ...status.counts, deliveries: 34 }, health }, [])
    expect(facts.find(({ id }) => id === 'deliveries')?.word).toBe('34 stored in all environments, 34 in the last 42 s')
  })

  test('what is wrong is marked and named', () => {
    const status = aStatus()
    const facts = healthFacts(
      {
        ...status,
        receiver: { ...status.receiver, state: 'failed', problem: 'The port is taken.', strays: 3 },
        health: {
          ...status.health,
          store: 'unavailable',
          problem: 'The disk is full.',
          indexBehind: 1,
          followUps: { ...status.health.followUps, waiting: 1200, failed: 2 },
        },
      },
      [],
    )
    const told = facts.map(({ id, word, look, note }) => [id, word, look, note])
    expect(told).toContainEqual(['receiver', 'Not listening', 'bad', 'The port is taken.'])
    expect(told).toContainEqual(['store', 'Cannot store deliveries', 'bad', 'The disk is full.'])
    expect(told.find(([id]) => id === 'index')?.slice(1)).toEqual([
      'Rebuilding, 1 delivery to go',
      'plain',
      'It is stored, and listed once the store works again.',
    ])
    expect(told.find(([id]) => id === 'follow-ups')?.slice(1, 3)).toEqual(['1,200 waiting, 2 failed', 'warn'])
  })

  test.each([
    ['no rule is on', [], 'No rules in this environment', 'plain'],
    ['all last tries were accepted', [aForwardRule({ last: accepted })], '1 rule on in this environment', 'good'],
    ['nothing was sent yet', [aForwardRule({})], '1 rule on in this environment', 'plain'],
    [
      'the last try of a rule failed',
      [aForwardRule({}), aForwardRule({ last: refused })],
      'Orders app: Failing',
      'warn',
    ],
    ['a rule is paused', [aForwardRule({ paused: true, last: refused })], 'Orders app: Paused', 'warn'],
  ] as const)('forwarding, where %s', (_case, rules, word, look) => {
    expect(healthFacts(aStatus(), [], rules).find(({ id }) => id === 'forwarding')).toMatchObject({ word, look })
  })

  test('response rules that are on are a warning, whichever environment they belong to', () => {
    const rule = { environmentId: 'acme', ruleId: 'r', name: 'Fails 3 of 10', until: null }
    const facts = healthFacts({ ...aStatus(), responseRules: [rule] }, [])
    expect(facts.find(({ id }) => id === 'responses')).toMatchObject({
      word: '1 rule on',
      look: 'warn',
      note: 'Fails 3 of 10. Senders get the answers of these rules.',
    })
  })

  test('a failed tunnel is shown with its reason', () => {
    const tunnel = { ...aStatus().tunnel, state: 'failed' as const, problem: 'The token was refused.' }
    const facts = healthFacts({ ...aStatus(), tunnel }, [])
    expect(facts.find(({ id }) => id === 'tunnel')).toMatchObject({ look: 'bad', note: 'The token was refused.' })
  })

  test('the webhook config is left out where the sender has it', () => {
    const environment = { ...aStatus().environment, kind: 'sender' as const }
    const ids = healthFacts({ ...aStatus(), environment }, []).map(({ id }) => id)
    expect(ids).not.toContain('webhook-config')
  })

  test('follow-ups that were skipped without credentials take the tick away', () => {
    const status = aStatus()
    const missing = 'The environment has no client id. Fill it in under Connection.'
    const withoutCredentials = [{ environmentId: 'acme', count: 1200, missing }]
    const followUps = { ...status.health.followUps, withoutCredentials }
    const facts = healthFacts({ ...status, health: { ...status.health, followUps } }, [])
    expect(facts.find(({ id }) => id === 'follow-ups')).toMatchObject({
      word: '0 waiting, 0 failed, 1,200 skipped without credentials',
      look: 'warn',
    })
  })
})
