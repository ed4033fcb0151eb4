import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type LatencyLeg, latencyLegs } from '../../../../shared/codes/latencyLegs.ts'
import type { Environment, Latency } from '../../../../shared/wireTypes.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { formatDuration } from '../../../text/format.ts'
import { SelectField } from '../../../ui/fields/Select.tsx'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { useCalls } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { Choice } from '../../../ui/fields/Form.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { ErrorNote, Loading } from '../../../ui/notes/Notes.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { ChartFrame } from '../charts/ChartFrame.tsx'
import {
  LatencyChart,
  commonScale,
  type LatencyRow,
  latencyRows,
  legRows,
  minMeasured,
  percentileNames,
  withoutPercentiles,
} from './LatencyChart.tsx'
import { latencyWords, legNames } from './words.ts'
import styles from './Health.module.css'

const spans = { all: null, day: 24 * 60 * 60_000, hour: 60 * 60_000 }
type Span = keyof typeof spans
const spanOptions = (['all', 'day', 'hour'] as const).map((id) => ({ id, label: latencyWords.spans[id] }))

/** How long the legs of the way take, in percentiles for each type. */
export function LatencySection({ environment }: { environment: Environment }) {
  const calls = useCalls()
  const [span, setSpan] = useState<Span>('all')
  const { data, error, refetch } = useQuery({
    queryKey: [['latency'], { environment: environment.id, span }],
    queryFn: async (context) => {
      const reach = spans[span]
      const since = reach === null ? {} : { since: new Date(Date.now() - reach).toISOString() }
      return calls.latency.queryOptions({ input: { environment: environment.id, ...since } }).queryFn(context)
    },
  })
  return (
    <Section
      title={latencyWords.title}
      lead={latencyWords.lead(environment.name, minMeasured)}
      actions={<Choice label={latencyWords.deliveriesOf} options={spanOptions} value={span} onChange={setSpan} />}
    >
      {data !== undefined && <LatencyReport latency={data} />}
      {data === undefined && error === null && <Loading what={latencyWords.loading} />}
      {error !== null && (
        <ErrorNote next={<Button onClick={() => void refetch()}>{latencyWords.tryAgain}</Button>}>
          {error.message}
        </ErrorNote>
      )}
    </Section>
  )
}

const legOptions = latencyLegs.map((value) => ({ value, label: legNames[value] }))

/** All legs of the lifecycle, and the selected one by type, as charts on one scale and as numbers. */
function LatencyReport({ latency }: { latency: Latency }) {
  const [leg, setLeg] = useState<LatencyLeg>('receivedToAnswered')
  const { all, unproven, clocks, meanings, answerLimitMs } = latency
  if (all.count === 0) {
    return (
      <p className="muted">
        {latencyWords.nothing} {unproven > 0 && latencyWords.unprovenShort(unproven)}
      </p>
    )
  }
  const legs = legRows(latency)
  const types = latencyRows(latency, leg)
  const drawnTypes = types.filter(({ percentiles }) => percentiles !== null)
  const scale = commonScale([legs, types], answerLimitMs)
  return (
    <>
      {clocks.map(({ environmentId, note }) => (
        <ErrorNote key={environmentId} look="warn">
          {note}
        </ErrorNote>
      ))}
      {legs.some(({ percentiles }) => percentiles !== null) && (
        <ChartFrame title={latencyWords.legs} legend={<LatencyKey limitMs={answerLimitMs} />}>
          <LatencyChart
            label={latencyWords.legs}
            keys={latencyWords.legsKeys}
            rows={legs}
            scale={scale}
            limitMs={answerLimitMs}
            chosen={leg}
            onChoose={(row) => setLeg(latencyLegs.find((known) => known === row.id) ?? leg)}
          />
        </ChartFrame>
      )}
      <div className={styles.stage}>
        <SelectField label={latencyWords.leg} options={legOptions} value={leg} onChange={setLeg} />
      </div>
      <p className="muted">{meanings[leg]}</p>
      <ChartFrame title={latencyWords.types(legNames[leg])} table={<LatencyTable rows={types} leg={leg} />}>
        {drawnTypes.length > 0 && (
          <LatencyChart
            label={latencyWords.types(legNames[leg])}
            keys={latencyWords.typesKeys}
            rows={drawnTypes}
            scale={scale}
            limitMs={leg === 'receivedToAnswered' ? answerLimitMs : null}
          />
        )}
      </ChartFrame>
      <Reach latency={latency} />
    </>
  )
}

/** Describes which deliveries were measured. */
function Reach({ latency: { all, from, to, window, unproven } }: { latency: Latency }) {
  return (
    <p className="muted">
      {latencyWords.counted(all.count)}
      {from !== null && to !== null && (
        <>
          {' '}
          {latencyWords.from} <Time at={from} /> {latencyWords.to} <Time at={to} />
        </>
      )}
      ; {latencyWords.window(window, all.count + unproven >= window)} {unproven > 0 && latencyWords.unproven(unproven)}
    </p>
  )
}

/** Legend of the latency charts. Hidden from screen readers, which read the numbers instead. */
function LatencyKey({ limitMs }: { limitMs: number | null }) {
  return (
    <p className={`${styles.latencyKey} muted`} aria-hidden="true">
      <svg className={styles.whisker} width="10" height="12">
        <circle className={styles.whiskerHalf} cx="5" cy="6" r="4.5" />
      </svg>
      {latencyWords.half}
      <svg className={styles.whisker} width="4" height="12">
        <rect className={styles.whiskerMost} width="4" height="12" />
      </svg>
      {latencyWords.most}
      <svg className={styles.whisker} width="14" height="12">
        <line className={styles.whiskerLine} x1="0" x2="13" y1="6" y2="6" />
        <line className={styles.whiskerEnd} x1="13" x2="13" y1="2" y2="10" />
      </svg>
      {latencyWords.nearlyAll}
      {limitMs !== null && (
        <>
          <svg width="4" height="12">
            <line className={styles.latencyLimit} x1="2" x2="2" y1="0" y2="12" />
          </svg>
          {latencyWords.limit(limitMs)}
        </>
      )}
    </p>
  )
}

/** One leg's percentiles for each type, as numbers. */
function LatencyTable({ rows, leg }: { rows: readonly LatencyRow[]; leg: LatencyLeg }) {
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
        ...percentileNames.map((percentile) => ({
          key: percentile,
          head: columns[percentile],
          numeric: true,
          cell: (row: LatencyRow) =>
            row.percentiles === null ? (
              <span className="muted">{withoutPercentiles(row)}</span>
            ) : (
              durationOrNone(row.percentiles[percentile])
            ),
          // Without percentiles the first cell spans all of them.
          span: (row: LatencyRow) => (row.percentiles === null ? percentileNames.length : 1),
        })),
      ]}
    />
  )
}

function durationOrNone(ms: number | null): ReactNode {
  return ms === null ? <span className="muted">{latencyWords.none}</span> : formatDuration(ms)
}
