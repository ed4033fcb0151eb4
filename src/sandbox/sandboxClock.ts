import { clockRange, readClockChange } from '../shared/sandboxClock.ts'
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
}

export const realClock: ClockSetting = { offsetMs: 0, frozenAt: null }

/** @param onChange called after each change */
export function createSandboxClock(onChange: () => void, realNow: () => number = Date.now): SandboxClock {
  let at = realClock
  const now = () => at.frozenAt ?? realNow() + at.offsetMs
  const restore = (setting: ClockSetting) => {
    at = setting
    onChange()
  }
  return {
    now,
    aheadMs: () => now() - realNow(),
    setting: () => at,
    change: (text) => restore(changed(at, text, now(), realNow())),
    restore,
  }
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
