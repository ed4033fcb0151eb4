import type { ObjectItem } from '../../../shared/wireTypes.ts'
import { visibleText } from '../../text/visibleText.ts'
import { formatClock, formatDay } from '../../text/format.ts'
import { storyChartWords, storyWords } from './words.ts'
import { itemFlags } from './itemFlags.ts'
import type { StoryPoint } from './storyPoints.ts'

/** What a point of a story is called. */
export function nameOfItem({ kind, action }: Pick<ObjectItem, 'kind' | 'action'>): string {
  if (kind === 'snapshot') return storyWords.snapshot
  return action === null ? storyWords.notification : `${visibleText(action)}${storyWords.notificationUnseen}`
}

/** "21 Nov, 14:05:09.123". */
export function momentOfItem({ at }: Pick<ObjectItem, 'at'>): string {
  return `${formatDay(at)}, ${formatClock(at)}`
}

/** What a screen reader says of the point that is pointed at. */
export function spokenPoint({ item }: Pick<StoryPoint, 'item'>, place: number, of: number): string {
  const flags = itemFlags(item).map(({ word }) => word)
  return storyChartWords.spoken(nameOfItem(item), momentOfItem(item), flags, place + 1, of)
}

/** And of the whole story, before any point is. */
export function spokenStory(points: readonly StoryPoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  return storyChartWords.start(points.length, momentOfItem(first.item), momentOfItem(last.item))
}
