import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLanePlan, type LaneItem, type LanePlan } from '../../src/engine/forwarding/lanePlan.ts'
import { planTry } from '../../src/engine/forwarding/planTry.ts'
import {
  beginCatchUp,
  cancelCatchUp,
  endCatchUp,
  failedBefore,
  newProgress,
} from '../../src/engine/forwarding/progress.ts'

const item = (id: number, resourceId: string | null = 'a'): LaneItem => {
  return { id, resourceType: 'Payment', resourceId, tries: 0, dueAt: 0, again: false }
}

function planOf(order: 'object' | 'parallel' = 'object', perLane = 3): LanePlan {
  return createLanePlan({ order, most: 10, perLane })
}

describe('lanes', () => {
  test('send one of each object at once, the oldest first; all without an object are one lane', () => {
    const plan = planOf()
    for (const one of [item(1), item(2), item(3, 'b'), item(4, null), item(5, null)]) plan.offer(one)
    expect([plan.next(0)?.id, plan.next(0)?.id, plan.next(0)?.id, plan.next(0)]).toEqual([1, 3, 4, undefined])
    plan.settle(item(1))
    expect(plan.next(0)?.id).toBe(2)
    expect(plan.firstOpen()).toBe(2)
  })

  test('in parallel hold nothing back', () => {
    const plan = planOf('parallel')
    for (const id of [1, 2, 3]) plan.offer(item(id))
    expect([plan.next(0)?.id, plan.next(0)?.id, plan.next(0)?.id]).toEqual([1, 2, 3])
  })

  test('that are held wait for their first one, and no other lane does', () => {
    const plan = planOf()
    for (const one of [item(1), item(2), item(3, 'b')]) plan.offer(one)
    const first = plan.next(0)
    plan.hold({ ...(first ?? item(1)), tries: 1, dueAt: 50 })
    expect([plan.next(49)?.id, plan.next(49)]).toEqual([3, undefined])
    expect(plan.held(49)).toMatchObject([{ id: 1, tries: 1 }])
    expect(plan.opensIn(49)).toBe(1)
    expect(plan.next(50)?.id).toBe(1)
  })

  test('send what is due further ahead than the longest pause at once: the clock was ahead when it failed', () => {
    const plan = planOf()
    plan.offer({ ...item(1), tries: 1, dueAt: 60_001 })
    expect([plan.opensIn(1), plan.held(1).length, plan.next(1)]).toEqual([60_000, 1, undefined])
    expect([plan.opensIn(0), plan.held(0), plan.next(0)?.id]).toEqual([0, [], 1])
  })

  test('pass over what they have no room for, and are read again from there', () => {
    const plan = planOf()
    for (const id of [1, 2, 3, 4, 5]) plan.offer(item(id))
    expect(plan.room()).toBe(7)
    for (const id of [1, 2, 3]) {
      expect(plan.next(0)?.id).toBe(id)
      plan.settle(item(id))
    }
    expect(plan.firstOpen()).toBe(4)
    expect(plan.toRefill()).toEqual({ lane: { resourceType: 'Payment', resourceId: 'a' }, after: 3 })
    plan.refill({ resourceType: 'Payment', resourceId: 'a' }, [item(4), item(5)], { upTo: 5, more: false })
    expect([plan.next(0)?.id, plan.toRefill()]).toEqual([4, undefined])
  })

  test('whatever comes in whatever order of outcomes: each is sent, in order for each object, and the cursor passes none', () => {
    const outcomes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', null), fc.nat(2)), {
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(outcomes, fc.integer({ min: 1, max: 4 }), (all, perLane) => {
        const items = all.map(([resourceId], at) => item(at + 1, resourceId))
        const plan = createLanePlan({ order: 'object', most: 6, perLane })
        const sent: number[] = []
        const failures = new Map(all.map(([, fails], at) => [at + 1, fails]))
        let now = 0
        let read = 0
        while (sent.length < items.length) {
          while (plan.room() > 0 && read < items.length) plan.offer(items[read++] ?? item(0))
          for (let refill = plan.toRefill(); refill !== undefined; refill = plan.toRefill()) {
            const { lane, after } = refill
            const left = items.filter((one) => one.id > after && one.id <= read && one.resourceId === lane.resourceId)
            const page = left.slice(0, 2)
            plan.refill(lane, page, { upTo: left.length > 2 ? (page.at(-1)?.id ?? 0) : read, more: left.length > 2 })
          }
          const one = plan.next(now)
          if (one === undefined) {
            now = Math.max(now + 1, Math.min(now + plan.opensIn(now), now + 1000))
            continue
          }
          expect(plan.firstOpen()).toBeLessThanOrEqual(one.id)
          const fails = failures.get(one.id) ?? 0
          failures.set(one.id, fails - 1)
          if (fails > 0) plan.hold({ ...one, tries: one.tries + 1, dueAt: now + 10 })
          else {
            sent.push(one.id)
            plan.settle(one)
          }
        }
        for (const lane of ['a', 'b', 'c', null]) {
          const own = items.filter(({ resourceId }) => resourceId === lane).map(({ id }) => id)
          expect(sent.filter((id) => own.includes(id))).toEqual(own)
        }
        expect(plan.firstOpen()).toBe(Infinity)
      }),
    )
  })
})

describe('after a try', () => {
  const failed = { status: 503, error: null }
  const never = { status: null, error: { code: 'LOOP', message: '' } }

  test.each([
    [{ status: 204, error: null }, 1, { kind: 'taken' }],
    [{ status: 302, error: null }, 1, { kind: 'again', dueAt: 1000 }],
    [failed, 2, { kind: 'again', dueAt: 2000 }],
    [failed, 9, { kind: 'again', dueAt: 60_000 }],
    [failed, 11, { kind: 'passed-over' }],
    [never, 1, { kind: 'passed-over' }],
    [{ status: 200, error: { code: 'ECONNRESET', message: '' } }, 1, { kind: 'again', dueAt: 1000 }],
    [{ status: null, error: { code: 'STOPPED', message: '' } }, 11, { kind: 'broken-off' }],
  ])('%j as number %i', (attempt, tries, outcome) => {
    expect(planTry(attempt, { tries, retries: 10, now: 0 })).toEqual(outcome)
  })
})

describe('a catch-up', () => {
  const range = { since: 5, from: 20, to: 90, now: 7 }

  test('begins before the first that counts, and ends when all up to the last is settled', () => {
    const begun = beginCatchUp(newProgress(80, false), range)
    expect(begun.upTo).toBe(20)
    expect(failedBefore(begun, 8)).toEqual({ id: 90, at: 7, now: 8 })
    expect(endCatchUp({ ...begun, upTo: 89 }, 9).catchUp?.endedAt).toBeNull()
    const ended = endCatchUp({ ...begun, upTo: 90 }, 9)
    expect(ended.catchUp?.endedAt).toBe(9)
    expect(failedBefore(ended, 9)).toEqual({ id: 0, at: 0, now: 9 })
  })

  test('never skips what waited already, and one that is cancelled goes on where the rule was', () => {
    expect(beginCatchUp(newProgress(10, false), range).upTo).toBe(10)
    const cancelled = cancelCatchUp({ ...beginCatchUp(newProgress(80, false), range), upTo: 30 }, 9)
    expect(cancelled).toMatchObject({ upTo: 80, catchUp: { endedAt: 9, cancelled: true } })
  })
})
