import { useCallback } from 'react'
import { useShortcut } from '../../commands/useShortcut.ts'
import { deliveryTabs } from '../../data/state/route.ts'
import { useApp } from '../../data/state/useApp.ts'
import { paneId } from '../../commands/parts.ts'
import { filterId, focusOn, listId } from './inboxParts.ts'
import { useTogglePin } from './useAnnotations.ts'
import { useMark } from './useMark.ts'
import { useNewest } from './useNewest.ts'

/** The inbox's keys. Never a combination with Ctrl, Cmd or Alt: those are the browser's. */
export function useInboxKeys(): void {
  const { navigation, inbox, store } = useApp()
  const toNewest = useNewest()
  const togglePin = useTogglePin()
  const mark = useMark()

  /** Live: follow the newest. When it already does, hold the list still; when it is held, let it run. */
  const toggleLive = useCallback(() => {
    const { inbox: list, route } = store.getState()
    if (list.held === null && !list.cut && route.deliveryId === null) inbox.pause()
    else toNewest()
  }, [inbox, store, toNewest])
  useShortcut('list.live', toggleLive)

  const leave = useCallback(() => {
    const active = document.activeElement
    if (active !== null && active.closest(`#${paneId}`) !== null) focusOn(listId)
    else navigation.go({ filter: '' }, true)
  }, [navigation])
  useShortcut('list.back', leave)

  useShortcut(
    'list.filter',
    useCallback(() => void focusOn(filterId), []),
  )
  useShortcut(
    'delivery.tabs',
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
    'delivery.pin',
    useCallback(() => withShown(togglePin), [withShown, togglePin]),
  )
  useShortcut(
    'delivery.mark',
    useCallback(() => withShown(mark), [withShown, mark]),
  )
}
