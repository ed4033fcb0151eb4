import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { rateRangeWords, rateWords } from '../words/charts.ts'
import { RateGraph } from './RateGraph.tsx'
import type { RateRangeId } from './rateRanges.ts'
import { RateTable } from './RateTable.tsx'
import type { LiveRate } from './useRate.ts'
import { useTimeFilter } from './useTimeFilter.ts'

interface RateViewProps {
  rate: LiveRate
  range: RateRangeId
  asTable: boolean
  height: number
  now: number
  onPoint: (spans: { first: number; last: number } | null) => void
}

/** The rate as a chart or as a table, whatever there is of it. */
export function RateView({ rate: { shown, problem, reload }, range, asTable, height, now, onPoint }: RateViewProps) {
  const { bounds, choose, clear } = useTimeFilter(now)
  if (problem !== null) {
    return <ErrorNote next={<Button onClick={reload}>{rateWords.tryAgain}</Button>}>{problem.message}</ErrorNote>
  }
  if (shown === undefined) return <Loading what={rateWords.loading} />
  if (asTable) return <RateTable rate={shown} range={rateRangeWords[range].long} now={now} />
  return (
    <RateGraph
      rate={shown}
      height={height}
      bounds={bounds}
      now={now}
      onChoose={choose}
      onClear={clear}
      onPoint={onPoint}
    />
  )
}
