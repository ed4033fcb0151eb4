import { useCallback } from 'react'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { parseDeliveryFilter } from '../../../../shared/filter/deliveryFilter.ts'

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

/** A span of time as the words of the inbox's filter say it: `after:` is its first moment, `before:` its end. */
interface FilterSpan {
  /** ISO 8601. */
  after: string
  before: string
}

/** A word, a "quoted text", or key:value and key:"quoted value", each with a sign or none. */
const tokens = /[-!]?(?:[A-Za-z]+:)?"[^"]*(?:"|$)|\S+/g
const bound = /^(after|before):"?([^"]*)"?$/i

/** The filter with this span in place of the one that it had; null: without any. Pure. */
export function withSpan(filter: string, span: FilterSpan | null): string {
  const others = (filter.match(tokens) ?? []).filter((token) => !bound.test(token))
  const words = span === null ? [] : [`after:${span.after}`, `before:${span.before}`]
  return [...others, ...words].join(' ')
}

/** The moments that bound a filter, ms since the epoch; null where it names none. Pure. */
export function spanOf(filter: string, now: number): { after: number | null; before: number | null } {
  const { terms } = parseDeliveryFilter(filter, now).filter
  const momentOf = (wanted: 'after' | 'before') =>
    terms.find(({ key, negated }) => key === wanted && !negated)?.at ?? null
  return { after: momentOf('after'), before: momentOf('before') }
}
