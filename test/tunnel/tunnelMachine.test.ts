import type { CheckReason } from '../../src/shared/codes/tunnel.ts'
import {
  assert,
  constantFrom,
  type Arbitrary,
  double,
  integer,
  oneof,
  property,
  record,
  array,
  boolean,
  constant,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOff } from '../../src/shared/basics/backOff.ts'
import { defaultTiming } from '../../src/engine/tunnel/types.ts'
import {
  offMachine,
  type TunnelEffect,
  type TunnelEvent,
  type TunnelMachine,
} from '../../src/engine/tunnel/machineTypes.ts'
import { step } from '../../src/engine/tunnel/tunnelMachine.ts'

const noAnswer: CheckReason = { code: 'check-other-answer', fields: { url: 'https://a.test', status: 200 } }

const event: Arbitrary<TunnelEvent> = oneof(
  record({
    type: constant('open' as const),
    reopen: constantFrom('beside' as const, 'after' as const, 'never' as const),
    checkIntervalMs: integer({ min: 1, max: 300_000 }),
    settleMs: integer({ min: 0, max: 60_000 }),
  }),
  constantFrom<TunnelEvent>(
    { type: 'close' },
    { type: 'doubt' },
    { type: 'check-due' },
    { type: 'open-due' },
    { type: 'server-back' },
    { type: 'stirred' },
  ),
  record({ type: constant('opened' as const), publicUrl: constantFrom('https://a.test', 'https://b.test') }),
  record({
    type: constant('open-failed' as const),
    code: constantFrom('unreachable' as const, 'refused' as const, 'name-taken' as const, 'rejected' as const),
    why: constant({ code: 'opening-failed' as const, fields: { provider: 'p', detail: 'It failed' } }),
  }),
  record({
    type: constant('lost' as const),
    why: constant({ code: 'cloudflared-ended' as const, fields: { said: null } }),
  }),
  record({ type: constant('passed' as const), latencyMs: integer({ min: 1, max: 10_000 }) }),
  record({ type: constant('check-failed' as const), why: constant(noAnswer), gone: boolean() }),
)

const walk = array(
  record({ event, after: integer({ min: 0, max: 60_000 }), random: double({ min: 0, max: 1, noNaN: true }) }),
  {
    maxLength: 60,
  },
)

interface Passage {
  before: TunnelMachine
  event: TunnelEvent
  after: TunnelMachine
  effects: TunnelEffect[]
  now: number
}

/** Runs the events from `off`, and tells each step. */
function run(events: readonly { event: TunnelEvent; after?: number; random?: number }[]): Passage[] {
  let machine = offMachine(0)
  let now = 0
  return events.map(({ event, after = 0, random = 0 }) => {
    now += after
    const before = machine
    const result = step(machine, event, { now, random, timing: defaultTiming })
    machine = result.machine
    return { before, event, after: machine, effects: result.effects, now }
  })
}

function always(holds: (passage: Passage) => void): void {
  assert(
    property(walk, (events) => {
      for (const passage of run(events)) holds(passage)
    }),
    { numRuns: 500 },
  )
}

describe('whatever happens, the tunnel', () => {
  it('is online by a passed check of an open session and by nothing else', () => {
    always(({ before, event, after }) => {
      if (after.state === 'online' && before.state !== 'online') expect(event.type).toBe('passed')
      if (after.state === 'online') expect(after.session).toBe(true)
    })
  })

  it('waits between its tries for a time within the bounds of the back-off, or for a name', () => {
    always(({ event, effects, after }) => {
      for (const effect of effects) {
        if (effect.type !== 'open-in') continue
        expect(effect.ms).toBeGreaterThanOrEqual(0)
        expect(effect.ms).toBeLessThanOrEqual(defaultTiming.backOffMaxMs)
        const isBackOff = event.type === 'open-failed' && event.code !== 'name-taken' && after.takenAt === null
        if (isBackOff || event.type === 'lost') expect(effect.ms).toBeGreaterThanOrEqual(defaultTiming.backOffMinMs)
      }
    })
  })

  it('is seen to be dead within 5 s of the next check and to be back within 5 s, by the pauses of the product', () => {
    const { checkDeadlineMs, confirmMs, recheckMs, knockMs } = defaultTiming
    // A check that fails and the one that confirms it.
    expect(checkDeadlineMs + confirmMs + checkDeadlineMs).toBeLessThan(5000)
    expect(Math.max(recheckMs, knockMs) + checkDeadlineMs).toBeLessThan(5000)
  })

  it('has at most one try under way', () => {
    always(({ before, effects }) => {
      const opens = effects.filter(({ type }) => type === 'open').length
      expect(opens).toBeLessThanOrEqual(1)
      if (opens === 1 && before.opening) expect(effects.some(({ type }) => type === 'cancel-open')).toBe(true)
    })
  })

  it('asks for a name that is taken at most once in 20 s, and takes another only after 75 s', () => {
    let lastTaken = -Infinity
    assert(
      property(walk, (events) => {
        lastTaken = -Infinity
        for (const { before, event, effects, now } of run(events)) {
          if (event.type === 'open' || event.type === 'close' || event.type === 'passed') lastTaken = -Infinity
          for (const effect of effects) {
            if (effect.type !== 'open' || event.type === 'open') continue
            if (effect.accept === 'same') expect(now - lastTaken).toBeGreaterThanOrEqual(defaultTiming.nameEveryMs)
            else expect(now - (before.takenSince ?? Infinity)).toBeGreaterThanOrEqual(defaultTiming.sameNameForMs)
          }
          if (event.type === 'open-failed' && event.code === 'name-taken' && before.opening) lastTaken = now
        }
      }),
      { numRuns: 500 },
    )
  })

  it('asks for a name that is taken at once where the clock was set back since, and for another one', () => {
    const taken: TunnelMachine = {
      ...offMachine(0),
      state: 'reconnecting',
      reopen: 'after',
      takenSince: 1e12,
      takenAt: 1e12,
    }
    const { effects } = step(taken, { type: 'open-due' }, { now: 5, random: 0, timing: defaultTiming })
    expect(effects).toContainEqual({ type: 'open', accept: 'any' })
  })

  it('does nothing once it is off, until it is opened', () => {
    always(({ before, event, after, effects }) => {
      if (before.state !== 'off' || event.type === 'open' || event.type === 'close') return
      expect(after.state).toBe('off')
      expect(effects.filter(({ type }) => type === 'open' || type === 'check')).toEqual([])
    })
  })

  it('keeps something coming while it is wanted: a try, a due try or a check', () => {
    always(({ after, effects }) => {
      if (after.state === 'off' || after.state === 'failed') return
      expect(after.opening || after.openAt !== null || after.session).toBe(true)
      if (effects.some(({ type }) => type === 'stop-timers') && !after.opening) {
        expect(effects.some(({ type }) => type === 'check' || type === 'check-in' || type === 'open-in')).toBe(true)
      }
    })
  })
})

describe('the way of a tunnel', () => {
  const open: TunnelEvent = { type: 'open', reopen: 'beside', checkIntervalMs: 30_000, settleMs: 5000 }
  const online: TunnelEvent[] = [
    open,
    { type: 'opened', publicUrl: 'https://a.test' },
    { type: 'passed', latencyMs: 40 },
  ]
  const fail: TunnelEvent = { type: 'check-failed', why: noAnswer, gone: false }
  const last = (events: TunnelEvent[]) => run(events.map((event) => ({ event, after: 10 }))).at(-1) as Passage

  it('is degraded by the second failed check, which comes soon, and re-opens its sockets first', () => {
    expect(last([...online, fail])).toMatchObject({
      after: { state: 'online' },
      effects: [{ type: 'check-in', ms: defaultTiming.confirmMs }],
    })
    const { after, effects } = last([...online, fail, fail])
    expect(after.state).toBe('degraded')
    expect(effects[0]).toEqual({ type: 'refresh' })
  })

  it('takes at most 5 s from the begin of a check to degraded', () => {
    const { checkDeadlineMs, confirmMs } = defaultTiming
    expect(2 * checkDeadlineMs + confirmMs).toBeLessThan(5000)
  })

  it('gives a new address time to become known before it is opened again', () => {
    const opened: TunnelEvent[] = [
      { ...open, settleMs: 60_000 },
      { type: 'opened', publicUrl: 'https://a.test' },
    ]
    const failing = Array.from({ length: 70 }, () => ({ event: fail, after: 1000 }))
    const passages = run([...opened.map((event) => ({ event })), ...failing])
    const states = passages.slice(2).map(({ after }) => after.state)
    expect(states.indexOf('reconnecting')).toBe(59)
  })

  it('checks at once, and restarts its back-off, when the machine wakes or the network changes', () => {
    const { after, effects } = last([
      ...online,
      fail,
      fail,
      { type: 'open-due' },
      { type: 'open-failed', code: 'refused', why: { code: 'ngrok-no-address', fields: {} } },
      { type: 'stirred' },
    ])
    expect(after.attempts).toBe(0)
    expect(effects.map(({ type }) => type)).toEqual(['check', 'open-in'])
  })

  it('keeps the old session of a provider that can, and closes it first where it must', () => {
    expect(last([...online, fail, fail, { type: 'open-due' }]).effects).toEqual([{ type: 'open', accept: 'same' }])
    const after = [{ ...open, reopen: 'after' as const }, ...online.slice(1), fail, fail]
    expect(last([...after, { type: 'open-due' }]).effects).toEqual([
      { type: 'close-session' },
      { type: 'open', accept: 'same' },
    ])
  })

  it('comes back to life under its old registration while a new one is being asked for', () => {
    const { after, effects } = last([...online, fail, fail, { type: 'open-due' }, { type: 'passed', latencyMs: 30 }])
    expect(after).toMatchObject({ state: 'online', opening: false, publicUrl: 'https://a.test' })
    expect(effects.map(({ type }) => type)).toContain('cancel-open')
  })

  it('does not open what somebody else runs: it only goes on checking', () => {
    const never = [{ ...open, reopen: 'never' as const }, ...online.slice(1), fail, fail]
    const { after, effects } = last(never)
    expect(after).toMatchObject({ state: 'degraded', openAt: null })
    expect(effects.map(({ type }) => type)).toContain('check-in')
    expect(last([...never, { type: 'open-due' }]).effects).toEqual([])
  })

  it('grows its pauses to 30 s and takes up to half off by chance', () => {
    const bounds = { min: 500, max: 30_000 }
    expect([0, 1, 2, 6, 60].map((attempt) => backOff(attempt, 0, bounds))).toEqual([500, 1000, 2000, 30_000, 30_000])
    expect(backOff(60, 1, bounds)).toBe(15_000)
  })
})
