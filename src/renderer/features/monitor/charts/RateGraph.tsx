import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { rateWords } from './words.ts'
import { fillOf, Patterns, TimeAxis } from './ChartFrame.tsx'
import { useRowHeight, useWidth } from '../../../ui/hooks/changes.ts'
import { holdsText, spokenText } from './rateTexts.ts'
import {
  type RateLayout,
  pathOf,
  stackRate,
  countAll,
  provenVerdicts,
  sumCounts,
  unprovenVerdicts,
} from './stackRate.ts'
import { useBrush } from './useBrush.ts'
import type { ShownRate } from './useRate.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import styles from './Charts.module.css'

interface RateGraphProps {
  rate: ShownRate
  /** Height of the bars, px. */
  height: number
  /** The bounds of the inbox's filter, ms since the epoch. */
  bounds: { after: number | null; before: number | null }
  now: number
  /** Spans were chosen: their first moment and their end, ms since the epoch. */
  onChoose: (from: number, to: number) => void
  /** Takes the filter's bounds back; false when there were none. */
  onClear: () => boolean
  /** Reports the spans pointed at, or null. */
  onPoint: (spans: { first: number; last: number } | null) => void
}

/** Room for the counts at the left of the chart, as long as they have up to three digits. */
const leastLeft = 36
/** Between a count and the chart. */
const countGap = 6
const right = 8
const top = 6
const axisHeight = 20

/** Bars of deliveries over time. One slider for the keyboard: what it points at is its value. */
export function RateGraph({ rate, height, bounds, now, onChoose, onClear, onPoint }: RateGraphProps) {
  const id = useId()
  const help = useId()
  const [frame, width] = useWidth<HTMLDivElement>()
  const [counts, setCounts] = useState(0)
  const left = Math.max(leastLeft, counts + countGap)
  const room = Math.max(0, width - left - right)
  const layout = useMemo(() => stackRate(rate.spans, room, height), [rate.spans, room, height])
  const shown = { first: rate.first, last: rate.first + rate.spans.length - 1 }
  const { brush, chosen, handlers } = useBrush({
    shown,
    spanAt: (clientX) => {
      const begin = (frame.current?.getBoundingClientRect().left ?? 0) + left
      return shown.first + Math.floor((clientX - begin) / Math.max(0.01, layout.step))
    },
    apply: ({ first, last }) => onChoose(first * rate.stepMs, (last + 1) * rate.stepMs),
    clear: onClear,
    report: onPoint,
  })
  const cursor = brush.cursor !== null && brush.cursor >= shown.first ? brush.cursor : null
  const all = useMemo(() => holdsText(sumCounts(rate.spans)), [rate.spans])
  const [from, to] = [shown.first * rate.stepMs, (shown.last + 1) * rate.stepMs]
  const xOf = (ms: number) => left + Math.min(1, Math.max(0, (ms - from) / (to - from))) * room
  return (
    <div
      ref={frame}
      data-part="chart"
      className={`${styles.chart} ${styles.rateGraph}`}
      role="slider"
      tabIndex={0}
      aria-label={rateWords.slider}
      aria-describedby={help}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={rate.spans.length}
      aria-valuenow={(cursor ?? shown.last) - shown.first + 1}
      aria-valuetext={spokenText(rate, cursor, chosen, now, all)}
      {...handlers}
    >
      <span id={help} className="unseen">
        {rateWords.keys}
      </span>
      <svg width={width} height={top + height + axisHeight} aria-hidden="true">
        <Patterns id={id} />
        <Bounds bounds={bounds} from={from} to={to} xOf={xOf} height={height} />
        <CountAxis layout={layout} left={left} width={room} onWidth={setCounts} />
        <g transform={`translate(${left} ${top})`}>
          {[...provenVerdicts, ...unprovenVerdicts].map((verdict) => {
            const path = pathOf(layout.parts, verdict)
            if (path === '') return null
            return (
              <path key={verdict} className={styles.part} data-verdict={verdict} d={path} fill={fillOf(id, verdict)} />
            )
          })}
        </g>
        <Pointed
          chosen={chosen && { x: xOf(chosen.first * rate.stepMs), end: xOf((chosen.last + 1) * rate.stepMs) }}
          cursor={cursor === null ? null : left + (cursor - shown.first) * layout.step}
          step={layout.step}
          height={height}
        />
        <TimeAxis from={from} to={to} left={left} width={room} top={top + height + 2} />
        {countAll(sumCounts(rate.spans)) === 0 && (
          <text className={styles.empty} x={left + room / 2} y={top + height / 2 + 4} textAnchor="middle">
            {rateWords.empty}
          </text>
        )}
      </svg>
    </div>
  )
}

interface PointedProps {
  /** The ends of the chosen spans, px, or null. */
  chosen: { x: number; end: number } | null
  /** Where the span under the cursor begins, px, or null. */
  cursor: number | null
  step: number
  height: number
}

function Pointed({ chosen, cursor, step, height }: PointedProps) {
  return (
    <>
      {chosen !== null && (
        <rect
          className={styles.chosen}
          x={chosen.x}
          y={top}
          width={Math.max(1, chosen.end - chosen.x)}
          height={height}
        />
      )}
      {cursor !== null && (
        <rect className={styles.cursor} x={cursor} y={top - 4} width={Math.max(2, step)} height={height + 6} />
      )}
    </>
  )
}

interface CountAxisProps {
  layout: RateLayout
  /** Where the hairlines begin and how long they are, px. */
  left: number
  width: number
  /** The width of the widest count as drawn, px. */
  onWidth: (width: number) => void
}

/** Round counts beside hairlines; the base line is drawn through. */
function CountAxis({ layout, left, width, onWidth }: CountAxisProps) {
  const { up, down, baseline, below, yOf } = layout
  // As high as a line of its type, which grows with the rows.
  const gap = Math.round(useRowHeight() * 0.45)
  const group = useRef<SVGGElement>(null)
  const isLabelled = (count: number) =>
    count === 0 || (count === up.top ? baseline >= gap : baseline >= gap * (up.ticks.length - 1))
  const labels = [...up.ticks.filter(isLabelled), ...(down !== null && below >= gap ? [down.top] : [])].join(' ')
  useCountWidth(group, `${labels} ${gap}`, onWidth)
  return (
    <g ref={group} data-part="chart-counts" className={styles.counts} transform={`translate(${left} ${top})`}>
      {up.ticks.map((count) => (
        <g key={count} data-base={count === 0 || undefined}>
          <line x1={0} x2={width} y1={yOf(count)} y2={yOf(count)} />
          {isLabelled(count) && (
            <text x={-countGap} y={yOf(count) + 4} textAnchor="end">
              {groupDigits(count)}
            </text>
          )}
        </g>
      ))}
      {down !== null && below >= gap && (
        <text x={-countGap} y={baseline + below + 2} textAnchor="end">
          {groupDigits(down.top)}
        </text>
      )}
    </g>
  )
}

/** Measures the counts again when they, the rows or the type are others: more often would lay the page out each time. */
function useCountWidth(group: RefObject<SVGGElement | null>, drawn: string, onWidth: (width: number) => void): void {
  const measured = useRef('')
  useLayoutEffect(() => {
    if (measured.current === drawn) return
    measured.current = drawn
    onWidth(widestText(group))
  })
  useEffect(() => {
    const { fonts } = document
    const measure = () => onWidth(widestText(group))
    fonts.addEventListener('loadingdone', measure)
    return () => fonts.removeEventListener('loadingdone', measure)
  }, [group, onWidth])
}

function widestText(group: RefObject<SVGGElement | null>): number {
  const texts = [...(group.current?.querySelectorAll('text') ?? [])]
  return Math.ceil(Math.max(0, ...texts.map((text) => text.getComputedTextLength())))
}

/** Shades the times that the filter excludes; the included ones are between two posts. */
function Bounds({
  bounds: { after, before },
  from,
  to,
  xOf,
  height,
}: Pick<RateGraphProps, 'bounds' | 'height'> & { from: number; to: number; xOf: (ms: number) => number }) {
  if (after === null && before === null) return null
  const [begin, end] = [xOf(after ?? from), xOf(before ?? to)]
  return (
    <g className={styles.bounds}>
      <rect x={begin} y={top} width={Math.max(1, end - begin)} height={height} />
      {after !== null && after >= from && <line x1={begin} x2={begin} y1={top - 4} y2={top + height + 2} />}
      {before !== null && before <= to && <line x1={end} x2={end} y1={top - 4} y2={top + height + 2} />}
    </g>
  )
}
