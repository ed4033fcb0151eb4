/** The sandbox's clock as the host has it: nothing outside of the sandbox believes it, and every run puts it back. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Delivery, ScenarioRun, ScenarioRunInput } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextEvent, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { untilRun } from './playScenario.ts'

const dayMs = 86_400_000
const folder = scratchFolder()
let test: TestHost

beforeAll(async () => {
  test = await startTestHost(folder.path)
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

const set = async (change: string) => test.client.sandbox.changeClock({ change })

async function start(steps: string[], input: Omit<ScenarioRunInput, 'text'> = {}): Promise<string> {
  const text = `name: Test\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`
  return (await test.client.scenarios.runs.start({ text, ...input })).run
}

const until = async (run: string, isSo: (view: ScenarioRun) => boolean) => untilRun(test.client, run, isSo)
const ended = async (run: string) => untilRun(test.client, run)
const play = async (steps: string[]) => ended(await start(steps))

async function deliveryOf(run: ScenarioRun, place: number): Promise<Delivery> {
  const [id = ''] = run.steps[place]?.deliveryIds ?? []
  return test.client.deliveries.get({ id })
}

/** Resolves when the newest notification of the sandbox is in this state, after this many attempts. */
async function newestInOutbox(state: string, attempt = 1): Promise<void> {
  for (;;) {
    const changed = nextEvent(test.host, ({ type }) => type === 'sandbox' || undefined)
    const [entry] = (await test.client.sandbox.get()).outbox
    if (entry?.state === state && entry.attempt === attempt) return
    await changed
  }
}

const isReal = async () => {
  const { clock } = await test.client.sandbox.get()
  return clock.aheadMs === 0 && !clock.frozen
}

describe("deliveries of a sandbox whose clock isn't the real one", () => {
  it.for(['+30d', '+10m', '-3d', '2030-01-01T00:00:00Z', 'freeze'])(
    'stay valid and in time after %s',
    async (change) => {
      const run = await play([
        `clock: ${change}`,
        'create: Payment\n    id: payment',
        'expect: { verdict: valid, status: 2xx }',
      ])
      expect(run.state).toBe('held')
      const delivery = await deliveryOf(run, 1)
      expect(delivery.verdict).toBe('valid')
      expect(delivery.timing).toMatchObject({ late: false, senderClockAheadMs: null })
      expect(delivery.timing.remarks.map(({ code }) => code)).toEqual(['answered-in-time'])
      expect(delivery.timing.legs.sentToReceived).toBeGreaterThanOrEqual(-2)
      expect(delivery.timing.legs.sentToReceived).toBeLessThan(10_000)
      expect(delivery.cameLate).toBe(false)
      expect(await isReal()).toBe(true)
    },
  )

  it('are received, stored and found by the real time', async () => {
    const before = Date.now()
    const run = await play(['clock: +30d', 'create: Payment'])
    const delivery = await deliveryOf(run, 1)
    expect(Date.parse(delivery.receivedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(delivery.receivedAt)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(delivery.createdAtUtc ?? '') - before).toBeGreaterThan(29 * dayMs)
    expect(Date.parse(run.endedAt ?? '')).toBeLessThanOrEqual(Date.now())
    const { items } = await test.client.deliveries.list({ filter: 'is:late', limit: 1 })
    expect(items).toEqual([])
    expect((await test.client.latency({})).clocks).toEqual([])
  })

  it('are in order in the story of their object, although its times went back', async () => {
    const run = await play([
      'clock: +30d',
      'create: Payment\n    id: payment',
      'clock: real',
      'advance: payment',
      'clock: -1d',
      'advance: payment',
    ])
    const { resourceType = '', resourceId = '' } = run.steps[1]?.object ?? {}
    const story = await test.client.objects.get({ environment: 'sandbox', resourceType, resourceId })
    const notifications = story.items.filter(({ kind }) => kind === 'notification')
    expect(notifications.map(({ outOfOrder }) => outOfOrder)).toEqual([false, false, false])
  })
})

describe('a jump beyond the life of a token', () => {
  it('shows in the follow-up: refused with 401, then fetched with a new token; each time', async () => {
    const steps = [
      'create: Payment\n    id: payment',
      'clock: +2h',
      'advance: payment',
      'clock: +2h',
      'advance: payment',
    ]
    for (const nth of ['first', 'second']) {
      const run = await play(steps)
      const seen = [0, 2, 4].map(async (place) => (await deliveryOf(run, place)).attempts.map(({ status }) => status))
      expect([nth, ...(await Promise.all(seen))]).toEqual([nth, [200], [401, 200], [401, 200]])
      expect(run.steps[2]?.note).toContain('refused with 401')
    }
  })
})

describe('the clock after a run', () => {
  it('is the one that was there before', async () => {
    await set('+1d')
    await play(['clock: +30d', 'clock: freeze'])
    expect((await test.client.sandbox.get()).clock).toMatchObject({ aheadMs: dayMs, frozen: false })
    await set('real')
  })

  it('is frozen as before, while the run has a clock that runs, so that retries are sent', async () => {
    await set('+1d')
    const { now } = await set('freeze')
    const run = await play(['respond: { drop: true, times: 1 }', 'create: Payment', 'wait: { for: "is:duplicate" }'])
    expect([run.state, run.notes]).toEqual(['held', [expect.stringContaining("The sandbox's clock is frozen")]])
    expect((await test.client.sandbox.get()).clock).toMatchObject({ now, frozen: true })
    await set('real')
  })

  it('is put back where the run is cancelled, or breaks', async () => {
    const run = await start(['clock: +30d', 'wait: 1h'])
    await until(run, ({ steps }) => steps[1]?.state === 'running')
    expect((await test.client.status()).sandboxClock).toMatchObject({ aheadMs: 30 * dayMs, frozen: false })
    await test.client.scenarios.runs.cancel({ run })
    expect(await isReal()).toBe(true)
    expect((await test.client.status()).sandboxClock).toBeUndefined()
    const broken = await play(['clock: 2099-12-31T00:00:00Z', 'clock: +9d', 'say: not reached'])
    expect(broken).toMatchObject({ state: 'broken', problem: expect.stringContaining('2000 to 2099') })
    expect(await isReal()).toBe(true)
  })
})

describe('the clock that the user sets', () => {
  it('is announced, and marked in the status until it is set back', async () => {
    const marked = nextEvent(test.host, (event) => (event.type === 'status' ? event.status.sandboxClock : undefined))
    expect(await set('freeze')).toMatchObject({ frozen: true })
    expect(await marked).toMatchObject({ frozen: true })
    expect(await set('real')).toMatchObject({ aheadMs: 0, frozen: false })
  })

  it('is refused with what it takes', async () => {
    await expect(set('soon')).rejects.toThrow(/validation/i)
    await expect(set('+9999999d')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('2000 to 2099'),
    })
  })

  it('is the real time again after a restart: retries of the future go out, and what came is judged as before', async () => {
    await test.client.sandbox.changeSettings({ timeFactor: 1 })
    const { rules } = await test.client.environments.setResponseRules({
      id: 'sandbox',
      rules: [{ id: 'busy', name: 'Busy', enabled: true, when: {}, answer: { status: 503 } }],
    })
    expect(rules).toHaveLength(1)
    await set('+30d')
    const { id: object } = await test.client.sandbox.createObject({ type: 'Payment' })
    await newestInOutbox('retrying')
    await test.host.stop()
    rmSync(join(folder.path, 'index.db'))
    test = await startTestHost(folder.path)
    expect(await isReal()).toBe(true)
    await newestInOutbox('retrying', 2)
    const { items } = await test.client.deliveries.list({ filter: `id:${object}` })
    expect(items).toHaveLength(1)
    for (const { sentToReceivedMs, cameLate } of items) {
      expect(sentToReceivedMs).toBeGreaterThanOrEqual(-2)
      expect(cameLate).toBe(false)
    }
  })
})
