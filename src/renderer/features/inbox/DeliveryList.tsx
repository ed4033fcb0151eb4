import { ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeliverySummary } from '../../../shared/model.ts'
import { paneId } from '../../commands/parts.ts'
import { indexOfId } from '../../data/state/order.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button, Spinner } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { ListBox, type ListHandle, useMoveKeys } from '../../ui/ListBox.tsx'
import { tip } from '../../ui/tip.ts'
import { DeliveryRow } from './DeliveryRow.tsx'
import { focusOn, listId } from './inboxParts.ts'
import { ReplayOf } from './laterParts.tsx'
import { useNewest } from './useNewest.ts'
import { useRowMenu } from './useRowMenu.ts'
import { useSeenRows } from './useSeenRows.ts'
import { useSelection } from './useSelection.ts'
import { inboxWords } from './words.ts'
import styles from './DeliveryList.module.css'

/** Older ones are asked for this many rows before the end, so that scrolling seldom waits. */
const rowsAhead = 100

/** A delivery that came within this time of being drawn may slide in, ms. */
const freshMs = 1500

/** The deliveries, newest first. */
export function DeliveryList() {
  const { inbox } = useApp()
  const list = useRef<ListHandle>(null)
  const items = useAppState((state) => state.inbox.items)
  const hasOlder = useAppState((state) => state.inbox.next !== null)
  const cut = useAppState((state) => state.inbox.cut)
  const settled = useAppState((state) => state.inbox.loading !== 'first')
  const marked = useAppState((state) => state.route.marked)
  const place = useAppState((state) => `${state.inbox.environmentId} ${state.route.filter}`)
  const { selectedId, following, select } = useSelection()
  useMoveKeys(list)
  const [replaying, setReplaying] = useState<string | null>(null)
  useRowMenu(items, setReplaying)
  const endReplay = useCallback(() => setReplaying(null), [])
  const calm = isCalm(items)
  const flagsOf = (delivery: DeliverySummary, index: number) => {
    const flags = delivery.id === marked ? ['marked'] : []
    if (calm && index < 2 && isFresh(delivery)) flags.push('fresh')
    return flags.join(' ')
  }
  return (
    <ListBox
      handle={list}
      id={listId}
      label={inboxWords.listName}
      items={items}
      keyOf={idOf}
      indexOf={placeOf}
      chosen={selectedId}
      onChoose={(delivery) => select(delivery.id)}
      onEnter={() => document.querySelector<HTMLElement>(`#${paneId} [role="tabpanel"]`)?.focus()}
      Row={DeliveryRow}
      rowClass={styles.row}
      menu="delivery"
      flagsOf={flagsOf}
      total={hasOlder || cut ? -1 : items.length}
      onNearEnd={hasOlder ? inbox.loadOlder : undefined}
      ahead={rowsAhead}
      place={place}
      following={following && !cut}
      settled={settled}
      onScroll={useReading()}
      onSight={useSeenRows()}
      head={<NewerPill />}
      foot={
        <>
          <ListEnd />
          {replaying !== null && <ReplayOf key={replaying} id={replaying} onClose={endReplay} />}
        </>
      }
    />
  )
}

function idOf({ id }: DeliverySummary): string {
  return id
}

function placeOf({ items }: { items: readonly DeliverySummary[] }, id: string): number {
  return indexOfId(items, id)
}

/** Whether deliveries come so seldom that each can slide in. */
function isCalm(items: readonly { receivedAt: string }[]): boolean {
  const [newest] = items
  const before = items[4]
  if (newest === undefined || before === undefined) return true
  return Date.parse(newest.receivedAt) - Date.parse(before.receivedAt) > 1000
}

/** What arrived this moment slides in, what is scrolled to does not. */
function isFresh({ receivedAt }: DeliverySummary): boolean {
  return Math.abs(Date.now() - Date.parse(receivedAt)) < freshMs
}

/** The foot of the list: older ones are on their way, could not be had, or there are none. */
function ListEnd() {
  const { inbox } = useApp()
  const loading = useAppState((state) => state.inbox.loading)
  const problem = useAppState((state) => state.inbox.problem)
  const next = useAppState((state) => state.inbox.next)
  const cut = useAppState((state) => state.inbox.cut)
  const count = useAppState((state) => state.inbox.items.length)
  const isFiltered = useAppState((state) => state.inbox.filter.terms.length > 0)
  if (problem !== null) {
    return <ErrorNote next={<Button onClick={inbox.loadOlder}>{inboxWords.tryAgain}</Button>}>{problem}</ErrorNote>
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
  return <div className={styles.end}>{isFiltered ? inboxWords.match(count) : inboxWords.inAll(count)}</div>
}

/** Counts what waits above while a person reads further down, and leads there. It floats: nothing moves when it appears. */
function NewerPill() {
  const count = useAppState(({ inbox }) => (inbox.held?.by === 'scroll' ? inbox.held.count : 0))
  const toNewest = useNewest()
  if (count === 0) return null
  const onClick = () => {
    toNewest()
    // The button goes: the focus must not go with it.
    focusOn(listId)
  }
  return (
    <div className={styles.newer}>
      <button type="button" className={styles.newerPill} {...tip(inboxWords.liveHint)} onClick={onClick}>
        <ArrowUp aria-hidden="true" />
        {inboxWords.newer(count)}
      </button>
    </div>
  )
}

/** Rows from the top within which a person still looks at what comes in. */
const nearRows = 20

/**
 * Scrolling away from the newest is reading: the list then stands still, so that nothing is pushed away under the eye and a
 * rush costs no frames. Back near the top it takes in what came meanwhile.
 * @returns to be called with the first row in sight whenever the list scrolls
 */
function useReading(): (firstSeen: number) => void {
  const { inbox, store } = useApp()
  useEffect(
    () => () => {
      if (store.getState().inbox.held?.by === 'scroll') inbox.resume()
    },
    [inbox, store],
  )
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
