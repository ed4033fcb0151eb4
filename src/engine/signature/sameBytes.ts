import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, after the lengths. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Compares secrets without showing even their length: what is compared are hashes. */
export function sameSecret(a: Uint8Array, b: Uint8Array): boolean {
  const hashed = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  return timingSafeEqual(hashed(a), hashed(b))
}
