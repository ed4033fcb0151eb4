import { trimEnd } from '../../shared/basics/trimEnd.ts'

/**
 * A point in time as the service writes it: ISO 8601, up to seven fractional digits, trailing zeros dropped, "+00:00".
 * @param milliseconds since the epoch
 * @param tenthsOfMicroseconds what comes after the milliseconds, 0 to 9999
 */
export function formatStamp(milliseconds: number, tenthsOfMicroseconds: number): string {
  const iso = new Date(milliseconds).toISOString()
  const fraction = trimEnd(`${iso.slice(20, 23)}${String(tenthsOfMicroseconds).padStart(4, '0')}`, '0')
  return `${iso.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}+00:00`
}
