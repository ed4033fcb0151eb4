import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { indexOfId } from '../state/order.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { DeliveryRow, deliveryIdAt, rowId } from './DeliveryRow.tsx'
import { ListEnd } from './ListEnd.tsx'
import { listId, paneId } from './useInboxKeys.ts'
import { useSelection } from './useSelection.ts'
import './DeliveryList.css'

const rowHeight = 28

/** The virtual list: only the rows in sight exist, however many there are. */
export function DeliveryList() {
  const { inbox } = useApp()
  const items = useAppState((state) => state.inbox.items)
  const hasOlder = useAppState((state) => state.inbox.next !== null)
  const { selectedId, following, select, move } = useSelection()
  const scroller = useSteadyScroll(items, following)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 12,
  })

  const rows = virtual.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasOlder && lastShown >= items.length - 30) inbox.loadOlder()
  }, [inbox, hasOlder, lastShown, items.length])

  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
  }, [items])
  // Only a new choice scrolls; arrivals must not pull the list back to it.
  useEffect(() => {
    const index = selectedId === null || following ? -1 : indexOfId(latest.current, selectedId)
    if (index !== -1) virtual.scrollToIndex(index)
  }, [selectedId, following, virtual])

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
      <div
        id={listId}
        role="listbox"
        aria-label="Deliveries, newest first"
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
              total={items.length}
              calm={calm && index < 2}
              selected={delivery.id === selectedId}
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

/**
 * Keeps what a person reads in its place when rows come in above it. At the very top, new rows push the others down:
 * that is what live looks like.
 * @returns the ref for the scrolling element
 */
function useSteadyScroll(items: readonly { id: string }[], following: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const first = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const before = first.current
    first.current = items[0]?.id
    const place = scroller.current
    if (place === null) return
    if (following) {
      place.scrollTop = 0
      return
    }
    if (before === undefined || place.scrollTop === 0) return
    const added = items.findIndex((item) => item.id === before)
    if (added > 0) place.scrollTop += added * rowHeight
  }, [items, following])
  return scroller
}
