import type { OpeningReason, TunnelReason } from '../../shared/codes/tunnel.ts'
import { backOff } from '../../shared/basics/backOff.ts'
import { dueIn } from '../../shared/basics/timers.ts'
import {
  offMachine,
  type Step,
  type StepFacts,
  type TunnelEffect,
  type TunnelEvent,
  type TunnelMachine,
} from './machineTypes.ts'
import type { TunnelState } from './types.ts'

/**
 * The tunnel's state machine: its next state after an event, and what has to be done. Pure; the manager does the work.
 * A tunnel is online by a passed check and by nothing else.
 */
export function step(machine: TunnelMachine, event: TunnelEvent, facts: StepFacts): Step {
  switch (event.type) {
    case 'open':
      return open(machine, event, facts)
    case 'close':
      return {
        machine: offMachine(facts.now),
        effects: [
          { type: 'stop-timers' },
          { type: 'knock', on: false },
          { type: 'cancel-open' },
          { type: 'close-session' },
        ],
      }
    case 'opened':
      return opened(machine, event.publicUrl, facts)
    case 'open-failed':
      return openFailed(machine, event, facts)
    case 'lost':
      return lost(machine, event.why, facts)
    case 'doubt':
      return machine.session && machine.state === 'online' ? checkNow(machine, facts) : stay(machine)
    case 'check-due':
      return machine.session ? checkNow(machine, facts) : stay(machine)
    case 'passed':
      return passed(machine, event.latencyMs, facts)
    case 'check-failed':
      return checkFailed(machine, event, facts)
    case 'open-due':
    case 'server-back':
      return tryOpen(machine, facts)
    case 'stirred':
      return stirred(machine, facts)
  }
}

function stay(machine: TunnelMachine): Step {
  return { machine, effects: [] }
}

/** Into a state; its time begins again only when the state is another. */
function enter(machine: TunnelMachine, state: TunnelState, why: TunnelReason | null, now: number): TunnelMachine {
  return { ...machine, state, why, since: machine.state === state ? machine.since : now }
}

function open(machine: TunnelMachine, event: TunnelEvent & { type: 'open' }, { now }: StepFacts): Step {
  const { reopen, checkIntervalMs, settleMs } = event
  return {
    machine: { ...offMachine(now), state: 'starting', opening: true, reopen, checkIntervalMs, settleMs },
    effects: [
      { type: 'stop-timers' },
      { type: 'knock', on: false },
      { type: 'cancel-open' },
      ...(machine.session ? [{ type: 'close-session' } as const] : []),
      { type: 'open', accept: 'same' },
    ],
  }
}

function opened(machine: TunnelMachine, publicUrl: string, { now, timing }: StepFacts): Step {
  if (!machine.opening) return stay(machine)
  const next = enter(machine, 'checking', null, now)
  return {
    machine: { ...next, publicUrl, session: true, opening: false, openAt: null, failedChecks: 0, gone: false },
    effects: [
      { type: 'stop-timers' },
      { type: 'knock', on: false },
      { type: 'check', deadlineMs: timing.firstCheckDeadlineMs },
    ],
  }
}

function openFailed(machine: TunnelMachine, event: TunnelEvent & { type: 'open-failed' }, facts: StepFacts): Step {
  if (!machine.opening) return stay(machine)
  const { now, timing } = facts
  const idle = { ...machine, opening: false, openAt: null }
  // The options worked before, so a rejection may come from a network in between.
  const code = event.code === 'rejected' && machine.publicUrl !== null ? 'refused' : event.code
  switch (code) {
    case 'name-taken': {
      const taken = { ...idle, takenSince: machine.takenSince ?? now, takenAt: now, attempts: 0 }
      const waiting = openIn(enter(taken, 'reconnecting', event.why, now), nameWait(taken, facts), facts)
      return machine.session ? { ...waiting, effects: [...waiting.effects, { type: 'check-in', ms: 0 }] } : waiting
    }
    case 'unreachable':
    case 'refused': {
      const failed = { ...idle, failedOpens: machine.failedOpens + 1 }
      const waiting = openSoon(enter(failed, 'reconnecting', event.why, now), facts)
      const offer = failed.failedOpens === timing.offerAfter ? [{ type: 'offer' } as const] : []
      return { ...waiting, effects: [...waiting.effects, { type: 'knock', on: true }, ...offer] }
    }
    case 'missing-program':
    case 'missing-package':
    case 'wrong-options':
    case 'rejected':
      return {
        machine: { ...enter(idle, 'failed', event.why, now), session: false, publicUrl: null },
        effects: [{ type: 'stop-timers' }, { type: 'knock', on: false }, { type: 'close-session' }, { type: 'offer' }],
      }
  }
}

function lost(machine: TunnelMachine, why: OpeningReason, facts: StepFacts): Step {
  if (!machine.session) return stay(machine)
  // One that ends before it ever worked counts as a failed try.
  const failedOpens = machine.failedOpens + (machine.state === 'checking' ? 1 : 0)
  const next = { ...enter(machine, 'reconnecting', why, facts.now), session: false, failedChecks: 0, failedOpens }
  const effects: TunnelEffect[] = [{ type: 'stop-timers' }, { type: 'close-session' }, { type: 'knock', on: true }]
  if (machine.state === 'checking' && failedOpens === facts.timing.offerAfter) effects.push({ type: 'offer' })
  if (machine.opening) return { machine: next, effects }
  const waiting = openSoon(next, facts)
  return { machine: waiting.machine, effects: [...effects, ...waiting.effects] }
}

function checkNow(machine: TunnelMachine, { timing }: StepFacts): Step {
  const usual = Math.max(timing.checkDeadlineMs, Math.min(10_000, 3 * (machine.latencyMs ?? 0)))
  const deadlineMs = machine.state === 'checking' ? timing.firstCheckDeadlineMs : usual
  return { machine, effects: [{ type: 'check', deadlineMs }] }
}

function passed(machine: TunnelMachine, latencyMs: number, { now }: StepFacts): Step {
  if (!machine.session) return stay(machine)
  return {
    machine: {
      ...enter(machine, 'online', null, now),
      latencyMs,
      opening: false,
      openAt: null,
      failedChecks: 0,
      failedOpens: 0,
      attempts: 0,
      gone: false,
      takenSince: null,
      takenAt: null,
    },
    effects: [
      { type: 'stop-timers' },
      { type: 'knock', on: false },
      ...(machine.opening ? [{ type: 'cancel-open' } as const] : []),
      { type: 'check-in', ms: machine.checkIntervalMs },
    ],
  }
}

function checkFailed(machine: TunnelMachine, event: TunnelEvent & { type: 'check-failed' }, facts: StepFacts): Step {
  if (!machine.session) return stay(machine)
  const { timing, now } = facts
  const { why } = event
  const failed = { ...machine, failedChecks: machine.failedChecks + 1, gone: event.gone }
  // An address that has been dead for long is asked less often.
  const again: TunnelEffect = { type: 'check-in', ms: timing.recheckMs * (machine.failedChecks < 60 ? 1 : 3) }
  if (machine.state === 'online') {
    if (failed.failedChecks < 2) return { machine: failed, effects: [{ type: 'check-in', ms: timing.confirmMs }] }
    const degraded = enter(failed, 'degraded', why, now)
    const reopening = reopen(degraded, event.gone ? 0 : timing.recoveryGraceMs, facts)
    return { machine: reopening.machine, effects: [{ type: 'refresh' }, again, ...reopening.effects] }
  }
  const noted = { ...failed, why }
  if (machine.state === 'checking') return newTunnelFailed(noted, again, facts)
  // The server's word on the old address ends the grace period early; a taken name has its own schedule.
  if (event.gone && !machine.gone && !machine.opening && machine.takenAt === null) {
    const reopening = reopen(noted, 0, facts)
    return { machine: reopening.machine, effects: [again, ...reopening.effects] }
  }
  // While it reconnects, why the next try failed says more than why the old address is silent.
  return { machine: machine.state === 'degraded' ? noted : failed, effects: [again] }
}

function newTunnelFailed(machine: TunnelMachine, again: TunnelEffect, facts: StepFacts): Step {
  if (machine.reopen === 'never' && machine.failedChecks >= 2) {
    return { machine: enter(machine, 'degraded', machine.why, facts.now), effects: [again, { type: 'offer' }] }
  }
  const isYoung = machine.failedChecks < 2 || facts.now - machine.since < machine.settleMs
  if (machine.reopen === 'never' || isYoung) return { machine, effects: [again] }
  const failed = { ...enter(machine, 'reconnecting', machine.why, facts.now), failedOpens: machine.failedOpens + 1 }
  const waiting = openSoon(failed, facts)
  const offer = failed.failedOpens === facts.timing.offerAfter ? [{ type: 'offer' } as const] : []
  return { machine: waiting.machine, effects: [again, ...waiting.effects, ...offer] }
}

/** A try to open after some time, where opening is ours to do. */
function reopen(machine: TunnelMachine, ms: number, facts: StepFacts): Step {
  return machine.reopen === 'never' ? { machine, effects: [{ type: 'offer' }] } : openIn(machine, ms, facts)
}

function openIn(machine: TunnelMachine, ms: number, { now }: StepFacts): Step {
  return { machine: { ...machine, openAt: now + ms }, effects: [{ type: 'open-in', ms }] }
}

/** A try to open after the back-off. */
function openSoon(machine: TunnelMachine, facts: StepFacts): Step {
  const { backOffMinMs: min, backOffMaxMs: max } = facts.timing
  const ms = backOff(machine.attempts, facts.random, { min, max })
  return openIn({ ...machine, attempts: machine.attempts + 1 }, ms, facts)
}

/** How long a name that is taken must not be asked for again, ms; 0 when it may. */
function nameWait(machine: TunnelMachine, { now, timing }: StepFacts): number {
  if (machine.takenAt === null || machine.takenSince === null) return 0
  const next = Math.min(machine.takenAt + timing.nameEveryMs, machine.takenSince + timing.sameNameForMs)
  return dueIn(next, now, timing.nameEveryMs)
}

function tryOpen(machine: TunnelMachine, facts: StepFacts): Step {
  const { state } = machine
  if (machine.opening || machine.reopen === 'never' || (state !== 'degraded' && state !== 'reconnecting')) {
    return stay(machine)
  }
  const wait = nameWait(machine, facts)
  if (wait > 0) return openIn(machine, wait, facts)
  const { takenSince } = machine
  const { sameNameForMs } = facts.timing
  const isOver = takenSince !== null && dueIn(takenSince + sameNameForMs, facts.now, sameNameForMs) === 0
  const accept = isOver ? 'any' : 'same'
  const closing = machine.session && machine.reopen === 'after'
  const next = enter(machine, 'reconnecting', machine.why, facts.now)
  return {
    machine: { ...next, opening: true, openAt: null, session: machine.session && !closing },
    effects: [...(closing ? [{ type: 'close-session' } as const] : []), { type: 'open', accept }],
  }
}

function stirred(machine: TunnelMachine, facts: StepFacts): Step {
  const fresh = { ...machine, attempts: 0 }
  const checking = machine.session ? checkNow(fresh, facts) : stay(fresh)
  const isDown = machine.state === 'degraded' || machine.state === 'reconnecting'
  if (!isDown || machine.opening || machine.reopen === 'never') return checking
  const trying = openIn(fresh, nameWait(fresh, facts), facts)
  return { machine: trying.machine, effects: [...checking.effects, ...trying.effects] }
}
