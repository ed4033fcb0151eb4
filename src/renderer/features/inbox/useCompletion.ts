import { useMemo, useState } from 'react'
import { seenValues, type Suggestion, suggestionsFor } from './filterSuggestions.ts'
import { useApp } from '../../data/state/useApp.ts'

export interface Completion {
  list: readonly Suggestion[]
  /** Place of the chosen one, or -1. */
  index: number
  shown: boolean
  chosen: Suggestion | undefined
  open: () => void
  close: () => void
  step: (by: number) => void
}

/**
 * Which completions are offered, and which of them the arrow keys have reached.
 * @param allowed not while something is wrong: the list would hide what
 */
export function useCompletion(draft: string, allowed: boolean): Completion {
  const { store } = useApp()
  const [wanted, setWanted] = useState(false)
  const [index, setIndex] = useState(-1)
  // What is there now, not what arrives while the list is open: it must not change under the hand.
  const list = useMemo(
    () => (wanted && allowed ? suggestionsFor(draft, seenValues(store.getState().feed.window)) : []),
    [wanted, allowed, draft, store],
  )
  return {
    list,
    index,
    shown: list.length > 0,
    chosen: list[index],
    open: () => {
      setWanted(true)
      setIndex(-1)
    },
    close: () => setWanted(false),
    step: (by: number) => {
      setWanted(true)
      setIndex((now) => Math.min(list.length - 1, Math.max(-1, now + by)))
    },
  }
}
