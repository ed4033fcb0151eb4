import type { Guess } from './guess.ts'

/** Between 15 October 1582, when the clock of UUIDs begins, and 1970, in milliseconds. */
const gregorianMs = 12_219_292_800_000

/** A UUID with its version, and the time inside of those that carry one. */
export function guessUuid(value: string): Guess | null {
  const groups = /^([\da-f]{8})-([\da-f]{4})-([\da-f])([\da-f]{3})-([\da-f])[\da-f]{3}-[\da-f]{12}$/i.exec(value)
  if (groups === null) return null
  const [, low = '', middle = '', version = '', high = '', variant = ''] = groups
  if (/^[0-]+$/.test(value)) return { kind: 'uuid', version: 'nil', at: null }
  if (/^[f-]+$/i.test(value)) return { kind: 'uuid', version: 'max', at: null }
  // The variant of RFC 9562; others number their versions in another way.
  if (!/[89ab]/i.test(variant)) return { kind: 'uuid', version: 'other', at: null }
  return { kind: 'uuid', version, at: timeInside(version, low, middle, high) }
}

function timeInside(version: string, low: string, middle: string, high: string): number | null {
  if (version === '7') return Number.parseInt(low + middle, 16)
  const ticks = { 1: high + middle + low, 6: low + middle + high }[version]
  if (ticks === undefined) return null
  return Number(BigInt(`0x${ticks}`) / 10_000n) - gregorianMs
}
