import { describe, expect, test } from 'vitest'
import { planTry } from '../../src/engine/forwarding/planTry.ts'

describe('after a try', () => {
  const failed = { status: 503, error: null }
  const never = { status: null, error: { code: 'LOOP', message: '' } }

  test.each([
    [{ status: 204, error: null }, 1, { kind: 'taken' }],
    [{ status: 302, error: null }, 1, { kind: 'again', dueAt: 1000 }],
    [failed, 2, { kind: 'again', dueAt: 2000 }],
    [failed, 9, { kind: 'again', dueAt: 60_000 }],
    [failed, 11, { kind: 'given-up' }],
    [never, 1, { kind: 'given-up' }],
    [{ status: 200, error: { code: 'ECONNRESET', message: '' } }, 1, { kind: 'again', dueAt: 1000 }],
    [{ status: null, error: { code: 'STOPPED', message: '' } }, 11, { kind: 'broken-off' }],
  ])('%j as number %i', (attempt, tries, outcome) => {
    expect(planTry(attempt, { tries, retries: 10, now: 0 })).toEqual(outcome)
  })
})
