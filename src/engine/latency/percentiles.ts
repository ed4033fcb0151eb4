import type { Latency } from '../../shared/wireTypes.ts'

/** A percentile by nearest rank, ms. */
export type Percentiles = NonNullable<Latency['all']['legs']['receivedToAnswered']>

/** Null when there is no value. Pure. */
export function percentiles(values: readonly number[]): Percentiles | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p95: at(0.95), p99: at(0.99) }
}
