const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:[Zz]|([+-])(\d\d):?(\d\d))$/

/**
 * Compares two ISO 8601 times: negative when `a` is, positive when `b` is, 0 when they are equal.
 * Null when one of them is no such time. Every fractional digit counts: a Date would drop all but three of them, and two
 * notifications of one update are often less than a millisecond apart. Pure.
 */
export function compareInstants(a: string, b: string): number | null {
  const first = read(a)
  const second = read(b)
  if (first === null || second === null) return null
  if (first.seconds !== second.seconds) return first.seconds - second.seconds
  const digits = Math.max(first.fraction.length, second.fraction.length)
  const [one, other] = [first.fraction.padEnd(digits, '0'), second.fraction.padEnd(digits, '0')]
  return one === other ? 0 : one < other ? -1 : 1
}

interface Instant {
  /** Whole seconds since the epoch. */
  seconds: number
  /** The digits after the point, as written. */
  fraction: string
}

function read(text: string): Instant | null {
  const found = pattern.exec(text)
  if (found === null) return null
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null
  const offset = (Number(found[9] ?? 0) * 60 + Number(found[10] ?? 0)) * (found[8] === '-' ? -1 : 1)
  const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - offset * 60
  return { seconds, fraction: found[7] ?? '' }
}
