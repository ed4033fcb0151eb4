import { useCallback } from 'react'
import { useApp } from '../../data/state/useApp.ts'
import { listId } from './inboxParts.ts'
import { useSelection } from './useSelection.ts'

/** Leads to the newest delivery and follows it from then on, whatever held the list still. */
export function useNewest(): () => void {
  const { inbox } = useApp()
  const { select } = useSelection()
  return useCallback(() => {
    inbox.resume()
    inbox.toNewest()
    select(null)
    document.querySelector(`#${listId}`)?.parentElement?.scrollTo({ top: 0 })
  }, [inbox, select])
}
