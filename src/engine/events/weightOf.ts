/** Roughly what a value takes in memory, bytes: a string is a byte for each character, most here are ASCII. Pure. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length
  if (typeof value !== 'object' || value === null) return 8
  let weight = 32
  for (const part of Object.values(value)) weight += 8 + weightOf(part)
  return weight
}
