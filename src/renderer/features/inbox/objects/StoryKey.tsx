import type { ObjectItem } from '../../../../shared/wireTypes.ts'
import { storyChartWords } from './words.ts'
import chartsStyles from '../../monitor/charts/Charts.module.css'
import styles from './StoryChart.module.css'

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
