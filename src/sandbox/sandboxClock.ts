import { createListeners } from '../shared/basics/listeners.ts'
import { clockRange, readClockChange } from '../shared/clock/clockChange.ts'
import type { SandboxClockView } from '../shared/wireTypes.ts'
import { SandboxRefusal } from './state/sandboxRefusal.ts'

/** How the sandbox's clock is set. */
export interface ClockSetting {
  /** How far it is ahead of the real clock, ms; where it is frozen, how far it was when that began. */
  offsetMs: number
  /** The moment at which it is frozen, ms since the epoch; null while it runs. */
  frozenAt: number | null
}

/** The one clock of the sandbox. Everything outside of the sandbox uses the real one. */
export interface SandboxClock {
  /** ms since the epoch. */
  now(): number
  /** How far it is ahead of the real clock now, ms; negative where it is behind. */
  aheadMs(): number
  setting(): ClockSetting
  /** Applies a change as `readClockChange` reads it. Throws SandboxRefusal. */
  change(text: string): void
  /** Applies a setting that `setting` has returned. */
  restore(setting: ClockSetting): void
  /** Calls the listener after each change with how far the clock moved, ms. Returns how to stop listening. */
  onChange(listener: (movedMs: number) => void): () => void
}

export const realClock: ClockSetting = { offsetMs: 0, frozenAt: null }

/** @param realNow ms since the epoch */
export function createSandboxClock(realNow: () => number = Date.now): SandboxClock {
  const listeners = createListeners<[movedMs: number]>()
  let at = realClock
  const now = () => at.frozenAt ?? realNow() + at.offsetMs
  const restore = (setting: ClockSetting) => {
    const before = now()
    at = setting
    listeners.call(now() - before)
  }
  return {
    now,
    aheadMs: () => now() - realNow(),
    setting: () => at,
    change: (text) => restore(changed(at, text, now(), realNow())),
    restore,
    onChange: listeners.add,
  }
}

/** The clock as clients see it. */
export function viewOf(clock: SandboxClock): SandboxClockView {
  return {
    now: new Date(clock.now()).toISOString(),
    aheadMs: Math.round(clock.aheadMs()),
    frozen: clock.setting().frozenAt !== null,
  }
}

export function isRealTime(clock: SandboxClock): boolean {
  const { offsetMs, frozenAt } = clock.setting()
  return offsetMs === 0 && frozenAt === null
}

/** The setting after a change. Pure. Throws SandboxRefusal. */
function changed(before: ClockSetting, text: string, now: number, realNow: number): ClockSetting {
  const change = readClockChange(text, now)
  switch (change?.kind) {
    case 'real':
      return realClock
    case 'freeze':
      return before.frozenAt === null ? { ...before, frozenAt: now } : before
    case 'run':
      return before.frozenAt === null ? before : { offsetMs: before.frozenAt - realNow, frozenAt: null }
    case 'jump': {
      if (change.to < clockRange.from || change.to > clockRange.to)
        throw new SandboxRefusal(
          'clock-out-of-range',
          `The clock was not set: it would be ${new Date(change.to).getUTCFullYear() || 'too far away'}, and it takes the years 2000 to 2099.`,
        )
      const { offsetMs, frozenAt } = before
      return { offsetMs: offsetMs + change.to - now, frozenAt: frozenAt === null ? null : change.to }
    }
    case undefined:
      throw new SandboxRefusal('clock-unreadable', `The clock was not set: "${text.slice(0, 60)}" is no change of it.`)
  }
}
