import type { Verdict } from '../../../../shared/model.ts'

/** Verdicts above a chart's base line, from the line outwards: the sender is proven. */
export const provenVerdicts = ['valid', 'valid-previous'] as const satisfies readonly Verdict[]

/** Verdicts below it, from the line outwards. */
export const unprovenVerdicts = [
  'invalid',
  'malformed',
  'unsigned',
  'cannot-tell',
  'no-secret',
] as const satisfies readonly Verdict[]

/** How many deliveries of each verdict there are; a verdict without any may be left out. */
export type VerdictCounts = Partial<Record<Verdict, number>>

export function countAll(counts: VerdictCounts): number {
  let total = 0
  for (const count of Object.values(counts)) total += count
  return total
}

/** Several counts together. Pure. */
export function sumCounts(all: Iterable<VerdictCounts>): VerdictCounts {
  const sum: VerdictCounts = {}
  for (const counts of all) {
    for (const verdict of [...provenVerdicts, ...unprovenVerdicts]) {
      const count = counts[verdict] ?? 0
      if (count > 0) sum[verdict] = (sum[verdict] ?? 0) + count
    }
  }
  return sum
}
