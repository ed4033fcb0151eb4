import { useCallback, useRef, useEffect } from 'react'
import type { ObjectSummary } from '../../shared/wireTypes.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { objectKey } from './mergePages.ts'

export const objectListId = 'object-list'
export const storyPaneId = 'object-story'

/** The object whose story is shown, which the address keeps, and how to choose another one. */
export function useObjectChoice(items: readonly ObjectSummary[]) {
  const { navigation, store } = useApp()
  const chosen = useAppState((state) => state.route.objects.chosen)
  const latest = useRef(items)
  useEffect(() => {
    latest.current = items
  }, [items])
  const choose = useCallback(
    ({ resourceType, resourceId }: ObjectSummary) => {
      const { objects } = store.getState().route
      navigation.go({ objects: { ...objects, chosen: { resourceType, resourceId } } }, true)
    },
    [navigation, store],
  )
  /** Moves by rows; `Infinity` goes to an end. Answers the place that was reached, or null when there is none. */
  const move = useCallback(
    (rows: number): number | null => {
      const before = store.getState().route.objects.chosen
      const from = before === null ? -1 : latest.current.findIndex((item) => objectKey(item) === objectKey(before))
      const place = Math.min(latest.current.length - 1, Math.max(0, from + rows))
      const target = latest.current[place]
      if (target === undefined) return null
      choose(target)
      return place
    },
    [store, choose],
  )
  return { chosenKey: chosen === null ? null : objectKey(chosen), choose, move }
}
