import { useCallback } from 'react'
import type { ObjectSummary } from '../../../shared/wireTypes.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { objectKey } from './mergePages.ts'

export const objectListId = 'object-list'
export const storyPaneId = 'object-story'

/** The object whose story is shown, which the address keeps, and how to choose another one. */
export function useObjectChoice() {
  const { navigation, store } = useApp()
  const chosen = useAppState((state) => state.route.objects.chosen)
  const choose = useCallback(
    ({ resourceType, resourceId }: ObjectSummary) => {
      const { objects } = store.getState().route
      navigation.go({ objects: { ...objects, chosen: { resourceType, resourceId } } }, true)
    },
    [navigation, store],
  )
  return { chosenKey: chosen === null ? null : objectKey(chosen), choose }
}
