import { createContext, type RefObject, use, useEffect } from 'react'
import { isInField } from '../../../ui/hooks/typing.ts'

/** Holds what selects all of the view in sight. */
export interface SelectAll {
  /** Selects all; false where no view can. */
  run(this: void): boolean
  /** Sets how, until the returned function is called. */
  offer(this: void, selectAll: () => void): () => void
}

export const SelectAllContext = createContext<SelectAll | null>(null)

export function createSelectAll(): SelectAll {
  let offered: (() => void) | null = null
  return {
    run: () => {
      offered?.()
      return offered !== null
    },
    offer: (selectAll) => {
      offered = selectAll
      return () => {
        if (offered === selectAll) offered = null
      }
    },
  }
}

/** Says how all of a view is selected, for as long as it is shown. */
export function useSelectAll(selectAll: () => void): void {
  const slot = use(SelectAllContext)
  useEffect(() => slot?.offer(selectAll), [slot, selectAll])
}

/**
 * Ctrl+A or Cmd+A selects the body and nothing else, while the focus is on the body, on one of its controls, or nowhere.
 * @param within the body with its controls
 */
export function useSelectAllKey(within: RefObject<HTMLElement | null>, slot: SelectAll): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isOurs || event.key.toLowerCase() !== 'a' || event.defaultPrevented || isInField(event)) return
      if (!isWithin(within.current, document.activeElement)) return
      if (slot.run()) event.preventDefault()
    }
    // "Select all" of a menu has no key: it begins with the whole page, whatever has the focus.
    const onSelect = (event: Event) => {
      const isBeside = document.activeElement !== document.body && isWithin(within.current, document.activeElement)
      if (event.target === document.body && isBeside && slot.run()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('selectstart', onSelect)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('selectstart', onSelect)
    }
  }, [within, slot])
}

/** Whether the focus is on the body, elsewhere in its tab, or nowhere. */
function isWithin(body: HTMLElement | null, focused: Element | null): boolean {
  if (focused === null || focused === document.body) return true
  return (body?.closest('[role="tabpanel"]') ?? body)?.contains(focused) === true
}
