import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time; only the length can be learned, and that is no secret. */
export function sameText(given: string, wanted: string): boolean {
  const left = Buffer.from(given, 'utf8')
  const right = Buffer.from(wanted, 'utf8')
  return left.length === right.length && timingSafeEqual(left, right)
}
