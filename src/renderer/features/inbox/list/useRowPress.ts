import type { KeyboardEvent, MouseEvent, RefObject } from 'react'
import { pickAll, pickRange, togglePick } from '../../../data/state/deliveryLists.ts'
import { useApp } from '../../../data/state/useApp.ts'
import type { ListHandle } from '../../../ui/lists/ListBox.tsx'
import { deliveriesOf, type Folded, rowOf } from './threads.ts'

interface PressedList {
  list: RefObject<ListHandle | null>
  folded: Folded
  /** The delivery that is shown next to the list. */
  selectedId: string | null
  select: (id: string) => void
  /** Opens or closes the thread of a row. */
  setOpen: (index: number, open: boolean) => void
}

/**
 * Keys and clicks in the list other than for moving in it: → and ← open and close a thread, Space picks the row, Shift
 * with a key that moves, or with a click, picks a range, Ctrl or Cmd with a click one row more, Ctrl or Cmd+A all.
 */
export function useRowPress(pressed: PressedList): (event: KeyboardEvent | MouseEvent, index: number) => boolean {
  const { inbox, store } = useApp()
  const { list, folded, selectedId, select, setOpen } = pressed
  const idsOf = (first: number, last: number) =>
    deliveriesOf(store.getState().inbox.items, folded, first, last).map(({ id }) => id)
  const toggle = (index: number, takesChosen: boolean) => {
    const { inbox: state, route } = store.getState()
    inbox.pick(togglePick(state.picks, idsOf(index, index), takesChosen ? route.deliveryId : null))
  }
  const extendTo = (index: number) => {
    const anchor = store.getState().inbox.picks.anchor ?? selectedId
    const from = anchor === null ? -1 : rowOf(folded.rows, anchor)
    const begin = from === -1 ? index : from
    const first = folded.rows[begin]?.delivery.id
    if (first === undefined) return
    inbox.pick(pickRange(idsOf(Math.min(begin, index), Math.max(begin, index)), first))
  }
  const onClick = (event: MouseEvent, index: number): boolean => {
    const row = folded.rows[index]
    if (row === undefined) return false
    if (event.target instanceof Element && event.target.closest('[data-fold]') !== null) {
      setOpen(index, row.thread?.isOpen !== true)
      return true
    }
    if (event.shiftKey) extendTo(index)
    else if (event.ctrlKey || event.metaKey) toggle(index, true)
    else if (store.getState().inbox.picks.ids.size > 0) inbox.pick({ ids: new Set(), anchor: row.delivery.id })
    return false
  }
  const onFoldKey = (key: string, index: number): boolean => {
    const thread = folded.rows[index]?.thread
    if (thread == null) return false
    if (key === 'ArrowRight' && thread.at === 1) {
      if (thread.isOpen) list.current?.move(1)
      else setOpen(index, true)
      return true
    }
    if (key !== 'ArrowLeft') return false
    const head = folded.rows[index - thread.at + 1]
    if (thread.at > 1 && head !== undefined) select(head.delivery.id)
    else if (thread.isOpen) setOpen(index, false)
    return true
  }
  const onKey = (event: KeyboardEvent, index: number): boolean => {
    const { key, shiftKey } = event
    if (event.altKey) return false
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'a' && key !== 'A') return false
      inbox.pick(pickAll(idsOf(0, folded.rows.length - 1), selectedId))
      return true
    }
    if (key === ' ' && index !== -1) {
      toggle(index, false)
      return true
    }
    const step = shiftKey ? { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[key] : undefined
    if (step === undefined) return onFoldKey(key, index)
    const to = Math.min(folded.rows.length - 1, Math.max(0, index + step))
    extendTo(to)
    list.current?.move(step)
    return true
  }
  return (event, index) => ('key' in event ? onKey(event, index) : onClick(event, index))
}
