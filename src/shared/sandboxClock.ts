import { headerValues } from './headers.ts'
import { readMoment } from './signature/signingMoment.ts'

/** A change of the sandbox's clock, read. `to` is in ms since the epoch. */
export type ClockChange = { kind: 'jump'; to: number } | { kind: 'freeze' | 'run' | 'real' }

/** Words that change the clock; everything else is a jump. */
export const clockWords = ['freeze', 'run', 'real'] as const

/** The moments at which the clock can be, ms since the epoch: 2000 to 2099. */
export const clockRange = { from: Date.UTC(2000, 0, 1), to: Date.UTC(2100, 0, 1) - 1 }

export const clockTakes =
  'It takes a jump such as +30d or -2h (s, m, h, d), a moment such as 2026-12-01T08:00:00Z, freeze, run or real.'

/** Reads `+30d`, a moment with its zone, `freeze`, `run` or `real`; null for anything else. Pure. @param now of the sandbox */
export function readClockChange(text: string, now: number): ClockChange | null {
  const trimmed = text.trim()
  const word = clockWords.find((each) => each === trimmed)
  if (word !== undefined) return { kind: word }
  const to = /^(?:[+-]|\d{4}-)/.test(trimmed) ? readMoment(trimmed, now) : null
  return to === null ? null : { kind: 'jump', to }
}

/**
 * The header in which the sandbox states how far its clock was ahead of the real one when it created a notification, ms.
 * Absent while its clock is the real one.
 */
export const clockHeader = 'x-sandbox-clock-ahead-ms'

const maxAheadMs = clockRange.to - clockRange.from

/**
 * How far the clock that a delivery's `createdAtUtc` comes from was ahead of the real one, ms. 0 for all but the sandbox:
 * nothing else is believed to have such a clock. Pure.
 */
export function clockAheadMs({
  environmentId,
  headers,
}: {
  environmentId: string
  headers: readonly string[]
}): number {
  if (environmentId !== 'sandbox') return 0
  const [text = '', another] = headerValues(headers, clockHeader)
  const ms = another === undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : 0
  return Math.abs(ms) <= maxAheadMs ? ms : 0
}
