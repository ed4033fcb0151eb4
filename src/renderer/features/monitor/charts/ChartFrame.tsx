import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { Button, Stack } from '../../../ui/basics/Button.tsx'
import { chartWords, rateWords } from './words.ts'
import styles from './Charts.module.css'
import type { Verdict } from '../../../../shared/model.ts'
import { useRowHeight } from '../../../ui/hooks/changes.ts'
import { fitLabels } from './scales.ts'
import type { RateLayout } from './stackRate.ts'

interface ChartFrameProps {
  /** Absent: what is around it has a title. */
  title?: string
  /** Controls that choose the data, above the chart. */
  choices?: ReactNode
  /** Meaning of its marks, below it. */
  legend?: ReactNode
  /** The same as numbers. */
  table?: ReactNode
  /** Where the table is: below the chart, or in its place on request. */
  tableIs?: 'below' | 'instead'
  children: ReactNode
}

/** A chart with what belongs to it: title, choices, legend, and the same as a table. */
export function ChartFrame({ title, choices, legend, table, tableIs = 'below', children }: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const isSwitched = tableIs === 'instead'
  const isTable = isSwitched && asTable
  return (
    <Stack gap={2}>
      {title !== undefined && <h3>{title}</h3>}
      {choices !== undefined && (
        <div data-part="chart-choices" className={styles.choices}>
          {choices}
        </div>
      )}
      {isTable ? table : children}
      {(isSwitched || legend !== undefined) && (
        <div className={styles.foot}>
          <div>{!isTable && legend}</div>
          {isSwitched && (
            <Button look="quiet" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
              {chartWords.showTable}
            </Button>
          )}
        </div>
      )}
      {!isSwitched && table}
    </Stack>
  )
}

interface ChartTableProps {
  /** Names the place for those who scroll it with the keyboard. Absent: what is around it scrolls. */
  label?: string
  children: ReactNode
}

/** The table that is in for a chart: in a place of its own that scrolls. */
export function ChartTable({ label, children }: ChartTableProps) {
  if (label === undefined)
    return (
      <div data-part="chart-table" className={styles.table}>
        {children}
      </div>
    )
  return (
    <div data-part="chart-table" className={styles.table} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

/** How a part of a chart is filled: by its pattern first, by its colour second, as its seal is by its shape. */
export function fillOf(id: string, verdict: Verdict): string | undefined {
  return verdict === 'valid' ? undefined : `url(#${id}-${verdict})`
}

/** The patterns of the verdicts, for a chart's `svg`. */
export function Patterns({ id }: { id: string }) {
  const shared = { patternUnits: 'userSpaceOnUse' as const }
  return (
    <defs>
      <pattern id={`${id}-valid-previous`} {...shared} width="4" height="4">
        <rect className={styles.patternGround} width="4" height="4" />
        <rect className={styles.patternGood} width="4" height="2.4" />
      </pattern>
      <pattern id={`${id}-invalid`} {...shared} width="5" height="5" patternTransform="rotate(45)">
        <rect className={styles.patternGround} width="5" height="5" />
        <rect className={styles.patternBad} width="3.6" height="5" />
      </pattern>
      <pattern id={`${id}-malformed`} {...shared} width="4" height="4">
        <rect className={styles.patternGround} width="4" height="4" />
        <rect className={styles.patternWarn} width="2" height="2" />
        <rect className={styles.patternWarn} x="2" y="2" width="2" height="2" />
      </pattern>
      <pattern id={`${id}-unsigned`} {...shared} width="3" height="3">
        <rect className={styles.patternGround} width="3" height="3" />
        <rect className={styles.patternWarn} width="1.2" height="3" />
      </pattern>
      <pattern id={`${id}-cannot-tell`} {...shared} width="5" height="5">
        <rect className={styles.patternGround} width="5" height="5" />
        <circle className={styles.patternWarn} cx="2.5" cy="2.5" r="1.3" />
      </pattern>
      <pattern id={`${id}-no-secret`} {...shared} width="5" height="5" patternTransform="rotate(-45)">
        <rect className={styles.patternGround} width="5" height="5" />
        <rect className={styles.patternPlain} width="1.2" height="5" />
      </pattern>
    </defs>
  )
}

interface TimeAxisProps {
  /** The ends of the axis, ms since the epoch. */
  from: number
  to: number
  /** Where it begins, how long it is, and where its line lies, px. */
  left: number
  width: number
  top: number
}

/** Round moments of local time below a chart, UTC on hover. Goes into an `svg`. */
export function TimeAxis({ from, to, left, width, top }: TimeAxisProps) {
  // The labels have the size of the small type, which is larger while presenting.
  const textSize = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--text-xs'))
  return (
    <g className={styles.axis}>
      <line x1={left} x2={left + width} y1={top} y2={top} />
      {fitLabels(from, to, width, textSize).map(({ at, x, label, labelX }) => (
        <g key={at}>
          <line x1={left + x} x2={left + x} y1={top} y2={top + 4} />
          {label !== '' && (
            <text x={left + labelX} y={top + 14}>
              <title>{rateWords.utc(new Date(at).toISOString())}</title>
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

/** Between a count and the chart. */
export const countGap = 6

interface CountAxisProps {
  layout: RateLayout
  /** Where the hairlines begin and how long they are, px. */
  left: number
  width: number
  top: number
  /** The width of the widest count as drawn, px. */
  onWidth: (width: number) => void
}

/** Round counts beside hairlines; the base line is drawn through. */
export function CountAxis({ layout, left, width, top, onWidth }: CountAxisProps) {
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

/**
 * Pointing at the rows or points of a chart, by pointer and by keyboard. Null: at none.
 * @param onEnter Enter where something is pointed at
 * @param onMove the row pointed at changed
 */
export function useRowCursor(rows: number, onEnter?: (row: number) => void, onMove?: (row: number | null) => void) {
  const [cursor, setCursor] = useState<number | null>(null)
  const shown = cursor === null || rows === 0 ? null : Math.min(cursor, rows - 1)
  const point = (row: number | null) => {
    if (row === shown) return
    setCursor(row)
    onMove?.(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = rows === 0 ? null : nextRow(event.key, shown, rows)
    if (next !== null) point(next)
    else if (event.key === 'Enter' && shown !== null && onEnter !== undefined) onEnter(shown)
    else if (event.key === 'Escape' && shown !== null) point(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { cursor: shown, point, onKeyDown, onBlur: () => point(null) }
}

/** The row that a key leads to: the first step begins at the near end. Null for other keys. */
function nextRow(key: string, from: number | null, rows: number): number | null {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return from === null ? 0 : Math.min(rows - 1, from + 1)
    case 'ArrowUp':
    case 'ArrowLeft':
      return from === null ? rows - 1 : Math.max(0, from - 1)
    case 'Home':
      return 0
    case 'End':
      return rows - 1
    default:
      return null
  }
}
