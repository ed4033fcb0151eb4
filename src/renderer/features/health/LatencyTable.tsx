import type { LatencyLeg } from '../../../shared/codes/latencyLegs.ts'
import { formatDuration, groupDigits } from '../../text/format.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { latencyWords, legNames } from './words.ts'
import type { LatencyRow } from './latencyRows.ts'

const percentiles = ['p50', 'p95', 'p99'] as const

/** One leg's percentiles for each type, as numbers. */
export function LatencyTable({ rows, leg }: { rows: readonly LatencyRow[]; leg: LatencyLeg }) {
  const { columns } = latencyWords
  return (
    <DataTable
      label={latencyWords.table(legNames[leg])}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'type', head: columns.type, names: true, cell: ({ name }) => name },
        { key: 'deliveries', head: columns.deliveries, numeric: true, cell: ({ count }) => groupDigits(count) },
        {
          key: 'late',
          head: columns.late,
          numeric: true,
          cell: ({ late }) =>
            late === 0 ? <span className="muted">0</span> : <strong>{latencyWords.late(late)}</strong>,
        },
        {
          key: 'repeated',
          head: columns.repeated,
          numeric: true,
          cell: ({ repeated }) => (repeated === 0 ? <span className="muted">0</span> : groupDigits(repeated)),
        },
        ...percentiles.map((percentile) => ({
          key: percentile,
          head: columns[percentile],
          numeric: true,
          cell: ({ percentiles: measured }: LatencyRow) =>
            measured === null ? (
              <span className="muted">{latencyWords.notMeasured}</span>
            ) : (
              formatDuration(measured[percentile])
            ),
          // Without a measurement the first of the three says so for all.
          span: (row: LatencyRow) => (row.percentiles === null ? percentiles.length : 1),
        })),
      ]}
    />
  )
}
