import { useId, useMemo } from 'react'
import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { deliveryPlace } from '../../../data/state/route.ts'
import { useApp } from '../../../data/state/useApp.ts'
import { DataTable } from '../../../ui/lists/DataTable.tsx'
import { Time } from '../../../ui/basics/Time.tsx'
import { ChartFrame, ChartTable, TimeAxis, useRowCursor } from '../../monitor/charts/ChartFrame.tsx'
import { useWidth } from '../../../ui/hooks/measure.ts'
import { StoryKey, StoryMark } from './StoryKey.tsx'
import { itemFlags } from './Flags.tsx'
import { entryId, itemKey, layoutStory, type StoryLayout, nameOfItem, spokenPoint, spokenStory } from './storyPoints.ts'
import { storyChartWords, storyWords } from './words.ts'
import chartsStyles from '../../monitor/charts/Charts.module.css'
import styles from './StoryChart.module.css'

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
const mostLeaders = 40

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
      {points.length <= mostLeaders &&
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
