import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { DeliverySummary } from '../../../../shared/model.ts'
import { paneId } from '../../../commands/shortcuts.tsx'
import { isReading } from '../../../data/state/inboxState.ts'
import type { AppState } from '../../../data/state/appStore.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button, Spinner } from '../../../ui/basics/Button.tsx'
import { ErrorNote, lazily } from '../../../ui/notes/Notes.tsx'
import { ListBox, type ListHandle, type Nesting, useMoveKeys } from '../../../ui/lists/ListBox.tsx'
import { type ColumnLayout, useListSettings } from './columns.ts'
import { DeliveryRow, RowColumns } from './DeliveryRow.tsx'
import { listId, useRowPress, useSelection } from './inboxActions.ts'
import { ColumnHeads } from './ColumnHeads.tsx'
import { createFolder, deliveriesOf, type Folded, type ListedRow, rowOf, type ThreadPlace } from './threads.ts'
import { inboxWords } from './words.ts'
import styles from './DeliveryList.module.css'

/** The menu of a row, and the bar of those that are picked. */
export const RowActions = lazily(
  inboxWords.partRows,
  async () => (await import('./RowActions.tsx')).RowActions,
  () => null,
)

/** Older ones are asked for this many rows before the end, so that scrolling seldom waits. */
const rowsAhead = 100

/** Maximum number of deliveries loaded automatically where threads are so long that few rows hold them. */
const maxUnasked = 2000
const rowsToStopAt = 20

/** A delivery that came within this time of being drawn may slide in, ms. */
const freshMs = 1500

/** The deliveries, newest first; neighbours of one object are folded into threads. */
export function DeliveryList({ layout, hasHeads }: { layout: ColumnLayout; hasHeads: boolean }) {
  const { inbox } = useApp()
  const list = useRef<ListHandle>(null)
  const [{ folds }] = useListSettings()
  const items = useAppState((state) => state.inbox.items)
  const hasOlder = useAppState((state) => state.inbox.next !== null)
  const cut = useAppState((state) => state.inbox.cut)
  const settled = useAppState((state) => state.inbox.loading !== 'first')
  const marked = useAppState((state) => state.route.marked)
  const picked = useAppState((state) => state.inbox.picks.ids)
  const place = useAppState((state) => `${state.inbox.environmentId} ${state.route.filter} ${folds}`)
  const { selectedId, following, select } = useSelection()
  const { folded, setOpen } = useThreads(items, folds)
  const { rows } = folded
  useMoveKeys(list)
  const onPress = useRowPress({ list, folded, selectedId, select, setOpen })
  const calm = isCalm(items)
  const flagsOf = ({ delivery }: ListedRow, index: number) => {
    const flags = delivery.id === marked ? ['marked'] : []
    if (calm && index < 2 && isFresh(delivery)) flags.push('fresh')
    return flags.join(' ')
  }
  const chosenRow = selectedId === null ? undefined : rows[rowOf(rows, selectedId)]
  const seen = useSeenRows()
  const isDense = items.length > maxUnasked && items.length > rows.length * rowsToStopAt
  return (
    <RowColumns value={layout.keys.join(' ')}>
      <div className={styles.table} style={{ '--columns': layout.template } as CSSProperties}>
        {hasHeads && <ColumnHeads layout={layout} />}
        <ListBox
          handle={list}
          id={listId}
          label={inboxWords.listName}
          items={rows}
          keyOf={keyOf}
          indexOf={placeOf}
          chosen={chosenRow?.delivery.id ?? selectedId}
          onChoose={({ delivery }) => select(delivery.id)}
          onEnter={() => document.querySelector<HTMLElement>(`#${paneId} [role="tabpanel"]`)?.focus()}
          Row={DeliveryRow}
          rowClass={styles.row}
          menu="delivery"
          flagsOf={flagsOf}
          nestingOf={({ thread }, index) => nestingOf(thread, folded, index, hasOlder || cut)}
          isPicked={picked.size === 0 ? null : (row) => isPicked(row, picked)}
          onPress={onPress}
          total={hasOlder || cut ? -1 : rows.length}
          onNearEnd={hasOlder && !isDense ? inbox.loadOlder : undefined}
          ahead={Math.ceil((rowsAhead * rows.length) / Math.max(1, items.length))}
          place={place}
          following={following && !cut}
          settled={settled}
          onScroll={useReading()}
          onSight={(_, first, last) => seen(items, ...sightOf(folded, items, first, last))}
          foot={<ListEnd isDense={isDense} />}
        />
        <RowActions rows={rows} />
      </div>
    </RowColumns>
  )
}

/** The list as rows, and a function that opens or closes the thread of a row. */
function useThreads(items: readonly DeliverySummary[], isOn: boolean) {
  const moreNewer = useAppState((state) => state.inbox.cut)
  const moreOlder = useAppState((state) => state.inbox.next !== null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [fold] = useState(createFolder)
  const folded = useMemo(
    () => fold(items, { isOn, opened, edges: { moreNewer, moreOlder } }),
    [fold, items, isOn, opened, moreNewer, moreOlder],
  )
  const setOpen = (index: number, open: boolean) => {
    const first = folded.rows[index]
    if (first?.thread == null) return
    const start = folded.starts[index] ?? 0
    const next = new Set(opened)
    for (const { id } of items.slice(start, start + first.thread.size)) next.delete(id)
    // By its oldest: newer ones that come join it.
    if (open) next.add(first.thread.oldestId)
    setOpened(next)
  }
  return { folded, setOpen }
}

function keyOf({ delivery }: ListedRow): string {
  return delivery.id
}

function placeOf({ items }: { items: readonly ListedRow[] }, id: string): number {
  return rowOf(items, id)
}

function nestingOf(thread: ThreadPlace | null, { ordinals }: Folded, index: number, hasMore: boolean): Nesting {
  if (thread !== null && thread.at > 1) return { level: 2, setSize: thread.size - 1, position: thread.at - 1 }
  const setSize = hasMore ? -1 : (ordinals.at(-1) ?? 0)
  return { level: 1, setSize, position: ordinals[index] ?? 0, expanded: thread?.isOpen }
}

/** The deliveries of a closed thread are picked together. */
function isPicked({ delivery }: ListedRow, picked: ReadonlySet<string>): boolean {
  return picked.has(delivery.id)
}

/** The deliveries that are in sight, those behind closed threads among them: first and last place among the items. */
function sightOf(
  folded: Folded,
  items: readonly DeliverySummary[],
  first: number,
  last: number,
): [first: number, last: number] {
  const start = folded.starts[first] ?? 0
  return [start, start + deliveriesOf(items, folded, first, last).length - 1]
}

/** Whether deliveries come so seldom that each can slide in. */
function isCalm(items: readonly { receivedAt: string }[]): boolean {
  const [newest] = items
  const before = items[4]
  if (newest === undefined || before === undefined) return true
  return Date.parse(newest.receivedAt) - Date.parse(before.receivedAt) > 1000
}

/** A row that has just arrived slides in; a row that is scrolled to does not. */
function isFresh({ receivedAt }: DeliverySummary): boolean {
  return Math.abs(Date.now() - Date.parse(receivedAt)) < freshMs
}

/** The foot of the list: older ones are on their way, could not be had, or there are none. */
function ListEnd({ isDense }: { isDense: boolean }) {
  const { inbox } = useApp()
  const loading = useAppState((state) => state.inbox.loading)
  const problem = useAppState((state) => state.inbox.problem)
  const next = useAppState((state) => state.inbox.next)
  const cut = useAppState((state) => state.inbox.cut)
  const count = useAppState((state) => state.inbox.items.length)
  const isFiltered = useAppState((state) => state.inbox.filter.terms.length > 0)
  const isNew = useAppState(isNewcomer)
  if (problem !== null) {
    return <ErrorNote next={<Button onClick={inbox.loadOlder}>{inboxWords.tryAgain}</Button>}>{problem}</ErrorNote>
  }
  if (isDense && next !== null && loading === 'no') {
    return (
      <div data-part="list-end" className={styles.end}>
        <Button onClick={inbox.loadOlder}>{inboxWords.loadOlder}</Button>
      </div>
    )
  }
  if (loading === 'older' || next !== null) {
    return (
      <div data-part="list-end" className={styles.end}>
        <Spinner />
        {inboxWords.loadingOlder}
      </div>
    )
  }
  if (cut) return <div className={styles.end} />
  return (
    <>
      <div className={styles.end}>{isFiltered ? inboxWords.match(count) : inboxWords.inAll(count)}</div>
      {isNew && <NextSteps />}
    </>
  )
}

const NextSteps = lazily(
  inboxWords.nextSteps,
  async () => (await import('../../environment/setup/Checklist.tsx')).NextSteps,
  () => null,
)

/** More deliveries than these, and the newcomer has found out what to do. */
const maxFirstDeliveries = 4

/** Nothing but the sandbox and its first deliveries is there. */
function isNewcomer({ feed, inbox, route }: AppState): boolean {
  return (
    feed.status?.environment.kind === 'sandbox' &&
    feed.environments.length === 1 &&
    inbox.items.length <= maxFirstDeliveries &&
    inbox.filter.terms.length === 0 &&
    !route.present
  )
}

/** Rows from the top within which the user still looks at what comes in. */
const nearRows = 20

/**
 * Scrolling away from the newest is reading: the list then pauses, so that nothing is pushed away under the eye and a
 * rush costs no frames. Back near the top it adds the waiting deliveries.
 * @returns to be called with the first row in sight whenever the list scrolls
 */
function useReading(): (firstSeen: number) => void {
  const { inbox, store } = useApp()
  useEffect(() => {
    // The list was not in sight until now: waiting deliveries are added.
    if (isReading(store.getState().inbox)) inbox.resume()
    return () => {
      if (store.getState().inbox.held?.by === 'scroll') inbox.resume()
    }
  }, [inbox, store])
  return useCallback(
    (firstSeen) => {
      const { held, cut } = store.getState().inbox
      const isNear = firstSeen < nearRows
      if (!isNear && held === null && !cut) inbox.read()
      else if (isNear && held?.by === 'scroll') inbox.resume()
    },
    [inbox, store],
  )
}

/** In a rush, rows fly by: only those that are in sight at such moments were there to be seen, ms. */
const sampleMs = 500

/**
 * Rows that the user has in sight, or scrolls past, count as looked at.
 * @returns to be called whenever other rows are in sight
 */
function useSeenRows(): (items: readonly DeliverySummary[], first: number, last: number) => void {
  const { seen } = useApp()
  const unseen = useAppState((state) => state.feed.status?.unseen.newest ?? null)
  const before = useRef<RowsInSight | null>(null)
  useEffect(() => {
    if (unseen === null) return
    const look = () => {
      const now = before.current
      if (now !== null) seen.look(now.items.slice(now.first, now.last + 1))
    }
    const timer = setInterval(look, sampleMs)
    return () => clearInterval(timer)
  }, [seen, unseen])
  return useCallback(
    (items, first, last) => {
      if (unseen === null) return
      const now = { items, first, last }
      seen.look(rowsPassed(before.current, now))
      before.current = now
    },
    [seen, unseen],
  )
}

/** The part of a list that the user has before their eyes. */
interface RowsInSight {
  items: readonly DeliverySummary[]
  /** Places of the first and the last row in sight. */
  first: number
  last: number
}

/**
 * The rows that the user scrolled past from one moment to the next, those in sight now among them. None where the list
 * itself moved on under their eyes. Pure.
 */
export function rowsPassed(before: RowsInSight | null, now: RowsInSight): readonly DeliverySummary[] {
  if (before === null || before.items !== now.items || before.first === now.first) return []
  return now.items.slice(Math.min(before.first, now.first), Math.max(before.last, now.last) + 1)
}
