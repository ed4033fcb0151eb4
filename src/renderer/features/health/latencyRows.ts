import { answerLimitMs, type LatencyLeg, latencyLegs } from '../../../shared/codes/latencyLegs.ts'
import type { Latency } from '../../../shared/wireTypes.ts'
import { visibleText } from '../../text/visibleText.ts'
import { latencyWords, legNames } from './words.ts'
import { type LogScale, logScale } from '../charts/logScale.ts'

type LatencyGroup = Latency['all']
export type Percentiles = NonNullable<LatencyGroup['legs'][LatencyLeg]>

export interface LatencyRow {
  /** Tells the rows apart. */
  id: string
  name: string
  count: number
  late: number
  repeated: number
  /** Null when this leg was measured of none of them. */
  percentiles: Percentiles | null
}

/** The rows of one leg's table, all of them together first. Pure. */
export function latencyRows({ all, types }: Pick<Latency, 'all' | 'types'>, leg: LatencyLeg): LatencyRow[] {
  const row = (group: LatencyGroup, id: string, name: string): LatencyRow => ({
    id,
    name: visibleText(name),
    count: group.count,
    late: group.late,
    repeated: group.repeated,
    percentiles: group.legs[leg],
  })
  return [
    row(all, 'all', latencyWords.all),
    ...types.map((group) => row(group, `type-${group.resourceType}`, group.resourceType ?? latencyWords.noType)),
  ]
}

/** The rows of all types together, one for each leg. Pure. */
export function legRows({ all }: Pick<Latency, 'all'>): (LatencyRow & { id: LatencyLeg })[] {
  return latencyLegs.map((leg) => ({ ...all, id: leg, name: legNames[leg], percentiles: all.legs[leg] }))
}

/** The scale that charts beside each other share. How long the service waits is always on it. Pure. */
export function commonScale(groups: readonly (readonly LatencyRow[])[]): LogScale {
  return logScale([
    answerLimitMs,
    ...groups.flat().flatMap(({ percentiles }) => (percentiles === null ? [] : [percentiles.p50, percentiles.p99])),
  ])
}
