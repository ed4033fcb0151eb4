import { describe, expect, test } from 'vitest'
import { formatClock } from '../../src/renderer/text/format.ts'
import { followUpWords, nextTryWords } from '../../src/renderer/features/inbox/objects/words.ts'
import { timingSegments } from '../../src/renderer/features/monitor/charts/TimingBar.tsx'
import type { FollowUp } from '../../src/shared/model.ts'
import { aDelivery } from './state/builders.ts'

function words(followUp: FollowUp, change: Parameters<typeof aDelivery>[1] = {}) {
  return followUpWords(aDelivery(1, { followUp, action: 'update', ...change }))
}

describe('where a follow-up stands', () => {
  test('one that waits for its first turn differs from one that is retried', () => {
    expect(words({ state: 'waiting', status: null, reason: null }).word).toBe('Queued')
    const again = words({ state: 'waiting', status: 503, reason: 'The service failed (503). It is tried again.' })
    expect(again).toMatchObject({ word: 'Waits to be tried again', state: 'open', why: expect.stringContaining('503') })
  })

  test('the next try is shown in local time and counted down, for what waits only', () => {
    const dueAt = new Date(2026, 0, 5, 14, 4, 50).toISOString()
    const now = new Date(2026, 0, 5, 14, 0, 0).getTime()
    const waiting: FollowUp = { state: 'waiting', status: 503, reason: 'x', dueAt }
    expect(nextTryWords(waiting, now)).toBe(`Next try at ${formatClock(dueAt, 'second')}, in 4 min 50 s.`)
    expect(nextTryWords(waiting, now + 300_000)).toBe('The next try is due now.')
    expect(nextTryWords({ ...waiting, state: 'failed' }, now)).toBeNull()
    expect(nextTryWords({ state: 'waiting', status: null, reason: null }, now)).toBeNull()
  })

  test('a 404 right after a creation is not there yet, of an update it is not found', () => {
    const missing: FollowUp = { state: 'failed', status: 404, reason: 'x' }
    expect(words(missing, { action: 'Create' }).word).toBe('Not found (404)')
    expect(words({ ...missing, state: 'waiting' }, { action: 'create' }).word).toMatch(/^Not found \(404\)/)
    expect(words(missing).word).toBe('Object not fetched')
  })

  test('one that was cancelled says so', () => {
    expect(
      words({ state: 'failed', status: null, reason: 'x', why: { code: 'cancelled-by-hand', fields: {} } }).word,
    ).toBe('Cancelled')
  })

  test('leads to where the cause is fixed, and nowhere else', () => {
    const skipped = (why: FollowUp['why']) =>
      words({ state: 'skipped', status: null, reason: 'under Settings, under Connection', why }).fix?.screen
    expect(skipped({ code: 'no-path', fields: { resourceType: 'Spaceship' } })).toBe('object-paths')
    expect(skipped({ code: 'no-base-url', fields: {} })).toBe('access')
    expect(skipped({ code: 'resource-id-unusable', fields: {} })).toBeUndefined()
    expect(skipped(null)).toBeUndefined()
  })

  test('without a reason it says why nothing was fetched', () => {
    const skipped: FollowUp = { state: 'skipped', status: null, reason: null }
    expect(words(skipped, { verdict: 'invalid' }).why).toContain('valid signature')
    expect(words(skipped, { duplicate: true }).why).toContain('followed up once')
  })

  test('where no cause is known it names none', () => {
    const none: FollowUp = { state: 'none', status: null, reason: null }
    expect(words(none, { verdict: 'valid', duplicate: false }).why).toBe('No request was made for this notification.')
  })
})

describe('the time of an attempt', () => {
  test('is cut into pieces that follow each other', () => {
    const pieces = timingSegments({ queue: 5, connect: 10, firstByte: 40, total: 100 })
    expect(pieces.map(({ id, ms }) => [id, ms])).toEqual([
      ['queue', 5],
      ['connect', 10],
      ['wait', 30],
      ['rest', 60],
    ])
  })

  test('without an answer ends where it ended, and without a new connection has none', () => {
    expect(timingSegments({ queue: null, connect: null, firstByte: null, total: 30 })).toEqual([
      { id: 'wait', label: 'until it ended', ms: 30 },
    ])
    expect(timingSegments({ queue: null, connect: null, firstByte: null, total: null })).toEqual([])
  })

  test('no piece is negative, whatever was measured', () => {
    for (const piece of timingSegments({ queue: 0, connect: 50, firstByte: 20, total: 40 })) {
      expect(piece.ms).toBeGreaterThanOrEqual(0)
    }
  })
})
