/** A scale of counts from 0 upwards, with round numbers at its ticks. */
export interface CountScale {
  /** The largest number that the scale holds. */
  top: number
  /** From 0 to `top`. */
  ticks: number[]
}

/** The smallest scale of a few round steps that holds a count. Whole numbers only. Pure. */
export function countScale(largest: number, steps = 2): CountScale {
  const step = roundUp(Math.max(1, largest / steps))
  const count = Math.max(1, Math.ceil(largest / step))
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, place) => place * step) }
}

/** 1, 2, 3, 4, 5, 6, 8, 10, 20 ... : the first that is no smaller. */
function roundUp(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value))
  for (const factor of [1, 2, 3, 4, 5, 6, 8]) if (factor * decade >= value) return Math.ceil(factor * decade)
  return 10 * decade
}
