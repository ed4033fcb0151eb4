import { headerValues } from '../headers.ts'
import { clockRange } from './clockChange.ts'

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
  // In an opened case file the id of the case is in front.
  if (environmentId !== 'sandbox' && !environmentId.endsWith('.sandbox')) return 0
  const [text = '', another] = headerValues(headers, clockHeader)
  const ms = another === undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : 0
  return Math.abs(ms) <= maxAheadMs ? ms : 0
}
