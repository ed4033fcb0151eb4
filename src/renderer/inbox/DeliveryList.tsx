import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, useEffect } from 'react'
import { useApp, useAppState } from '../state/useApp.ts'
import { useRowHeight } from '../ui/useRowHeight.ts'
import { inboxWords } from '../words/inbox.ts'
import { DeliveryRow, deliveryIdAt, rowId } from './DeliveryRow.tsx'
import { ListEnd } from './ListEnd.tsx'
import { NewerPill } from './NewerPill.tsx'
import { listId, paneId } from './inboxParts.ts'
import { useReading } from './useReading.ts'
import { useSelection } from './useSelection.ts'
import { useSoughtRow } from './useSoughtRow.ts'
import { useSteadyScroll } from './useSteadyScroll.ts'
import './DeliveryList.css'

/** Older ones are asked for this many rows before the end, so that a person who scrolls seldom waits. */
const rowsAhead = 100

/** The virtual list: only the rows in sight exist, however many there are. */
export function DeliveryList() {
  const { inbox } = useApp()
  const rowHeight = useRowHeight()
  const items = useAppState((state) => state.inbox.items)
  const hasOlder = useAppState((state) => state.inbox.next !== null)
  const cut = useAppState((state) => state.inbox.cut)
  const marked = useAppState((state) => state.route.marked)
  const { selectedId, following, select, move } = useSelection()
  const place = useAppState((state) => `${state.inbox.environmentId} ${state.route.filter}`)
  const scroller = useSteadyScroll(items, place, following && !cut, rowHeight)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 12,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  useReading(scroller, virtual, rowHeight)

  const rows = virtual.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasOlder && lastShown >= items.length - rowsAhead) inbox.loadOlder()
  }, [inbox, hasOlder, lastShown, items.length])

  useSoughtRow(place, virtual)

  const onClick = (event: MouseEvent) => {
    const id = event.target instanceof Element ? deliveryIdAt(event.target) : null
    if (id !== null) select(id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter') document.querySelector<HTMLElement>(`#${paneId} [role="tabpanel"]`)?.focus()
    else return
    event.preventDefault()
  }
  const calm = isCalm(items)
  const shown = rows.some((row) => row.key === selectedId)
  return (
    <div ref={scroller} className="delivery-scroll">
      <NewerPill />
      <div
        id={listId}
        role="listbox"
        aria-label={inboxWords.listName}
        aria-activedescendant={shown && selectedId !== null ? rowId(selectedId) : undefined}
        tabIndex={0}
        className="delivery-list"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        {rows.map(({ index, key, start }) => {
          const delivery = items[index]
          if (delivery === undefined) return null
          return (
            <DeliveryRow
              key={key}
              delivery={delivery}
              top={start}
              position={index + 1}
              total={hasOlder || cut ? -1 : items.length}
              calm={calm && index < 2}
              selected={delivery.id === selectedId}
              marked={delivery.id === marked}
            />
          )
        })}
      </div>
      <ListEnd />
    </div>
  )
}

/** Whether deliveries come so seldom that each can slide in. */
function isCalm(items: readonly { receivedAt: string }[]): boolean {
  const [newest] = items
  const before = items[4]
  if (newest === undefined || before === undefined) return true
  return Date.parse(newest.receivedAt) - Date.parse(before.receivedAt) > 1000
}
