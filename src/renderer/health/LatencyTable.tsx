import type { LatencyLeg } from '../../shared/latencyLegs.ts'
import { formatDuration, groupDigits } from '../ui/format.ts'
import { Table } from '../ui/Table.tsx'
import { latencyWords, legNames } from '../words/health.ts'
import type { LatencyRow } from './latencyRows.ts'

/** One leg's percentiles for each type, as numbers. */
export function LatencyTable({ rows, leg }: { rows: readonly LatencyRow[]; leg: LatencyLeg }) {
  return (
    <Table label={latencyWords.table(legNames[leg])} head={latencyWords.columns}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.name}</th>
          <td>{groupDigits(row.count)}</td>
          <td>{row.late === 0 ? <span className="muted">0</span> : <strong>{latencyWords.late(row.late)}</strong>}</td>
          <td>{row.repeated === 0 ? <span className="muted">0</span> : groupDigits(row.repeated)}</td>
          <Numbers row={row} />
        </tr>
      ))}
    </Table>
  )
}

function Numbers({ row: { percentiles } }: { row: LatencyRow }) {
  if (percentiles === null) {
    return (
      <td colSpan={3} className="muted">
        {latencyWords.notMeasured}
      </td>
    )
  }
  return (
    <>
      <td>{formatDuration(percentiles.p50)}</td>
      <td>{formatDuration(percentiles.p95)}</td>
      <td>{formatDuration(percentiles.p99)}</td>
    </>
  )
}
