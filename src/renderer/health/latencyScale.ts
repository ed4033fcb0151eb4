import { answerLimitMs } from '../../shared/latencyLegs.ts'
import { type LogScale, logScale } from '../charts/logScale.ts'
import type { LatencyRow } from './latencyRows.ts'

/** The scale that charts beside each other share. How long the service waits is always on it. Pure. */
export function commonScale(groups: readonly (readonly LatencyRow[])[]): LogScale {
  return logScale([
    answerLimitMs,
    ...groups.flat().flatMap(({ percentiles }) => (percentiles === null ? [] : [percentiles.p50, percentiles.p99])),
  ])
}
