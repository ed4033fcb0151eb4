import { pauseWords } from '../words/durations.ts'

/** How a clock differs from the real one: "30 d ahead of the real time", "frozen, 2 h behind the real time". Pure. */
export function clockDifference({ aheadMs, frozen }: { aheadMs: number; frozen: boolean }): string {
  const distance = Math.abs(aheadMs)
  const parts = [
    ...(frozen ? ['frozen'] : []),
    // A clock that has just been frozen is not worth a number.
    ...(distance < 1000 ? [] : [`${pauseWords(distance)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the real time`]),
  ]
  return parts.length === 0 ? 'the real time' : parts.join(', ')
}
