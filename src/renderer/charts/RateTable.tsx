import { groupDigits } from '../ui/format.ts'
import { rateWords, verdictColumns } from '../words/charts.ts'
import { spanText } from './rateTexts.ts'
import { countAll, provenVerdicts, sumCounts, unprovenVerdicts } from './verdictOrder.ts'
import type { ShownRate } from './useRate.ts'

interface RateTableProps {
  rate: ShownRate
  /** In words: "Last hour". */
  range: string
  now: number
}

/** What the chart shows, as numbers: the newest first, and only what there is. */
export function RateTable({ rate, range, now }: RateTableProps) {
  const sum = sumCounts(rate.spans)
  const kinds = [...provenVerdicts, ...unprovenVerdicts].filter((verdict) => (sum[verdict] ?? 0) > 0)
  const rows = rate.spans
    .map((counts, place) => ({ counts, span: rate.first + place }))
    .filter(({ counts }) => countAll(counts) > 0)
    .toReversed()
  return (
    <div className="chart-table" role="group" aria-label={rateWords.caption(range)} tabIndex={0}>
      <table className="table">
        <caption>{rateWords.caption(range)}</caption>
        <thead>
          <tr>
            <th scope="col">{rateWords.columns.span}</th>
            <th scope="col">{rateWords.columns.total}</th>
            {kinds.map((verdict) => (
              <th key={verdict} scope="col">
                {verdictColumns[verdict]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ counts, span }) => (
            <tr key={span}>
              <th scope="row">
                <time dateTime={isoOf(span * rate.stepMs)} title={rateWords.utc(isoOf(span * rate.stepMs))}>
                  {spanText(rate, { first: span, last: span }, now)}
                </time>
              </th>
              <td>{groupDigits(countAll(counts))}</td>
              {kinds.map((verdict) => (
                <td key={verdict}>{groupDigits(counts[verdict] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="muted">{rateWords.empty}</p>}
    </div>
  )
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
