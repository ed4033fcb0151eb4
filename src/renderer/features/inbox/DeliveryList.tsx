import { useCallback, useRef, useState } from 'react'
import type { DeliverySummary } from '../../../shared/model.ts'
import { indexOfId } from '../../data/state/order.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { type ListHandle, ListBox, useMoveKeys } from '../../ui/ListBox.tsx'
import { paneId } from '../../commands/parts.ts'
import styles from './DeliveryList.module.css'
import { DeliveryRow } from './DeliveryRow.tsx'
import { listId } from './inboxParts.ts'
import { ReplayOf } from './laterParts.tsx'
import { ListEnd } from './ListEnd.tsx'
import { NewerPill } from './NewerPill.tsx'
import { useReading } from './useReading.ts'
import { useRowMenu } from './useRowMenu.ts'
import { useSeenRows } from './useSeenRows.ts'
import { useSelection } from './useSelection.ts'
import { inboxWords } from './words.ts'

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
