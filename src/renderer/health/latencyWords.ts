import { answerLimitMs, type LatencyLeg } from '../../shared/latencyLegs.ts'
import type { Latency } from '../../shared/wireTypes.ts'

export type LatencyGroup = Latency['all']
export type Percentiles = NonNullable<LatencyGroup['legs'][LatencyLeg]>

export const legNames: Record<LatencyLeg, string> = {
  sentToReceived: 'Sent → received',
  receivedToCommitted: 'Received → committed',
  committedToAnswered: 'Committed → answered',
  receivedToAnswered: 'Received → answered',
  receivedToFetched: 'Received → fetched',
}

export interface LatencyRow {
  /** Null in the row of all. */
  resourceType: string | null
  name: string
  count: number
  late: number
  repeated: number
  /** Null when this leg was measured of none of them. */
  percentiles: Percentiles | null
}

/** The rows of one leg's table, all of them together first. Pure. */
export function latencyRows({ all, types }: Pick<Latency, 'all' | 'types'>, leg: LatencyLeg): LatencyRow[] {
  const row = (group: LatencyGroup, name: string): LatencyRow => ({
    resourceType: group.resourceType,
    name,
    count: group.count,
    late: group.late,
    repeated: group.repeated,
    percentiles: group.legs[leg],
  })
  return [row(all, 'All'), ...types.map((group) => row(group, group.resourceType ?? 'no type'))]
}

/**
 * The end of the bars' common scale, ms: the largest value, or the time that the service waits where the bars come near
 * it, so that it is seen how far away it is. Pure.
 */
export function scaleEnd(rows: readonly LatencyRow[], leg: LatencyLeg): number {
  const largest = Math.max(1, ...rows.map(({ percentiles }) => percentiles?.p99 ?? 0))
  return leg === 'receivedToAnswered' && largest > answerLimitMs / 4 ? Math.max(largest, answerLimitMs) : largest
}

/** Shares of the scale in percent, 0 to 100. A negative span, which clocks can make, is at its beginning. Pure. */
export function barShares({ p50, p90, p99 }: Percentiles, end: number): { p50: number; p90: number; p99: number } {
  const share = (value: number) => Math.min(100, Math.max(0, (value / end) * 100))
  return { p50: share(p50), p90: share(p90), p99: share(p99) }
}
