import { InvalidArgumentError } from 'commander'

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** A length of time such as 500ms, 30s, 2m or 1h, up to a day, in ms. */
export function duration(text: string): number {
  const [, digits = '', unit] = /^(\d{1,9})(ms|s|m|h)$/.exec(text) ?? []
  const value = unit === undefined ? 0 : Number(digits) * units[unit as keyof typeof units]
  if (value < 1 || value > 24 * units.h) {
    throw new InvalidArgumentError('It takes a number with a unit, such as 500ms, 30s, 2m or 1h, up to a day.')
  }
  return value
}
