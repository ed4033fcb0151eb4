import { answerLimitMs, type LatencyLeg } from '../../shared/latencyLegs.ts'
import type { Latency } from '../../shared/wireTypes.ts'
import { visibleText } from '../delivery/visibleText.ts'
import { formatDuration, groupDigits } from '../ui/format.ts'
import { Table } from '../ui/Table.tsx'
import { barShares, latencyRows, type LatencyRow, legNames, scaleEnd } from './latencyWords.ts'

/** One leg's percentiles for each type, as numbers and as bars on one scale. */
export function LatencyTable({ latency, leg }: { latency: Latency; leg: LatencyLeg }) {
  const rows = latencyRows(latency, leg)
  const end = scaleEnd(rows, leg)
  const showsLimit = leg === 'receivedToAnswered' && end >= answerLimitMs
  return (
    <div className="latency">
      <Table
        label={`Latency, ${legNames[leg]}`}
        head={['Type', 'Deliveries', 'Late', 'Repeated', 'Half', '9 in 10', '99 in 100', `0 to ${formatDuration(end)}`]}
      >
        {rows.map((row) => (
          <tr key={row.resourceType ?? row.name}>
            <th scope="row">{visibleText(row.name)}</th>
            <td>{groupDigits(row.count)}</td>
            <td>{row.late === 0 ? <span className="muted">0</span> : <strong>{groupDigits(row.late)} late</strong>}</td>
            <td>{row.repeated === 0 ? <span className="muted">0</span> : groupDigits(row.repeated)}</td>
            <Numbers row={row} />
            <td className="latency-cell">
              {row.percentiles !== null && <Bar row={row} end={end} limit={showsLimit ? answerLimitMs : null} />}
            </td>
          </tr>
        ))}
      </Table>
      <p className="latency-key muted" aria-hidden="true">
        <span className="bar-half" /> half
        <span className="bar-nine" /> 9 in 10
        <span className="bar-most" /> 99 in 100
        {showsLimit && (
          <>
            <span className="bar-limit" /> {formatDuration(answerLimitMs)}, as long as the service waits
          </>
        )}
      </p>
    </div>
  )
}

function Numbers({ row: { percentiles } }: { row: LatencyRow }) {
  if (percentiles === null) {
    return (
      <td colSpan={3} className="muted">
        not measured
      </td>
    )
  }
  return (
    <>
      <td>{formatDuration(percentiles.p50)}</td>
      <td>{formatDuration(percentiles.p90)}</td>
      <td>{formatDuration(percentiles.p99)}</td>
    </>
  )
}

/** The numbers beside it say the same: it is for the eye only. */
function Bar({ row: { percentiles }, end, limit }: { row: LatencyRow; end: number; limit: number | null }) {
  if (percentiles === null) return null
  const { p50, p90, p99 } = barShares(percentiles, end)
  return (
    <div className="latency-bar" aria-hidden="true">
      <span className="bar-most" style={{ width: `${p99}%` }} />
      <span className="bar-nine" style={{ width: `${p90}%` }} />
      <span className="bar-half" style={{ width: `${p50}%` }} />
      {limit !== null && <span className="bar-limit" style={{ left: `${(limit / end) * 100}%` }} />}
    </div>
  )
}
