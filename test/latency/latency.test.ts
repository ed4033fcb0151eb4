import { describe, expect, it } from 'vitest'
import { deliveryTiming } from '../../src/engine/latency/deliveryTiming.ts'
import { latencyReport, type MeasuredDelivery } from '../../src/engine/latency/latencyReport.ts'
import { percentiles } from '../../src/engine/latency/percentiles.ts'

const noClock = { smallest: null, implausible: null, deliveries: 0 }
const moments = { createdAt: 900, receivedAt: 1000, committedAt: 1004, answeredAt: 1005, fetchedAt: 1100 }

function codesOf({ remarks }: ReturnType<typeof deliveryTiming>): string[] {
  return remarks.map(({ code }) => code)
}

function measured(change: Partial<MeasuredDelivery> = {}): MeasuredDelivery {
  return {
    ...moments,
    environmentId: 'sandbox',
    resourceType: 'Payment',
    repeated: false,
    unproven: false,
    limitMs: 3000,
    ...change,
  }
}

describe('percentiles', () => {
  it('are values that really occurred', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentiles(values)).toEqual({ count: 100, p50: 50, p90: 90, p95: 95, p99: 99 })
    expect(percentiles([7])).toEqual({ count: 1, p50: 7, p90: 7, p95: 7, p99: 7 })
    expect(percentiles([-5, 20])).toEqual({ count: 2, p50: -5, p90: 20, p95: 20, p99: 20 })
    expect(percentiles([])).toBeNull()
  })
})

describe('the timing of a delivery', () => {
  const timing = (change: Partial<typeof moments>, status = 200, limitMs: number | null = 3000) =>
    deliveryTiming({ ...moments, ...change }, status, limitMs, null, noClock)

  it('names each leg', () => {
    expect(timing({}).legs).toEqual({
      sentToReceived: 100,
      receivedToCommitted: 4,
      committedToAnswered: 1,
      receivedToAnswered: 5,
      receivedToFetched: 100,
    })
  })

  it('is in time up to the limit of its sender and late a millisecond after it', () => {
    expect(timing({ answeredAt: 4000 })).toMatchObject({ inTime: true, late: false })
    const late = timing({ answeredAt: 4001 })
    expect(late).toMatchObject({ inTime: false, late: true })
    expect(late.remarks).toEqual([{ code: 'answered-late', fields: { status: 200, tookMs: 3001, limitMs: 3000 } }])
    expect(late.notes.join()).toContain('counts this delivery as failed')
    const unknown = deliveryTiming({ ...moments, answeredAt: null }, 200, 3000, null, noClock)
    expect(unknown).toMatchObject({ inTime: null, late: false })
    expect(unknown.remarks).toEqual([{ code: 'answer-time-unknown', fields: {} }])
  })

  it('is neither in time nor late where the limit of the sender is not known', () => {
    const slow = timing({ answeredAt: 9000 }, 200, null)
    expect(slow).toMatchObject({ inTime: null, late: false })
    expect(slow.remarks).toEqual([{ code: 'answered', fields: { status: 200, tookMs: 8000 } }])
  })

  it('never calls an answer that is not 2xx a receipt, however fast it was', () => {
    expect(codesOf(timing({}, 413))).toEqual(['answered-not-2xx'])
    expect(codesOf(timing({}, 503, null))).toEqual(['answered-not-2xx'])
    expect(codesOf(timing({}, 200))).toEqual(['answered-in-time'])
  })

  it('calls a negative time of sending a difference of clocks, and says of how much at least', () => {
    const skewed = deliveryTiming({ ...moments, createdAt: 2200 }, 200, 3000, null, {
      smallest: -1500,
      implausible: null,
      deliveries: 9,
    })
    expect(skewed.legs.sentToReceived).toBe(-1200)
    expect(skewed.senderClockAheadMs).toBe(1500)
    expect(skewed.remarks.slice(1)).toEqual([
      { code: 'came-before-sent', fields: { earlyMs: 1200 } },
      { code: 'clock-ahead', fields: { aheadMs: 1500 } },
    ])
    expect(skewed.notes.join()).toContain('ahead of this one by at least 1.5 s')
    expect(timing({}).senderClockAheadMs).toBeNull()
    // It says nothing of one that came after it was sent.
    const usual = deliveryTiming(moments, 200, 3000, null, { smallest: -1500, implausible: null, deliveries: 9 })
    expect(codesOf(usual)).toEqual(['answered-in-time'])
  })

  it.each([-321, 321])('measures nothing from a time of sending that cannot be true: %i days off', (days) => {
    const off = days * 86_400_000
    const fixed = deliveryTiming({ ...moments, createdAt: moments.receivedAt + off }, 200, 3000, null, {
      smallest: null,
      implausible: Math.abs(off),
      deliveries: 3,
    })
    expect(fixed.legs).toMatchObject({ sentToReceived: null, receivedToAnswered: 5 })
    expect(fixed.senderClockAheadMs).toBeNull()
    expect(fixed.remarks.slice(1)).toEqual([{ code: 'sent-time-implausible', fields: { offMs: Math.abs(off) } }])
    expect(fixed.notes.join()).toContain('The time of sending is 321 days off: the sender’s clock is wrong or fixed')
  })

  it('tells a retry from a duplicate', () => {
    const repeated = (status: number, inTime: boolean | null) =>
      deliveryTiming(moments, 200, 3000, { nth: 2, of: 3, before: { status, inTime } }, noClock)
    expect(repeated(200, false)).toMatchObject({ kind: 'retry', nth: 2, of: 3 })
    expect(repeated(413, true).kind).toBe('retry')
    expect(repeated(200, true).kind).toBe('duplicate')
    expect(repeated(200, true).remarks[1]).toEqual({ code: 'sent-twice', fields: { nth: 2, of: 3 } })
    expect(deliveryTiming(moments, 200, 3000, { nth: 1, of: 1, before: null }, noClock)).toMatchObject({
      kind: 'first',
    })
  })

  it('is never negative on our own clock, also when that was set back in between', () => {
    expect(timing({ committedAt: 500, answeredAt: 400, fetchedAt: 0 }).legs).toMatchObject({
      receivedToCommitted: 0,
      committedToAnswered: 0,
      receivedToAnswered: 0,
      receivedToFetched: 0,
    })
  })
})

describe('the report', () => {
  it('groups types without case and counts what was late and repeated', () => {
    const report = latencyReport([
      measured(),
      measured({ resourceType: 'payment', answeredAt: 5000 }),
      measured({ resourceType: 'Wallet', repeated: true }),
      measured({ resourceType: null, answeredAt: null, committedAt: null, fetchedAt: null, createdAt: null }),
    ])
    expect(report.all).toMatchObject({ count: 4, late: 1, repeated: 1 })
    expect(report.types.map(({ resourceType, count, late }) => [resourceType, count, late])).toEqual([
      ['Payment', 2, 1],
      ['Wallet', 1, 0],
      [null, 1, 0],
    ])
    expect(report.all.legs.receivedToAnswered).toEqual({ count: 3, p50: 5, p90: 4000, p95: 4000, p99: 4000 })
    expect(report.types.at(-1)?.legs.receivedToAnswered).toBeNull()
  })

  it('names the time limit only where all senders have the same, and counts late answers by each one’s own', () => {
    const slow = { answeredAt: 7000 }
    expect(latencyReport([measured(), measured()]).answerLimitMs).toBe(3000)
    const mixed = latencyReport([
      measured(slow),
      measured({ ...slow, limitMs: 10_000 }),
      measured({ ...slow, limitMs: null }),
    ])
    expect(mixed).toMatchObject({ answerLimitMs: null, all: { late: 1 } })
  })

  it('leaves out what nothing proves, and the age of what is only repeated', () => {
    const report = latencyReport([
      measured({ unproven: true, createdAt: 99_999_999, resourceType: 'Made up' }),
      measured(),
      measured({ repeated: true, createdAt: -3_600_000 }),
    ])
    expect(report.unproven).toBe(1)
    expect(report.types).toHaveLength(1)
    expect(report.all.legs.sentToReceived).toEqual({ count: 1, p50: 100, p90: 100, p95: 100, p99: 100 })
    expect(report.clocks).toEqual([])
  })

  it('is not poisoned by a fixed clock, and says why those times are left out', () => {
    const fixed = { createdAt: moments.receivedAt - 321 * 86_400_000 }
    const report = latencyReport([
      measured(),
      measured({ ...fixed, environmentId: 'seeded' }),
      measured({ ...fixed, environmentId: 'seeded' }),
    ])
    expect(report.all.legs.sentToReceived).toEqual({ count: 1, p50: 100, p90: 100, p95: 100, p99: 100 })
    expect(report.all.legs.receivedToAnswered?.count).toBe(3)
    expect(report.clocks).toMatchObject([
      { environmentId: 'seeded', aheadMs: 0, why: { code: 'sent-time-implausible' } },
    ])
  })

  it('says of each environment what its sender’s clock seems to do', () => {
    const report = latencyReport([
      measured({ createdAt: 1400 }),
      measured({ createdAt: 1200 }),
      measured({ environmentId: 'slow', createdAt: -60_000 }),
      measured({ environmentId: 'fine' }),
    ])
    expect(report.clocks.map(({ environmentId, aheadMs }) => [environmentId, aheadMs])).toEqual([
      ['sandbox', 400],
      ['slow', 0],
    ])
    expect(report.clocks[1]?.why.code).toBe('clock-behind-or-waiting')
  })
})
