import { readMoment } from '../shared/signature/signingMoment.ts'

/** Offset of the sandbox's clock from the real one, or the moment at which it is frozen. */
export interface ClockSetting {
  offsetMs: number
  /** ms since the epoch; null while it runs. */
  frozenAt: number | null
}

/** The sandbox's own clock. Everything outside of the sandbox uses the real one. */
export interface SandboxClock {
  /** ms since the epoch. */
  now(): number
  /** ms until a moment of this clock; null while it is frozen before that moment. */
  until(moment: number): number | null
  setting(): ClockSetting
  isReal(): boolean
  /** A jump (`+30d`), a moment (ISO 8601), `freeze`, `run` or `reset`. Throws RangeError for anything else. */
  set(change: string): void
  /** As `setting` said it. */
  restore(setting: ClockSetting): void
}

const real: ClockSetting = { offsetMs: 0, frozenAt: null }

/** @param onChange called after each change */
export function createSandboxClock(onChange: () => void): SandboxClock {
  let at = real
  const now = () => at.frozenAt ?? Date.now() + at.offsetMs
  const put = (next: ClockSetting) => {
    at = next
    onChange()
  }
  return {
    now,
    until: (moment) => {
      const ms = Math.max(0, moment - now())
      return ms > 0 && at.frozenAt !== null ? null : ms
    },
    setting: () => at,
    isReal: () => at.offsetMs === 0 && at.frozenAt === null,
    set: (change) => {
      if (change === 'reset') return put(real)
      if (change === 'freeze') return put({ ...at, frozenAt: now() })
      if (change === 'run')
        return put(at.frozenAt === null ? at : { offsetMs: at.frozenAt - Date.now(), frozenAt: null })
      const moment = readMoment(change, now())
      if (moment === null || change === 'now') throw new RangeError(`"${change}" is no change of a clock.`)
      put(at.frozenAt === null ? { offsetMs: moment - Date.now(), frozenAt: null } : { ...at, frozenAt: moment })
    },
    restore: put,
  }
}
