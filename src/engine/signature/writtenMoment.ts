/** A date with its time and zone, and the parts of it that can be written in several ways. */
const dated = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/

/** Whether a sender writes this moment as a date, not as a number. Pure. */
export function isDated(text: string): boolean {
  return dated.test(text)
}

/**
 * A moment as its sender writes it: with the digits and the zone of the example where that is a date, else as a number.
 * Pure.
 * @param at milliseconds since the epoch
 */
export function writtenMoment(at: number, unit: 's' | 'ms', example: string | undefined): string {
  const [, fraction, zone] = dated.exec(example ?? '') ?? []
  if (zone === undefined) return String(unit === 's' ? Math.floor(at / 1000) : at)
  const minutes = zone === 'Z' ? 0 : Number(`${zone[0]}1`) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4)))
  const local = new Date(at + minutes * 60_000).toISOString()
  const digits = fraction === undefined ? '' : `.${local.slice(20, 23).padEnd(9, '0').slice(0, fraction.length)}`
  return `${local.slice(0, 19)}${digits}${zone}`
}
