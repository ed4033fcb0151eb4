import { type PointerEvent, useId } from 'react'
import { type LatencyLeg, latencyLegs } from '../../../../shared/codes/latencyLegs.ts'
import { type LogScale, logScale } from '../charts/scales.ts'
import { useRowCursor } from '../charts/ChartFrame.tsx'
import { useWidth } from '../../../ui/hooks/changes.ts'
import { formatDuration } from '../../../text/format.ts'
import { latencyWords, legNames } from './words.ts'
import chartsStyles from '../charts/Charts.module.css'
import styles from './Health.module.css'
import type { Latency } from '../../../../shared/wireTypes.ts'
import { visibleText } from '../../../text/visibleText.tsx'

interface LatencyChartProps {
  /** Accessible name of the chart. */
  label: string
  /** Describes the chart's keyboard shortcuts. */
  keys: string
  rows: readonly LatencyRow[]
  /** Shared by neighbouring charts. */
  scale: LogScale
  /** The sender's timeout, ms, if the rows are measured against it. */
  limitMs: number | null
  /** The selected row, if rows can be selected. */
  chosen?: string
  onChoose?: (row: LatencyRow) => void
}

const rowHeight = 24
const axisHeight = 20
const topRoom = 4
const right = 12

/** Percentiles as dots with whiskers, a row for each group, on a scale of equal ratios. */
export function LatencyChart({ label, keys, rows, scale, limitMs, chosen, onChoose }: LatencyChartProps) {
  const help = useId()
  const [frame, width] = useWidth<HTMLDivElement>()
  const left = Math.min(168, Math.max(104, width * 0.3))
  const room = Math.max(0, width - left - right)
  const choose = (place: number) => rows[place] !== undefined && onChoose?.(rows[place])
  const { cursor, point, onKeyDown, onBlur } = useRowCursor(rows.length, choose)
  const placeOf = (event: PointerEvent) => {
    const begin = frame.current?.getBoundingClientRect().top ?? 0
    const place = Math.floor((event.clientY - begin - topRoom) / rowHeight)
    return place >= 0 && place < rows.length ? place : null
  }
  const spoken = rows[cursor ?? 0]
  const bottom = topRoom + rows.length * rowHeight
  const xOf = (value: number) => left + scale.place(value) * room
  return (
    <div
      ref={frame}
      data-part="chart"
      className={`${chartsStyles.chart} ${styles.latencyChart}`}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={help}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, rows.length)}
      aria-valuenow={(cursor ?? 0) + 1}
      aria-valuetext={spoken === undefined ? '' : spokenRow(spoken)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerMove={(event) => point(placeOf(event))}
      onPointerLeave={() => point(null)}
      onClick={() => cursor !== null && choose(cursor)}
    >
      <span id={help} className="unseen">
        {keys}
      </span>
      <svg width={width} height={bottom + axisHeight} aria-hidden="true">
        {rows.map((row, place) => (
          <rect
            key={row.id}
            className={styles.latencyRow}
            data-chosen={row.id === chosen || undefined}
            data-pointed={place === cursor || undefined}
            data-choice={onChoose !== undefined || undefined}
            x={0}
            y={topRoom + place * rowHeight}
            width={width}
            height={rowHeight}
          />
        ))}
        <DurationAxis scale={scale} xOf={xOf} top={topRoom} bottom={bottom} room={room} />
        {limitMs !== null && scale.to >= limitMs && (
          <line className={styles.latencyLimit} x1={xOf(limitMs)} x2={xOf(limitMs)} y1={0} y2={bottom} />
        )}
        {rows.map((row, place) => {
          const y = topRoom + (place + 0.5) * rowHeight
          return (
            <g key={row.id}>
              <text className={styles.latencyName} x={8} y={y + 4}>
                <title>{row.name}</title>
                {shortened(row.name, left - 16)}
              </text>
              {row.percentiles === null ? (
                <text x={left} y={y + 4}>
                  {withoutPercentiles(row)}
                </text>
              ) : (
                <DotAndWhisker percentiles={row.percentiles} xOf={xOf} y={y} />
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function DurationAxis({
  scale,
  xOf,
  top,
  bottom,
  room,
}: {
  scale: LogScale
  xOf: (value: number) => number
  top: number
  bottom: number
  room: number
}) {
  // Omit every second label where they would touch.
  const every = room / scale.ticks.length < 48 ? 2 : 1
  return (
    <g className={chartsStyles.axis}>
      {scale.ticks.map((tick, place) => (
        <g key={tick}>
          <line x1={xOf(tick)} x2={xOf(tick)} y1={top} y2={bottom + 4} />
          {place % every === 0 && (
            <text x={xOf(tick)} y={bottom + 15} textAnchor="middle">
              {tick < 0.1 ? latencyWords.micros(tick) : formatDuration(tick)}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

function spokenRow(row: LatencyRow): string {
  const { name, percentiles, count } = row
  if (percentiles === null) return latencyWords.rowWithout(name, withoutPercentiles(row))
  const parts = percentileNames.flatMap((each) => {
    const value = percentiles[each]
    return value === null ? [] : [latencyWords.percentile(latencyWords.columns[each], formatDuration(value))]
  })
  return latencyWords.row(name, parts, count)
}

/** Why a row has no percentiles. */
export function withoutPercentiles({ measured }: Pick<LatencyRow, 'measured'>): string {
  return measured === 0 ? latencyWords.notMeasured : latencyWords.tooFew(measured)
}

/** About as many letters as there is room for, px. */
function shortened(text: string, room: number): string {
  const maxLetters = Math.max(4, Math.floor(room / 6.6))
  return text.length > maxLetters ? `${text.slice(0, maxLetters - 1)}…` : text
}

interface DotAndWhiskerProps {
  percentiles: Percentiles
  xOf: (value: number) => number
  y: number
}

/** A dot for p50, a bar for p95 and an end for p99: distinguished by shape alone. */
function DotAndWhisker({ percentiles: { p50, p95, p99 }, xOf, y }: DotAndWhiskerProps) {
  const half = xOf(p50)
  const [x95, end] = [p95 === null ? null : xOf(p95), p99 === null ? null : xOf(p99)]
  return (
    <g className={styles.whisker}>
      {x95 !== null && <line className={styles.whiskerLine} x1={half} x2={end ?? x95} y1={y} y2={y} />}
      {end !== null && <line className={styles.whiskerEnd} x1={end} x2={end} y1={y - 4} y2={y + 4} />}
      {x95 !== null && <rect className={styles.whiskerMost} x={x95 - 2} y={y - 6} width={4} height={12} />}
      {p50 > 0 ? (
        <circle className={styles.whiskerHalf} cx={half} cy={y} r={4.5} />
      ) : (
        // Clock skew makes negative times, which lie before the scale.
        <path className={styles.whiskerHalf} d={`M${half - 1} ${y}l8 -5v10z`} />
      )}
    </g>
  )
}

type LatencyGroup = Latency['all']

export const percentileNames = ['p50', 'p95', 'p99'] as const

/** With fewer measurements a percentile is only the slowest of them. */
export const minMeasured = { p50: 5, p95: 20, p99: 100 } as const

/** The percentiles that the measurements are enough for. */
interface Percentiles {
  p50: number
  p95: number | null
  p99: number | null
}

/** Null where there are too few measurements even for the middle one. Pure. */
function enough(leg: LatencyGroup['legs'][LatencyLeg]): Percentiles | null {
  if (leg === null || leg.count < minMeasured.p50) return null
  const { count, p50, p95, p99 } = leg
  return { p50, p95: count < minMeasured.p95 ? null : p95, p99: count < minMeasured.p99 ? null : p99 }
}

export interface LatencyRow {
  /** Distinguishes the rows. */
  id: string
  name: string
  count: number
  late: number
  repeated: number
  /** Deliveries of which this leg was measured. */
  measured: number
  /** Null when there are too few measurements. */
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
    measured: group.legs[leg]?.count ?? 0,
    percentiles: enough(group.legs[leg]),
  })
  return [
    row(all, 'all', latencyWords.all),
    ...types.map((group) => row(group, `type-${group.resourceType}`, group.resourceType ?? latencyWords.noType)),
  ]
}

/** The rows of all types together, one for each leg. Pure. */
export function legRows({ all }: Pick<Latency, 'all'>): (LatencyRow & { id: LatencyLeg })[] {
  return latencyLegs.map((leg) => ({
    ...all,
    id: leg,
    name: legNames[leg],
    measured: all.legs[leg]?.count ?? 0,
    percentiles: enough(all.legs[leg]),
  }))
}

/** The scale that neighbouring charts share; it includes the sender's time limit. Pure. */
export function commonScale(groups: readonly (readonly LatencyRow[])[], limitMs: number | null): LogScale {
  return logScale([
    ...(limitMs === null ? [] : [limitMs]),
    ...groups.flat().flatMap(({ percentiles }) => {
      if (percentiles === null) return []
      const { p50, p95, p99 } = percentiles
      return [p50, p99 ?? p95 ?? p50]
    }),
  ])
}
