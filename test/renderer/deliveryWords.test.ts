import { describe, expect, test } from 'vitest'
import { alignTexts } from '../../src/renderer/features/inbox/signature/Comparison.tsx'
import { explainHeader } from '../../src/renderer/features/inbox/delivery/words.ts'
import { timelineSteps } from '../../src/renderer/features/inbox/delivery/timelineWords.ts'
import { formatBytes } from '../../src/shared/words/sizes.ts'
import { groupDigits } from '../../src/shared/words/counts.ts'
import {
  formatAgo,
  formatBriefClock,
  formatClock,
  formatDate,
  formatDuration,
  formatWait,
} from '../../src/renderer/text/format.ts'
import type { FollowUp } from '../../src/shared/model.ts'
import type { Attempt } from '../../src/shared/wireTypes.ts'
import { aDetail } from './state/aDetail.ts'
import { aDelivery } from './state/builders.ts'

const attempt: Attempt = {
  id: 'a',
  kind: 'follow-up',
  startedAt: '2026-01-01T00:00:00.010Z',
  method: 'GET',
  url: 'http://127.0.0.1/x',
  requestHeaders: [],
  status: 200,
  responseHeaders: [],
  body: '{}',
  bodyTruncated: false,
  error: null,
  timing: { queue: null, connect: null, firstByte: null, total: 12 },
}

const whole = {
  ...aDelivery(1, { followUp: { state: 'done', status: 200, reason: null } }),
  createdAtUtc: '2026-01-01T00:00:00.0000000+00:00',
  receivedAt: '2026-01-01T00:00:00.080Z',
  committedAt: '2026-01-01T00:00:00.082Z',
  answeredAt: '2026-01-01T00:00:00.083Z',
  attempts: [attempt],
  // It was asked for 4 ms after the answer, and there 12 ms later.
  timing: { ...aDetail().timing, legs: { ...aDetail().timing.legs, receivedToFetched: 19 } },
}

describe('the timeline', () => {
  test('says what each step took', () => {
    const steps = timelineSteps(whole)
    expect(steps.map((step) => step.id)).toEqual(['sent', 'received', 'committed', 'answered', 'verified', 'follow-up'])
    expect(steps.slice(1).map((step) => step.detail)).toEqual(['+80 ms', '+2 ms', '+1 ms', 'Valid', '200 +16 ms'])
  })

  test('counts from nothing that is left out where there is little room', () => {
    const narrow = timelineSteps(whole).flatMap((step) => (step.narrow === null ? [] : [[step.id, step.narrow]]))
    expect(narrow).toEqual([
      ['received', formatBriefClock(whole.receivedAt)],
      ['answered', '+3 ms'],
    ])
  })

  test('of an object whose answer is not known names what the request took, and not since when', () => {
    const [fetched] = timelineSteps({ ...whole, answeredAt: null }).slice(-1)
    expect(fetched?.detail).toBe('200 in 12 ms')
  })

  test('says what a follow-up waits for, and until when', () => {
    const last = (followUp: FollowUp) => timelineSteps({ ...whole, followUp }).at(-1)
    const dueAt = '2026-01-01T00:00:30.000Z'
    expect(last({ state: 'waiting', status: 503, reason: 'x', dueAt })).toMatchObject({
      detail: `503, again at ${formatClock(dueAt, 'second')}`,
      narrow: '503, waits',
    })
    expect(last({ state: 'waiting', status: null, reason: null })?.detail).toBe('queued')
  })

  test('names the day of what was created on another one', () => {
    const [created] = timelineSteps({ ...whole, createdAtUtc: '2025-11-02T10:00:00Z' })
    expect(created?.detail).toBe(
      `${formatDate('2025-11-02T10:00:00Z')}, ${formatClock('2025-11-02T10:00:00Z', 'minute')}`,
    )
  })

  test('a sender whose clock runs ahead is shown, not hidden', () => {
    const [, received] = timelineSteps({ ...whole, createdAtUtc: '2026-01-01T00:00:01Z' })
    expect(received?.detail).toBe('−920 ms')
    expect(received?.title).toContain('two clocks differ')
  })

  test('times that were not kept are not invented', () => {
    const steps = timelineSteps({ ...whole, committedAt: null, answeredAt: null })
    expect(steps.filter((step) => step.detail === 'time not known')).toHaveLength(2)
  })

  test('an invalid signature and a skipped follow-up show as such', () => {
    const steps = timelineSteps({
      ...whole,
      verdict: 'invalid',
      followUp: { state: 'skipped', status: null, reason: 'x' },
    })
    expect(steps.find((step) => step.id === 'verified')?.state).toBe('failed')
    expect(steps.find((step) => step.id === 'follow-up')).toMatchObject({ state: 'none', title: 'x' })
  })
})

describe('headers with an inner form', () => {
  test('a traceparent is taken apart', () => {
    const parts = explainHeader('TraceParent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
    expect(parts?.map((part) => part.value)).toEqual([
      '0af7651916cd43dd8448eb211c80319c',
      'b7ad6b7169203331',
      '01, sampled',
    ])
  })

  test('one that is not as the standard says is said to be none', () => {
    for (const text of ['00-xyz', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`]) {
      expect(explainHeader('traceparent', text)).toMatchObject([{ name: 'note' }])
    }
  })

  test('a tracestate names each vendor with what it keeps, the newest first', () => {
    expect(explainHeader('tracestate', 'rojo=00f067, tenant@congo=t61rc=M,')).toEqual([
      { name: 'rojo', value: '00f067' },
      { name: 'tenant@congo', value: 't61rc=M' },
    ])
    expect(explainHeader('tracestate', 'no list')).toMatchObject([{ name: 'note' }])
    expect(explainHeader('tracestate', '')).toBeNull()
  })

  test('a request-context names its application', () => {
    expect(explainHeader('request-context', 'appId=cid-v1:7d5a')).toEqual([{ name: 'app', value: '7d5a', isId: true }])
    expect(explainHeader('request-context', 'role=web')).toEqual([{ name: 'role', value: 'web' }])
  })
})

describe('words for numbers', () => {
  test.each([
    [999, '999 B'],
    [1000, '1.0 kB'],
    [15_400, '15 kB'],
    [10_485_760, '10 MB'],
    [71_907_000_000, '72 GB'],
    [4_000_000_000_000, '4.0 TB'],
  ])('%d bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test.each([
    [0, '0 ms'],
    [0.42, '0.4 ms'],
    [12.4, '12 ms'],
    [1400, '1.4 s'],
    [94_600, '94.6 s'],
    [180_000, '3 min'],
  ])('%d ms read %s', (ms, text) => expect(formatDuration(ms)).toBe(text))

  test('large counts have groups, and the past differs from the future', () => {
    expect(groupDigits(1234567)).toBe('1,234,567')
    expect(formatAgo('2026-01-01T00:00:00.000Z', Date.parse('2026-01-01T00:00:12.900Z'))).toBe('12 s ago')
    expect(formatAgo('2026-01-01T00:00:03.000Z', Date.parse('2026-01-01T00:00:00.000Z'))).toBe('in 3 s')
  })

  test.each([
    [290_000, '4 min 50 s'],
    [120_000, '2 min'],
    [11_200, '12 s'],
    [-5, '0 s'],
  ])('%d ms are left: %s', (ms, text) => expect(formatWait(ms)).toBe(text))

  test('two signatures are compared place by place', () => {
    expect(alignTexts('abXd', 'abcd')).toEqual([
      { text: 'ab', same: true, at: 0 },
      { text: 'X', same: false, at: 2 },
      { text: 'd', same: true, at: 3 },
    ])
  })
})
