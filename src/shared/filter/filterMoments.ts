const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const ago = /^(\d{1,6})([smhd])$/i
/** A day, or a day and a time with its offset: one without would mean another moment on each machine. */
const instant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/i

/** The moment that a text names, ms since the epoch, or null. @param now what "10m" counts back from */
export function readMoment(text: string, now: number): number | null {
  const [, count, unit] = ago.exec(text) ?? []
  if (count !== undefined && unit !== undefined) {
    return now - Number(count) * units[unit.toLowerCase() as keyof typeof units]
  }
  if (!instant.test(text)) return null
  const at = Date.parse(text.toUpperCase())
  return Number.isNaN(at) ? null : at
}
