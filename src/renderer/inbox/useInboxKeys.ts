import { useEffect } from 'react'
import { deliveryTabs } from '../state/route.ts'
import { useApp } from '../state/useApp.ts'
import { isTyping } from '../ui/isTyping.ts'
import { useSelection } from './useSelection.ts'

export const listId = 'delivery-list'
export const filterId = 'delivery-filter'
export const paneId = 'delivery-pane'

function focus(id: string) {
  document.querySelector<HTMLElement>(`#${id}`)?.focus()
}

/** The inbox's keys. Never a combination with Ctrl, Cmd or Alt: those are the browser's. */
export function useInboxKeys(): void {
  const { navigation, inbox, store } = useApp()
  const { move, select } = useSelection()
  useEffect(() => {
    /** Live: follow the newest. When it already does, hold the list still; when it is held, let it run. */
    const toggleLive = () => {
      const { inbox: list, route } = store.getState()
      if (list.held !== null) inbox.resume()
      else if (route.deliveryId === null) inbox.pause()
      select(null)
    }
    const leave = () => {
      const active = document.activeElement
      if (active?.closest(`#${paneId}`) !== null && active !== null) focus(listId)
      else navigation.go({ filter: '' }, true)
    }
    const actions: Record<string, () => void> = {
      j: () => move(1),
      k: () => move(-1),
      l: toggleLive,
      '/': () => focus(filterId),
      Escape: leave,
    }
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const tab = /^[1-6]$/.test(event.key) ? deliveryTabs[Number(event.key) - 1] : undefined
      const action = tab === undefined ? actions[event.key] : () => navigation.go({ tab }, true)
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigation, inbox, store, move, select])
}
