import type { ObjectItem } from '../../../shared/wireTypes.ts'
import { placeMarks } from '../charts/placeMarks.ts'

export interface StoryPoint {
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

/** Marks stand at least so far apart, px, where there is room. */
const gap = 18
/** Closer than this, shapes would run into each other, px. */
const shapeRoom = 11
/** Around a single moment so much time is shown, ms. */
const around = 30_000
/** Part of the line that stays free at each end. */
const margin = 0.03

/** Where the points of a story stand on a time axis of this width. Items come newest first. Pure. */
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

/** Tells the points of one story apart. */
export function itemKey({ kind, attemptId, deliveryId }: Named): string {
  return kind === 'snapshot' ? `snapshot-${attemptId}` : `notification-${deliveryId}`
}

/** The id of what is said about a point, in the page. */
export function entryId(item: Named): string {
  return `story-${itemKey(item)}`
}
