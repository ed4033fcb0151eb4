import { readMoment } from '../signature/signingMoment.ts'

/** A change of the sandbox's clock, read. `to` is in ms since the epoch. */
export type ClockChange = { kind: 'jump'; to: number } | { kind: 'freeze' | 'run' | 'real' }

/** Words that change the clock; everything else is a jump. */
export const clockWords = ['freeze', 'run', 'real'] as const

/** The moments at which the clock can be, ms since the epoch: 2000 to 2099. */
export const clockRange = { from: Date.UTC(2000, 0, 1), to: Date.UTC(2100, 0, 1) - 1 }

export const clockTakes =
  'The clock takes a jump such as +30d or -2h (s, m, h, d), a moment such as 2026-12-01T08:00:00Z, freeze, run or real.'

/** Reads `+30d`, a moment with its zone, `freeze`, `run` or `real`; null for anything else. Pure. @param now of the sandbox */
export function readClockChange(text: string, now: number): ClockChange | null {
  const trimmed = text.trim()
  const word = clockWords.find((each) => each === trimmed)
  if (word !== undefined) return { kind: word }
  const to = /^(?:[+-]|\d{4}-)/.test(trimmed) ? readMoment(trimmed, now) : null
  return to === null ? null : { kind: 'jump', to }
}
