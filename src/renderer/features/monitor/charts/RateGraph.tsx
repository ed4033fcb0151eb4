import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useWidth } from '../../../ui/hooks/changes.ts'
import { CountAxis, countGap, fillOf, Patterns, TimeAxis } from './ChartFrame.tsx'
import {
  countAll,
  holdsText,
  pathOf,
  provenVerdicts,
  type ShownRate,
  spokenText,
  stackRate,
  sumCounts,
  unprovenVerdicts,
} from './stackRate.ts'
import { rateWords } from './words.ts'
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
        <CountAxis layout={layout} left={left} width={room} top={top} onWidth={setCounts} />
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

interface BrushOptions {
  shown: Shown
  /** The span at a place on the screen. */
  spanAt: (clientX: number) => number
  /** Chosen and applied. */
  apply: (chosen: { first: number; last: number }) => void
  /** Escape where nothing is being chosen: true when that took something back. */
  clear: () => boolean
  /** Reports the spans that are pointed at or being chosen; null: none. */
  report: (spans: { first: number; last: number } | null) => void
}

/** Spans moved by Page up and Page down. */
const page = 10

/** Pointing at spans of time and choosing some of them, by pointer and by keyboard. */
export function useBrush({ shown, spanAt, apply, clear, report }: BrushOptions) {
  const [brush, setBrush] = useState<Brush>(noBrush)
  const [pressed, setPressed] = useState(false)
  const chosen = chosenSpans(brush)
  const reporting = useRef(report)
  useEffect(() => {
    reporting.current = report
  })
  const { cursor } = brush
  const [first, last] = [chosen?.first ?? cursor, chosen?.last ?? cursor]
  useEffect(() => reporting.current(first === null || last === null ? null : { first, last }), [first, last])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const steps = stepsOf(event.key)
    if (steps !== null) setBrush(moveCursor(brush, shown, steps, event.shiftKey))
    else if (event.key === 'Enter' && brush.cursor !== null) {
      apply(chosen ?? { first: brush.cursor, last: brush.cursor })
      setBrush({ ...brush, anchor: null })
    } else if (event.key === 'Escape') {
      if (chosen !== null) setBrush({ ...brush, anchor: null })
      else if (!clear()) return
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    brush,
    chosen,
    handlers: {
      onKeyDown,
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setPressed(true)
        setBrush(pressAt(spanAt(event.clientX), shown))
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) =>
        setBrush(pointAt(brush, shown, spanAt(event.clientX), pressed)),
      onPointerUp: () => {
        if (!pressed) return
        setPressed(false)
        // A click only points; a span that was dragged over is applied.
        if (chosen !== null && chosen.first !== chosen.last) apply(chosen)
        setBrush({ ...brush, anchor: null })
      },
      onPointerCancel: () => {
        setPressed(false)
        setBrush(noBrush)
      },
      onPointerLeave: () => {
        if (!pressed && brush.anchor === null) setBrush(noBrush)
      },
      onBlur: () => setBrush(noBrush),
    },
  }
}

function stepsOf(key: string): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageUp: page,
    PageDown: -page,
    Home: -Infinity,
    End: Infinity,
  }
  return steps[key] ?? null
}

/** The spans that the user points at and has chosen, by their numbers. Null: none. */
interface Brush {
  /** The span pointed at. */
  cursor: number | null
  /** Where the chosen spans begin or end; the cursor is their other end. */
  anchor: number | null
}

export const noBrush: Brush = { cursor: null, anchor: null }

/** The spans that can be pointed at. */
interface Shown {
  first: number
  last: number
}

/** Moves the cursor; `extend` chooses what it passes. The first step begins at the newest span. Pure. */
export function moveCursor(brush: Brush, shown: Shown, steps: number, extend: boolean): Brush {
  const from = brush.cursor === null ? null : clamp(brush.cursor, shown)
  const cursor = clamp(from === null ? (steps === -Infinity ? shown.first : shown.last) : from + steps, shown)
  if (!extend) return { cursor, anchor: null }
  return { cursor, anchor: brush.anchor ?? from ?? cursor }
}

/** Begins to choose with the pointer. Pure. */
export function pressAt(span: number, shown: Shown): Brush {
  const cursor = clamp(span, shown)
  return { cursor, anchor: cursor }
}

/** The pointer moves: it chooses while it is pressed, and only points otherwise. Pure. */
export function pointAt(brush: Brush, shown: Shown, span: number, pressed: boolean): Brush {
  const cursor = clamp(span, shown)
  if (!pressed) return brush.anchor === null ? { cursor, anchor: null } : brush
  return { cursor, anchor: brush.anchor ?? cursor }
}

/** The chosen spans, first and last; null when none are. Pure. */
export function chosenSpans({ cursor, anchor }: Brush): { first: number; last: number } | null {
  if (cursor === null || anchor === null) return null
  return { first: Math.min(cursor, anchor), last: Math.max(cursor, anchor) }
}

function clamp(span: number, { first, last }: Shown): number {
  return Math.min(last, Math.max(first, span))
}
