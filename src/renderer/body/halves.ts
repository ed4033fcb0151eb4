import { checkUtf8 } from './checkUtf8.ts'

/** Whether bytes are no UTF-8, leaving aside a character that was cut at their end, when they were cut. */
export function hasHalves(bytes: Uint8Array, cut: boolean): boolean {
  const { invalid, places } = checkUtf8(bytes)
  if (invalid === 0) return false
  return !(cut && invalid === 1 && (places[0] ?? 0) >= bytes.length - 3)
}
