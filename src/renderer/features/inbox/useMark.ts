import { useCallback } from 'react'
import { useApp } from '../../data/state/useApp.ts'

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
