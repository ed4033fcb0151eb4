import { expect, it } from 'vitest'
import { planRetry, productionRules } from '../../src/engine/jobs/planRetry.ts'
import type { StoredAttempt } from '../../src/engine/store/records/attempts.ts'

const start = 1_000_000

/** Attempts of one delivery, ten seconds apart, that took a second each. */
function attempts(...statuses: (number | null)[]): StoredAttempt[] {
  return statuses.map((status, index) => ({
    id: String(index),
    deliveryId: '1',
    environmentId: 'e',
    kind: 'follow-up',
    resourceType: null,
    resourceId: null,
    startedAt: start + index * 10_000,
    method: 'GET',
    url: 'http://127.0.0.1/',
    requestHeaders: [],
    status,
    responseHeaders: [],
    body: null,
    bodyTruncated: false,
    error: null,
    timing: { queue: 0, connect: null, firstByte: null, total: 1000 },
  }))
}

it('pauses longer after each try, within a quarter up and down, and ends after the fifth', () => {
  const pauses = [1, 2, 3, 4].map((tries) => {
    const list = attempts(...Array.from({ length: tries }, () => 500))
    const plan = planRetry(list, productionRules)
    const end = start + (tries - 1) * 10_000 + 1000
    return plan.again ? plan.dueAt - end : null
  })
  for (const [index, usual] of [2000, 6000, 18_000, 54_000].entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(usual * 0.75)
    expect(pauses[index]).toBeLessThanOrEqual(usual * 1.25)
  }
  expect(planRetry(attempts(500, 500, 500, 500, 500), productionRules)).toEqual({
    again: false,
    tries: 5,
    spanMs: 41_000,
  })
})

it('spreads what failed together, and says the same of the same attempt at any time', () => {
  const due = (deliveryId: string) => {
    const plan = planRetry(
      attempts(500).map((attempt) => ({ ...attempt, deliveryId })),
      productionRules,
    )
    return plan.again ? plan.dueAt : 0
  }
  const ids = Array.from({ length: 100 }, (_, index) => String(index))
  expect(new Set(ids.map(due)).size).toBeGreaterThan(80)
  expect(ids.map(due)).toEqual(ids.map(due))
})

it('counts a try with a new token once, and nothing from before the object was last fetched', () => {
  expect(planRetry(attempts(500, 500, 200, 401, 500), productionRules)).toMatchObject({ again: true, tries: 1 })
})

it('lets all of an environment wait only when the service itself wants to be left alone', () => {
  const asks = (status: number, header: [string, string][]) =>
    planRetry(
      attempts(status).map((attempt) => ({ ...attempt, responseHeaders: header })),
      productionRules,
    )
  expect(asks(500, [])).toMatchObject({ holdsAll: false })
  expect(asks(429, [])).toMatchObject({ holdsAll: true })
  for (const status of [404, 408, 500, 502]) {
    expect(asks(status, [['Retry-After', '1000000000']])).toMatchObject({ holdsAll: false })
  }
  expect(asks(503, [['Retry-After', '5']])).toMatchObject({ holdsAll: true })
})

it('waits as long as the identity provider wants, and never longer than five minutes', () => {
  const end = start + 1000
  expect(planRetry(attempts(null), productionRules, end + 60_000)).toMatchObject({ dueAt: end + 60_000 })
  expect(planRetry(attempts(null), productionRules, end + 9_000_000)).toMatchObject({ dueAt: end + 300_000 })
})
