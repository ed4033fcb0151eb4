import { compareDeliveryIds, type DeliverySummary, isFailed, isVerified } from '../../../../shared/model.ts'

/** Where a delivery is among consecutive ones of its object. */
export interface ThreadPlace {
  /** Deliveries in the thread, as far as they are loaded. */
  size: number
  /** Older or newer ones that are not loaded may belong to it, too. */
  mayHaveMore: boolean
  /** Place in the thread, from 1, the newest first. */
  at: number
  /** Of the first: the others are shown below it. Of the others: true. */
  isOpen: boolean
  /** The last delivery of the thread that is loaded. */
  oldestId: string
  /** Counts of the rows that a closed thread hides. */
  hidden: { failedFollowUps: number; repeated: number; pinned: number; noted: number }
}

/** A row of the inbox: a delivery, or the first of a thread, which represents all of them while it is closed. */
export interface ListedRow {
  delivery: DeliverySummary
  /** Null: no neighbour is of the same object. */
  thread: ThreadPlace | null
}

export interface Folded {
  rows: readonly ListedRow[]
  /** The place of each row's delivery among the items. */
  starts: readonly number[]
  /** The place of each row, from 1, among those that are not in an open thread below its first. */
  ordinals: readonly number[]
}

/** Ends of the list that are not loaded. */
export interface ListEdges {
  moreNewer: boolean
  moreOlder: boolean
}

export interface Folding {
  /** Off: every delivery is a row. */
  isOn: boolean
  /** Threads with one of these deliveries in them are open. */
  opened: ReadonlySet<string>
  edges: ListEdges
}

/**
 * Makes a function that folds neighbours of one object into threads. A row is the same object as the last time where
 * nothing about it changed, so that it need not be drawn again.
 */
export function createFolder(): (items: readonly DeliverySummary[], folding: Folding) => Folded {
  let known = new Map<string, ListedRow>()
  return (items, { isOn, opened, edges }) => {
    const folded = { rows: [] as ListedRow[], starts: [] as number[], ordinals: [] as number[] }
    const made = new Map<string, ListedRow>()
    const add = (place: number, thread: ThreadPlace | null, ordinal: number) => {
      const delivery = items[place] as DeliverySummary
      const before = known.get(delivery.id)
      const isSame = before !== undefined && before.delivery === delivery && areEqual(before.thread, thread)
      const row = isSame ? before : { delivery, thread }
      folded.rows.push(row)
      folded.starts.push(place)
      folded.ordinals.push(ordinal)
      made.set(delivery.id, row)
    }
    let ordinal = 0
    for (let from = 0; from < items.length;) {
      const to = isOn ? endOfThread(items, from) : from + 1
      ordinal += 1
      const thread = to - from === 1 ? null : threadOf(items, [from, to], opened, edges)
      add(from, thread, ordinal)
      if (thread?.isOpen === true) {
        for (let place = from + 1; place < to; place++) add(place, { ...thread, at: place - from + 1 }, ordinal)
      }
      from = to
    }
    known = made
    return folded
  }
}

/** The place of the row that shows or represents a delivery, or -1. Rows are sorted newest first. */
export function rowOf(rows: readonly ListedRow[], id: string): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (compareDeliveryIds((rows[middle] as ListedRow).delivery.id, id) >= 0) low = middle
    else high = middle - 1
  }
  const row = rows[low]
  if (row === undefined || compareDeliveryIds(row.delivery.id, id) < 0) return -1
  if (row.delivery.id === id) return low
  const { thread } = row
  const standsForIt = thread !== null && !thread.isOpen && compareDeliveryIds(id, thread.oldestId) >= 0
  return standsForIt ? low : -1
}

/** The deliveries that rows show or represent, from one row to another, both included. */
export function deliveriesOf(
  items: readonly DeliverySummary[],
  { rows, starts }: Folded,
  first: number,
  last: number,
): readonly DeliverySummary[] {
  if (first < 0 || last < first) return []
  const end = rows[last]?.thread?.isOpen === false ? starts[last + 1] : (starts[last] ?? items.length) + 1
  return items.slice(starts[first], end ?? items.length)
}

function endOfThread(items: readonly DeliverySummary[], from: number): number {
  const first = items[from] as DeliverySummary
  let to = from + 1
  while (to < items.length && belongTogether(items[to - 1] as DeliverySummary, items[to] as DeliverySummary, first))
    to++
  return to
}

/**
 * One object, or one notification that came again. A delivery that failed its check is never hidden behind one that
 * passed: a forged copy would be out of sight.
 */
function belongTogether(newer: DeliverySummary, older: DeliverySummary, first: DeliverySummary): boolean {
  if (trustIn(first) !== trustIn(older) || first.environmentId !== older.environmentId) return false
  if (first.resourceId !== null || older.resourceId !== null) {
    return first.resourceId === older.resourceId && first.resourceType === older.resourceType
  }
  return newer.notificationId !== null && newer.notificationId === older.notificationId
}

function trustIn({ verdict }: DeliverySummary): 'verified' | 'failed' | 'unproven' {
  if (isVerified(verdict)) return 'verified'
  return isFailed(verdict) ? 'failed' : 'unproven'
}

function threadOf(
  items: readonly DeliverySummary[],
  [from, to]: readonly [number, number],
  opened: ReadonlySet<string>,
  { moreNewer, moreOlder }: ListEdges,
): ThreadPlace {
  const hidden = { failedFollowUps: 0, repeated: 0, pinned: 0, noted: 0 }
  let isOpen = false
  for (let place = from; place < to; place++) {
    const { id, followUp, nth, duplicate, pinned, note } = items[place] as DeliverySummary
    if (opened.size > 0 && opened.has(id)) isOpen = true
    if (place === from) continue
    if (followUp.state === 'failed') hidden.failedFollowUps += 1
    if (duplicate || (nth !== null && nth > 1)) hidden.repeated += 1
    if (pinned) hidden.pinned += 1
    if (note !== null) hidden.noted += 1
  }
  const mayHaveMore = (moreNewer && from === 0) || (moreOlder && to === items.length)
  const oldestId = (items[to - 1] as DeliverySummary).id
  return { size: to - from, mayHaveMore, at: 1, isOpen, oldestId, hidden }
}

function areEqual(one: ThreadPlace | null, other: ThreadPlace | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.size === other.size &&
    one.mayHaveMore === other.mayHaveMore &&
    one.at === other.at &&
    one.isOpen === other.isOpen &&
    one.oldestId === other.oldestId &&
    one.hidden.failedFollowUps === other.hidden.failedFollowUps &&
    one.hidden.repeated === other.hidden.repeated &&
    one.hidden.pinned === other.hidden.pinned &&
    one.hidden.noted === other.hidden.noted
  )
}
