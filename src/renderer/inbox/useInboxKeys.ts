import { useCallback, useEffect } from 'react'
import { useShortcut } from '../palette/useShortcut.ts'
import { deliveryTabs } from '../state/route.ts'
import { useApp } from '../state/useApp.ts'
import { isTyping } from '../ui/isTyping.ts'
import { filterId, focusOn, listId, paneId } from './inboxParts.ts'
import { useTogglePin } from './useAnnotations.ts'
import { useMark } from './useMark.ts'
import { useNewest } from './useNewest.ts'
import { useSelection } from './useSelection.ts'

/** The inbox's keys. Never a combination with Ctrl, Cmd or Alt: those are the browser's. */
export function useInboxKeys(): void {
  const { navigation, inbox, store } = useApp()
  const { move } = useSelection()
  const toNewest = useNewest()
  const togglePin = useTogglePin()
  const mark = useMark()

  /** Live: follow the newest. When it already does, hold the list still; when it is held, let it run. */
  const toggleLive = useCallback(() => {
    const { inbox: list, route } = store.getState()
    if (list.held === null && !list.cut && route.deliveryId === null) inbox.pause()
    else toNewest()
  }, [inbox, store, toNewest])
  useShortcut('live', toggleLive)

  const leave = useCallback(() => {
    const active = document.activeElement
    if (active !== null && active.closest(`#${paneId}`) !== null) focusOn(listId)
    else navigation.go({ filter: '' }, true)
  }, [navigation])
  useShortcut('back', leave)

  useShortcut(
    'filter',
    useCallback(() => void focusOn(filterId), []),
  )
  useShortcut(
    'tabs',
    useCallback((key) => navigation.go({ tab: deliveryTabs[Number(key) - 1] ?? 'overview' }, true), [navigation]),
  )

  /** What is done with the delivery that is shown. */
  const withShown = useCallback(
    (act: (id: string) => void) => {
      const { inbox: list, route } = store.getState()
      const id = route.deliveryId ?? list.items[0]?.id
      if (id !== undefined) act(id)
    },
    [store],
  )
  useShortcut(
    'pin',
    useCallback(() => withShown(togglePin), [withShown, togglePin]),
  )
  useShortcut(
    'mark',
    useCallback(() => withShown(mark), [withShown, mark]),
  )

  useEffect(() => {
    // The arrows do the same where the list has the focus; elsewhere they scroll.
    const steps: Record<string, number> = { j: 1, k: -1 }
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined || isTyping(event)) return
      event.preventDefault()
      move(step)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [move])
}
