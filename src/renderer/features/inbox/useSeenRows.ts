import { useCallback, useEffect, useRef } from 'react'
import type { DeliverySummary } from '../../../shared/model.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'

/** In a rush, rows fly by: only those that are in sight at such moments were there to be seen, ms. */
const sampleMs = 500

/**
 * Rows that a person has in sight, or scrolls past, count as looked at.
 * @returns to be called whenever other rows are in sight
 */
export function useSeenRows(): (items: readonly DeliverySummary[], first: number, last: number) => void {
  const { seen } = useApp()
  const unseen = useAppState((state) => state.feed.status?.unseen.newest ?? null)
  const before = useRef<RowsInSight | null>(null)
  useEffect(() => {
    if (unseen === null) return
    const look = () => {
      const now = before.current
      if (now !== null) seen.look(now.items.slice(now.first, now.last + 1))
    }
    const timer = setInterval(look, sampleMs)
    return () => clearInterval(timer)
  }, [seen, unseen])
  return useCallback(
    (items, first, last) => {
      if (unseen === null) return
      const now = { items, first, last }
      seen.look(rowsPassed(before.current, now))
      before.current = now
    },
    [seen, unseen],
  )
}

/** The part of a list that a person has before their eyes. */
interface RowsInSight {
  items: readonly DeliverySummary[]
  /** Places of the first and the last row in sight. */
  first: number
  last: number
}

/**
 * The rows that a person scrolled past from one moment to the next, those in sight now among them. None where the list
 * itself moved on under their eyes. Pure.
 */
export function rowsPassed(before: RowsInSight | null, now: RowsInSight): readonly DeliverySummary[] {
  if (before === null || before.items !== now.items || before.first === now.first) return []
  return now.items.slice(Math.min(before.first, now.first), Math.max(before.last, now.last) + 1)
}
