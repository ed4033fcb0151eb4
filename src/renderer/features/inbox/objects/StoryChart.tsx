import { useId, useMemo } from 'react'
import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { deliveryPlace } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { ChartFrame, ChartTable, TimeAxis, useRowCursor } from '../../monitor/charts/ChartFrame.tsx'
import { useWidth } from '../../../ui/hooks/changes.ts'
import { itemFlags } from './ObjectPanels.tsx'
import { entryId, itemKey, layoutStory, type StoryLayout, nameOfItem, spokenPoint, spokenStory } from './storyPoints.ts'
import { storyChartWords, storyWords } from './words.ts'
import chartsStyles from '../../monitor/charts/Charts.module.css'
import styles from './ObjectPanels.module.css'

interface StoryChartProps {
  /** Newest first. */
  items: readonly ObjectItem[]
  /** Key of the point that is pointed at. */
  pointed: string | null
  onPoint: (key: string | null) => void
}

const left = 60
const right = 12
const lanes = { notification: 26, snapshot: 56 }
const axisTop = 76
const height = 96
/** More lines from marks to their places on the axis would be a thicket. */
const maxLeaders = 40

/** The story on a time axis: notifications above, snapshots below. Each point leads to its entry. */
export function StoryChart({ items, pointed, onPoint }: StoryChartProps) {
  if (items.length === 0) return null
  return (
    <div className={styles.storyChart}>
      <ChartFrame legend={<StoryKey items={items} />} table={<StoryTable items={items} />} tableIs="instead">
        <Axis items={items} pointed={pointed} onPoint={onPoint} />
      </ChartFrame>
    </div>
  )
}

function Axis({ items, pointed, onPoint }: StoryChartProps) {
  const help = useId()
  const [frame, width] = useWidth<HTMLDivElement>()
  const room = Math.max(0, width - left - right)
  const layout = useMemo(() => layoutStory(items, room), [items, room])
  const { points } = layout
  const open = (place: number) => document.querySelector<HTMLElement>(idOf(points[place]?.item))?.focus()
  const { cursor, point, onKeyDown, onBlur } = useRowCursor(points.length, open, (place) => {
    const item = place === null ? undefined : points[place]?.item
    onPoint(item === undefined ? null : itemKey(item))
    if (item !== undefined) document.querySelector(idOf(item))?.scrollIntoView({ block: 'nearest' })
  })
  const shown = cursor === null ? undefined : points[cursor]
  const said = shown === undefined || cursor === null ? spokenStory(points) : spokenPoint(shown, cursor, points.length)
  return (
    <div
      ref={frame}
      data-part="chart"
      className={`${chartsStyles.chart} ${styles.storyAxis}`}
      role="slider"
      tabIndex={0}
      aria-label={storyChartWords.label}
      aria-describedby={help}
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={(cursor ?? points.length - 1) + 1}
      aria-valuetext={said}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onClick={(event) => {
        const begin = frame.current?.querySelector('svg')?.getBoundingClientRect()
        const place = nearest(layout, event.clientX - (begin?.left ?? 0) - left, event.clientY - (begin?.top ?? 0))
        if (place !== null) point(place)
      }}
    >
      <span id={help} className="unseen">
        {storyChartWords.keys}
      </span>
      <p className={`${styles.storyReadout} muted numbers`} aria-hidden="true">
        {said}
      </p>
      <svg width={width} height={height} aria-hidden="true">
        {(['notification', 'snapshot'] as const).map((kind) => (
          <g key={kind} className={styles.storyLane}>
            <text x={0} y={lanes[kind] + 4}>
              {storyChartWords.lanes[kind]}
            </text>
            <line x1={left} x2={left + room} y1={lanes[kind]} y2={lanes[kind]} />
          </g>
        ))}
        <TimeAxis from={layout.from} to={layout.to} left={left} width={room} top={axisTop} />
        <Leaders layout={layout} />
        {points.map(({ item, markX }) => (
          <StoryMark
            key={itemKey(item)}
            item={item}
            x={left + markX}
            y={lanes[item.kind]}
            pointed={itemKey(item) === pointed}
            isDense={layout.isDense}
          />
        ))}
      </svg>
    </div>
  )
}

/** From each mark that stands aside to its own moment, and a tick for each time that a notification came again. */
function Leaders({ layout: { points, xOf } }: { layout: StoryLayout }) {
  return (
    <g className={styles.storyLeaders}>
      {points.length <= maxLeaders &&
        points.map(({ item, x, markX }) => (
          <path
            key={itemKey(item)}
            d={`M${left + markX} ${lanes[item.kind]}L${left + x} ${axisTop - 4}V${axisTop}`}
            data-aside={Math.abs(markX - x) > 1 || undefined}
          />
        ))}
      {points.flatMap(({ item }) =>
        item.deliveries.slice(1).map(({ id, receivedAt }) => {
          const x = left + xOf(Date.parse(receivedAt))
          return (
            <line
              key={id}
              className={styles.storyAgain}
              x1={x}
              x2={x}
              y1={lanes.notification - 5}
              y2={lanes.notification + 5}
            />
          )
        }),
      )}
    </g>
  )
}

/** The place of the mark nearest to a point of the chart, on the lane that is nearer. */
function nearest({ points }: StoryLayout, x: number, y: number): number | null {
  const kind = y < (lanes.notification + lanes.snapshot) / 2 ? 'notification' : 'snapshot'
  let best: { place: number; distance: number } | null = null
  for (const [place, { item, markX }] of points.entries()) {
    const distance = Math.abs(markX - x) + (item.kind === kind ? 0 : 1000)
    if (best === null || distance < best.distance) best = { place, distance }
  }
  return best?.place ?? null
}

function idOf(item: ObjectItem | undefined): string {
  return item === undefined ? '#none' : `#${CSS.escape(entryId(item))}`
}

/** The chart's data as a table, the oldest first. */
function StoryTable({ items }: { items: readonly ObjectItem[] }) {
  const { navigation } = useApp()
  const { at, what, flags, delivery } = storyChartWords.columns
  return (
    <ChartTable>
      <DataTable
        caption={storyChartWords.caption}
        rows={items.toReversed()}
        rowKey={itemKey}
        columns={[
          { key: 'at', head: at, names: true, cell: (item) => <Time at={item.at} /> },
          { key: 'what', head: what, cell: nameOfItem },
          {
            key: 'flags',
            head: flags,
            cell: (item) =>
              itemFlags(item)
                .map(({ word }) => word)
                .join(', '),
          },
          {
            key: 'delivery',
            head: delivery,
            cell: ({ deliveryId }) => (
              <a href={navigation.href(deliveryPlace(deliveryId, 'overview'))}>{storyWords.delivery(deliveryId)}</a>
            ),
          },
        ]}
      />
    </ChartTable>
  )
}

const plain = {
  missed: false,
  outOfOrder: false,
  silent: false,
  proven: true,
  deliveries: [],
  unclaimed: [],
  unchanged: [],
}

/** Meaning of the shapes in the chart. Hidden from screen readers, which have words. */
export function StoryKey({ items }: { items: readonly ObjectItem[] }) {
  const { key } = storyChartWords
  const has = (test: (item: ObjectItem) => boolean) => items.some(test)
  const marks = [
    has(({ kind, outOfOrder }) => kind === 'notification' && !outOfOrder) && {
      word: key.notification,
      item: { ...plain, kind: 'notification' as const },
    },
    has(({ kind, missed }) => kind === 'snapshot' && !missed) && {
      word: key.snapshot,
      item: { ...plain, kind: 'snapshot' as const },
    },
    has(({ outOfOrder }) => outOfOrder) && {
      word: key.outOfOrder,
      item: { ...plain, kind: 'notification' as const, outOfOrder: true },
    },
    has(({ missed }) => missed) && { word: key.missed, item: { ...plain, kind: 'snapshot' as const, missed: true } },
    has(({ silent }) => silent) && {
      word: key.silent,
      item: { ...plain, kind: 'notification' as const, silent: true },
    },
  ].filter((mark) => mark !== false)
  return (
    <p className={`${styles.storyKey} muted`} aria-hidden="true">
      {marks.map(({ word, item }) => (
        <span key={word}>
          <svg width="18" height="18" data-part="chart" className={chartsStyles.chart}>
            <StoryMark item={item} x={9} y={9} />
          </svg>
          {word}
        </span>
      ))}
      {has(({ deliveries }) => deliveries.length > 1) && (
        <span>
          <svg width="18" height="18" data-part="chart" className={chartsStyles.chart}>
            <line className={styles.storyAgain} x1="9" x2="9" y1="4" y2="14" />
          </svg>
          {key.repeated}
        </span>
      )}
    </p>
  )
}

interface StoryMarkProps {
  item: Pick<
    ObjectItem,
    'kind' | 'missed' | 'outOfOrder' | 'silent' | 'proven' | 'deliveries' | 'unclaimed' | 'unchanged'
  >
  x: number
  y: number
  pointed?: boolean
  /** Too many points for shapes: plain ones are lines. */
  isDense?: boolean
}

/**
 * A point of a story by shape: a notification is round, a snapshot square; one that came out of order is an arrow back, a
 * change that nothing announced is on its corner, and what is silent about a change is crossed out.
 */
export function StoryMark({ item, x, y, pointed = false, isDense = false }: StoryMarkProps) {
  const { kind, missed, outOfOrder, silent, proven, deliveries } = item
  const warns = missed || outOfOrder || silent || item.unclaimed.length > 0 || item.unchanged.length > 0
  const isPlain = !warns && proven && deliveries.length < 2
  return (
    <g
      className={styles.storyMark}
      data-warn={warns || undefined}
      data-unproven={!proven || undefined}
      data-pointed={pointed || undefined}
      transform={`translate(${x} ${y})`}
    >
      {pointed && <circle className={styles.storyRing} r="10" />}
      {isDense && isPlain ? (
        <rect x={-1} y={-6} width={2} height={12} />
      ) : (
        <path d={shapeOf(kind, missed, outOfOrder)} />
      )}
      {silent && <path className={styles.storyStroke} d="M-7 7 7 -7" />}
      {deliveries.length > 1 && !isDense && (
        <text y={-9} textAnchor="middle">
          {storyChartWords.times(deliveries.length)}
        </text>
      )}
    </g>
  )
}

function shapeOf(kind: ObjectItem['kind'], missed: boolean, outOfOrder: boolean): string {
  if (missed) return 'M0 -7.5 7.5 0 0 7.5 -7.5 0Z'
  if (outOfOrder) return 'M-7 0 4.5 -6.5V6.5Z'
  if (kind === 'snapshot') return 'M-5 -5H5V5H-5Z'
  return 'M-5.5 0A5.5 5.5 0 1 1 5.5 0A5.5 5.5 0 1 1 -5.5 0Z'
}
