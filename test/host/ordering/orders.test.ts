import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planScenario } from '../../../src/shared/scenarios/planScenario.ts'
import type { OrderInput, OrderRun } from '../../../src/shared/wireTypes.ts'
import { startApp } from '../../forwarding/startApp.ts'
import { startWithHistory } from '../comparing/storedHistory.ts'
import {
  asksForRetries,
  careful,
  checksThenActs,
  createsFirst,
  type Handle,
  lastWins,
  losesCounts,
  losesRetries,
  refusesOld,
  startShop,
  worksLong,
} from './startShop.ts'

let shared: Awaited<ReturnType<typeof startWithHistory>>
beforeAll(async () => {
  const stored = (action: string, status: string, version: number) => ({
    object: 'order-1',
    action,
    changes: { status, version },
  })
  shared = await startWithHistory([
    stored('create', 'created', 1),
    stored('update', 'processing', 2),
    stored('update', 'settled', 3),
    { ...stored('create', 'created', 1), object: 'order-2' },
    { ...stored('create', '${created}', 1), object: 'order-3' },
    { ...stored('update', '${settled}', 2), object: 'order-3' },
  ])
})
afterAll(async () => shared.stop())

async function run(input: Partial<OrderInput> & { to: string }): Promise<OrderRun> {
  const { client } = shared
  const origin = new URL(input.to).origin
  const { run: id } = await client.orders.start({
    resourceType: 'Payment',
    resourceId: 'order-1',
    reset: `${origin}/reset`,
    state: `${origin}/orders`,
    settleMs: 10,
    ...input,
  })
  let view = await client.orders.get({ run: id })
  while (view.state === 'running') view = await client.orders.get({ run: id, after: view.changes })
  return view
}

async function found(handle: Handle, input: Partial<OrderInput> = {}): Promise<OrderRun> {
  const shop = await startShop(handle)
  return run({ to: `${shop.url}/hook`, ...input })
}

/** The steps of a scenario in words; empty where it is none. */
function plannedTitles(scenario: string | null | undefined): string[] {
  const options = { vars: {}, env: {}, target: undefined, allowHost: undefined, allowCommands: true, seed: 1, now: 0 }
  const planned = planScenario(scenario ?? '', options)
  return planned.ok ? planned.plan.steps.map(({ title }) => title) : []
}

const named = ({ findings }: OrderRun) => findings.map(({ kind, schedule, sentence }) => [kind, schedule, sentence])

describe('a fault of a handler is found and named with the shortest schedule that shows it', () => {
  test('a duplicate in parallel', async () => {
    const result = await found(checksThenActs)
    expect(named(result)[0]).toEqual([
      'duplicate',
      '1+1',
      '#1 create (status created) twice at the same time: orders.order-1.mails is 2, in order 1.',
    ])
  })

  test('different deliveries at once, with a scenario that sends them so', async () => {
    const { findings } = await found(losesCounts, { resourceId: 'order-3' })
    expect(findings[0]).toMatchObject({ kind: 'parallel', schedule: '1+2' })
    expect(plannedTitles(findings[0]?.scenario)).toContain('Send POST ?x=1 and Send POST ?x=1, 2 at once')
  })

  test('an update that comes before its creation', async () => {
    const { findings } = await found(createsFirst)
    expect(findings[0]).toMatchObject({ kind: 'order', schedule: '2 1', inOrder: [1, 2], repeats: 3, by: 'state' })
    expect(findings[0]?.sentence).toBe(
      '#2 update (status processing) before #1 create (status created): orders.order-1.status is "created", in order "processing", and 2 more differences.',
    )
  })

  test('a retry that is taken for a repetition', { tags: 'full' }, async () => {
    const result = await found(losesRetries, { resourceId: 'order-2', settleMs: 200 })
    expect(named(result)).toEqual([
      [
        'lost',
        '~1 1',
        'The answer to #1 create (status created) lost, and retried at once: orders.order-2 is missing, in order {"status":"created","version":1,"mails":1}.',
      ],
    ])
  })

  test('a state that is overwritten by an older event', async () => {
    const result = await found(lastWins)
    expect(named(result)[0]?.slice(0, 2)).toEqual(['order', '3 2'])
    expect(result.findings[0]).toMatchObject({
      sentence:
        '#3 update (status settled) before #2 update (status processing): orders.order-1.status is "processing", in order "settled", and 1 more difference.',
    })
  })
})

test('nothing is claimed of a good handler', async () => {
  expect(await found(careful)).toMatchObject({
    state: 'done',
    findings: [],
    flaky: [],
    exhaustive: true,
    planned: 21,
    played: 21,
  })
})

test('nothing is claimed of a handler that still works on a delivery when it answers the retry', async () => {
  const result = await found(worksLong, { resourceId: 'order-2', schedule: '~1 1' })
  expect(result).toMatchObject({ state: 'done', findings: [], flaky: [] })
})

describe('nothing is claimed of a handler that refuses what comes too early, because a sender repeats that', () => {
  for (const [by, more] of [
    ['state', {}],
    ['answers', { state: undefined }],
  ] as const)
    test(`by its ${by}`, async () => {
      expect(await found(asksForRetries, more)).toMatchObject({ state: 'done', by, findings: [], flaky: [] })
    })
})

test('a finding is a scenario that plays it, and a schedule that plays it once more', async () => {
  const { findings } = await found(lastWins)
  const [{ scenario, schedule } = { scenario: null, schedule: '' }] = findings
  expect(plannedTitles(scenario)).toContain('Send POST ?x=1')
  expect(scenario).toContain('"json":{"/orders/order-1/status":"settled"}')
  expect(await found(lastWins, { schedule })).toMatchObject({ planned: 2, findings: [{ kind: 'given', schedule }] })
  expect(await found(careful, { schedule })).toMatchObject({ planned: 2, findings: [] })
})

test('what looks like a value of the format in a body is sent as it came', async () => {
  const { findings } = await found(lastWins, { resourceId: 'order-3' })
  expect(plannedTitles(findings[0]?.scenario)).toContain('Send POST ?x=1')
  expect(findings[0]?.scenario).toContain('$${settled}')
})

test('a state that is not the same each time is flaky, and nothing is claimed', async () => {
  let turn = 0
  const result = await found(async (event, shop) => {
    shop.orders.set(event.order, { status: event.status, version: (turn += 1), mails: 1 })
    return 200
  })
  expect(result).toMatchObject({ state: 'flaky', findings: [] })
  expect(result.problem).toContain('In the same order, orders.order-1.version was 3, then 6.')
  expect(await found(careful, { ignore: ['/orders/*/version'] })).toMatchObject({ state: 'done', findings: [] })
})

test('without a state the answers are compared, and the result says that the rest is unknown', async () => {
  const shop = await startShop(refusesOld)
  const input = {
    resourceType: 'Payment',
    resourceId: 'order-1',
    to: shop.url,
    reset: `${shop.url}/reset`,
    settleMs: 0,
  }
  const { run: id } = await shared.client.orders.start(input)
  let view = await shared.client.orders.get({ run: id })
  while (view.state === 'running') view = await shared.client.orders.get({ run: id, after: view.changes })
  expect(view.by).toBe('answers')
  expect(view.findings[0]).toMatchObject({ schedule: '2 1', by: 'answers' })
  expect(view.findings[0]?.differences).toEqual([{ path: 'answers.delivery 1.status', before: '200', after: '409' }])
})

test('a run ends at its limit, and what it found until then stands', async () => {
  const result = await found(lastWins, { maxRequests: 30 })
  expect(result).toMatchObject({ state: 'bounded', findings: [{ kind: 'order' }] })
  expect(result.requests).toBeLessThanOrEqual(30)
})

test('a run is cancelled while it waits for the output of a command', async () => {
  const shop = await startShop(careful)
  const { client } = shared
  const input = { resourceType: 'payment', resourceId: 'order-1', to: shop.url, reset: 'command', state: 'command' }
  const { run: id } = await client.orders.start(input)
  expect(await client.orders.get({ run: id, after: 0 })).toMatchObject({ asks: { what: 'reset' } })
  expect(await client.orders.cancel({ run: id })).toMatchObject({ state: 'cancelled', asks: null, problem: null })
  expect(shop.seen).toEqual([])
})

test('an app that cannot be read any more is reported with the schedule that came before', async () => {
  const app = await startApp((request, response) =>
    request.target === '/orders' ? void response.destroy() : void response.end(),
  )
  const result = await run({ to: `${app.url}/hook`, schedule: '2 1' })
  expect(result).toMatchObject({ state: 'stopped', findings: [] })
  expect(result.problem).toMatch(/^The state of the app could not be read: .*, after the schedule "1 2 3"\./)
})

test('an app that cannot be reset ends the run with the reason', async () => {
  const shop = await startShop(careful)
  const result = await run({ to: shop.url, reset: `${shop.url.replace(/\d+$/, '9')}/reset` })
  expect(result).toMatchObject({ state: 'stopped', findings: [], requests: 0 })
  expect(result.problem).toContain('could not be reset')
})
