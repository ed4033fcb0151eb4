import type { ObjectItem } from '../../shared/wireTypes.ts'
import { storyChartWords } from '../words/objects.ts'
import { StoryMark } from './StoryMark.tsx'

const plain = {
  missed: false,
  outOfOrder: false,
  silent: false,
  proven: true,
  deliveries: [],
  unclaimed: [],
  unchanged: [],
}

/** What the shapes mean, of those that are there. For the eye: screen readers hear words. */
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
    <p className="story-key muted" aria-hidden="true">
      {marks.map(({ word, item }) => (
        <span key={word}>
          <svg width="18" height="18" className="chart">
            <StoryMark item={item} x={9} y={9} />
          </svg>
          {word}
        </span>
      ))}
      {has(({ deliveries }) => deliveries.length > 1) && (
        <span>
          <svg width="18" height="18" className="chart">
            <line className="story-again" x1="9" x2="9" y1="4" y2="14" />
          </svg>
          {key.repeated}
        </span>
      )}
    </p>
  )
}
