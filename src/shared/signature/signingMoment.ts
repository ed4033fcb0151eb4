const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/**
 * The moment that a text names, ms since the epoch: `now`, ISO 8601 with its zone, seconds since 1970, or a distance from
 * now such as `-10m` or `+2h` (s, m, h, d). Null for anything else. Pure.
 */
export function readMoment(text: string, now: number): number | null {
  const trimmed = text.trim()
  if (trimmed === 'now') return now
  const [, sign, digits = '', unit] = /^([+-])(\d{1,7})([smhd])$/.exec(trimmed) ?? []
  if (unit !== undefined) {
    return now + (sign === '-' ? -1 : 1) * Number(digits) * unitMs[unit as keyof typeof unitMs]
  }
  if (/^\d{1,11}(?:\.\d{1,3})?$/.test(trimmed)) return Math.round(Number(trimmed) * 1000)
  const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(trimmed)
  const at = isDate ? Date.parse(trimmed) : Number.NaN
  return Number.isFinite(at) ? at : null
}
