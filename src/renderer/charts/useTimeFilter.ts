import { useCallback } from 'react'
import { useApp, useAppState } from '../state/useApp.ts'
import { spanOf, withSpan } from './filterSpan.ts'

/** The span of time of the inbox's filter, and how a chart sets it. */
export function useTimeFilter(now: number) {
  const { navigation, store } = useApp()
  const filter = useAppState((state) => state.route.filter)
  const bounds = spanOf(filter, now)
  const isBound = bounds.after !== null || bounds.before !== null
  const choose = useCallback(
    (from: number, to: number) => {
      const span = { after: new Date(from).toISOString(), before: new Date(to).toISOString() }
      const { route } = store.getState()
      navigation.go({ screen: 'inbox', filter: withSpan(route.filter, span) }, route.screen === 'inbox')
    },
    [navigation, store],
  )
  const clear = useCallback((): boolean => {
    const { route } = store.getState()
    const without = withSpan(route.filter, null)
    if (without === route.filter) return false
    navigation.go({ filter: without }, true)
    return true
  }, [navigation, store])
  return { bounds, isBound, choose, clear }
}
