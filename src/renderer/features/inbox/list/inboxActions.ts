import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import type { DeliverySummary } from '../../../../shared/model.ts'
import type { AppState } from '../../../data/state/appStore.ts'
import { indexOfId, pickAll, pickRange, togglePick } from '../../../data/state/deliveryCalls.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import type { ListHandle } from '../../../ui/lists/ListBox.tsx'
import { useToasts } from '../../../ui/notes/Toasts.tsx'
import { deliveriesOf, type Folded, rowOf as rowAt } from './threads.ts'
import { actionWords as words } from './words.ts'

/** Ids of the inbox's parts, which find each other by them. */
export const listId = 'delivery-list'
export const filterId = 'delivery-filter'

/** Gives the focus to one of the inbox's parts; false when it is not there. */
export function focusOn(id: string): boolean {
  const part = document.querySelector<HTMLElement>(`#${id}`)
  part?.focus()
  return part !== null
}

/**
 * The delivery that is shown: the one chosen by hand, which the address keeps, or the newest before the user chose.
 */
export function useSelection() {
  const { navigation } = useApp()
  const chosenId = useAppState((state) => state.route.deliveryId)
  const newestId = useAppState((state) => state.inbox.items[0]?.id ?? null)
  const select = useCallback((id: string | null) => navigation.go({ deliveryId: id }, true), [navigation])
  return { selectedId: chosenId ?? newestId, following: chosenId === null, select }
}

/** Leads to the newest delivery and follows it from then on, whatever held the list still. */
export function useNewest(): () => void {
  const { inbox } = useApp()
  const { select } = useSelection()
  return useCallback(() => {
    inbox.resume()
    inbox.toNewest()
    select(null)
    document.querySelector(`#${listId}`)?.parentElement?.scrollTo({ top: 0 })
  }, [inbox, select])
}

/** Leaves a part of the page when Esc is pressed inside of it, unless something further in took the key. */
export function useEscapeFrom<T extends HTMLElement>(leave: () => void): RefObject<T | null> {
  const part = useRef<T>(null)
  const latest = useRef(leave)
  useEffect(() => {
    latest.current = leave
  })
  useEffect(() => {
    const element = part.current
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [])
  return part
}

/** The row of a delivery as the page holds it. */
export function rowOf({ inbox, feed }: AppState, id: string): DeliverySummary | undefined {
  return inbox.items[indexOfId(inbox.items, id)] ?? feed.window[indexOfId(feed.window, id)]
}

/** Pins a delivery or takes the pin out. Failures are shown in the corner. */
export function useTogglePin(): (id: string) => void {
  const { client, store } = useApp()
  const toasts = useToasts()
  const { mutate } = useMutation({
    mutationFn: async (id: string) => {
      const pinned =
        rowOf(store.getState(), id)?.pinned ?? (await client.deliveries.get({ id, explain: 'false' })).pinned
      await client.deliveries.annotate({ id, pinned: !pinned })
    },
    onError: ({ message }) => toasts.problem(words.pinFailed(message)),
  })
  return mutate
}

/** Marks a delivery to compare: the first waits for another, two are compared, the same one twice is none. */
export function useMark(): (id: string) => void {
  const { navigation, store } = useApp()
  return useCallback(
    (id) => {
      const { marked } = store.getState().route
      if (marked === null) navigation.go({ marked: id, compare: null }, true)
      else if (marked === id) navigation.go({ marked: null }, true)
      else navigation.go({ marked: null, compare: [marked, id] })
    },
    [navigation, store],
  )
}

/** Deletes deliveries. The bar below the list shows the result and offers undo; failures are shown as toasts. */
export function useDelete(): (ids: readonly string[]) => void {
  const { client, navigation, store } = useApp()
  const toasts = useToasts()
  const { mutate } = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const [only] = ids
      const next = neighbourOf(store.getState().inbox.items, ids, store.getState().route.deliveryId)
      const deletion =
        ids.length === 1 && only !== undefined
          ? await client.deliveries.remove({ id: only })
          : await client.deliveries.removeMany({ ids: [...ids] })
      return { deletion, next }
    },
    onSuccess: ({ deletion, next }) => {
      store.setState({ deletion })
      if (next !== undefined) navigation.go({ deliveryId: next }, true)
    },
    onError: ({ message }) => toasts.problem(words.deleteFailed(message)),
  })
  return mutate
}

/** Returns the next older delivery that remains, to open after the open one is deleted; undefined if the open one remains. */
function neighbourOf(
  items: readonly DeliverySummary[],
  gone: readonly string[],
  open: string | null,
): string | null | undefined {
  if (open === null || !gone.includes(open)) return undefined
  const after = items.slice(indexOfId(items, open) + 1).find(({ id }) => !gone.includes(id))
  return after?.id ?? null
}

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
    const from = anchor === null ? -1 : rowAt(folded.rows, anchor)
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
