import type { ObjectItem, ObjectSummary } from '../../../../shared/wireTypes.ts'
import { placeMarks } from '../../monitor/charts/scales.ts'
import { visibleText } from '../../../text/visibleText.tsx'
import { formatClock, formatDay } from '../../../text/format.ts'
import { storyChartWords, storyWords } from './words.ts'
import { itemFlags } from './ObjectPanels.tsx'

interface StoryPoint {
  item: ObjectItem
  /** Its time, ms since the epoch. */
  at: number
  /** Where it is on the axis, and where its mark stands so that each mark is seen, px. */
  x: number
  markX: number
}

export interface StoryLayout {
  /** The ends of the axis, ms since the epoch. */
  from: number
  to: number
  /** The oldest first. */
  points: StoryPoint[]
  /** Marks are so close that plain ones have to be lines. */
  isDense: boolean
  xOf(ms: number): number
}

/** The least distance between marks, px, where there is room. */
const gap = 18
/** Closer than this, shapes would run into each other, px. */
const shapeRoom = 11
/** Time shown around a single moment, ms. */
const around = 30_000
/** Part of the line that stays free at each end. */
const margin = 0.03

/** Where the points of a story are on a time axis of this width. Items come newest first. Pure. */
export function layoutStory(items: readonly ObjectItem[], width: number): StoryLayout {
  const oldestFirst = items.toReversed().map((item) => ({ item, at: Date.parse(item.at) }))
  const ordered = oldestFirst.toSorted((a, b) => a.at - b.at)
  // Later deliveries of a notification belong into the picture too.
  const moments = items.flatMap(({ at, deliveries }) => [at, ...deliveries.map(({ receivedAt }) => receivedAt)])
  const times = moments.map((moment) => Date.parse(moment))
  const [first, last] = [least(times), most(times)]
  const spare = first === last ? around : (last - first) * margin
  const [from, to] = [first - spare, last + spare]
  const xOf = (ms: number) => ((ms - from) / (to - from)) * width
  const placed = new Map<ObjectItem, number>()
  let closest = gap
  for (const kind of ['notification', 'snapshot'] as const) {
    const lane = ordered.filter(({ item }) => item.kind === kind)
    const places = placeMarks(
      lane.map(({ at }) => xOf(at)),
      width,
      gap,
    )
    for (const [place, { item }] of lane.entries()) placed.set(item, places[place] ?? 0)
    if (lane.length > 1) closest = Math.min(closest, width / (lane.length - 1))
  }
  const points = ordered.map(({ item, at }) => ({ item, at, x: xOf(at), markX: placed.get(item) ?? 0 }))
  return { from, to, points, isDense: closest < shapeRoom, xOf }
}

function least(values: readonly number[]): number {
  return values.reduce((low, value) => Math.min(low, value), Infinity)
}

function most(values: readonly number[]): number {
  return values.reduce((high, value) => Math.max(high, value), -Infinity)
}

type Named = Pick<ObjectItem, 'kind' | 'attemptId' | 'deliveryId'>

/** Distinguishes the points of one story. */
export function itemKey({ kind, attemptId, deliveryId }: Named): string {
  return kind === 'snapshot' ? `snapshot-${attemptId}` : `notification-${deliveryId}`
}

/** The id of what is said about a point, in the page. */
export function entryId(item: Named): string {
  return `story-${itemKey(item)}`
}

/** The name of a point of a story. */
export function nameOfItem({ kind, action }: Pick<ObjectItem, 'kind' | 'action'>): string {
  if (kind === 'snapshot') return storyWords.snapshot
  return action === null ? storyWords.notification : `${visibleText(action)}${storyWords.notificationUnseen}`
}

/** "21 Nov, 14:05:09.123". */
function momentOfItem({ at }: Pick<ObjectItem, 'at'>): string {
  return `${formatDay(at)}, ${formatClock(at)}`
}

/** The text for screen readers about the point pointed at. */
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

export const objectListId = 'object-list'
export const storyPaneId = 'object-story'

/** Type and id of an object of an environment. */
export type ShownObject = Pick<ObjectSummary, 'resourceType' | 'resourceId'>

/** The key of an object in its environment: types compare without case, ids exactly. */
export function objectKey({ resourceType, resourceId }: ShownObject): string {
  return `${resourceType.toLowerCase()}\n${resourceId}`
}
