import { useEffect } from 'react'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { keysFor } from '../../commands/shortcuts.ts'
import { keyNames } from '../../commands/words.ts'
import { emptyInboxWords, inboxWords } from './words.ts'

/** The list has no rows: it is loading, nothing matches, nothing has arrived, or it is paused from the start. */
export function NothingListed() {
  const { inbox, navigation } = useApp()
  const state = useAppState((app) => app.inbox)
  const { next } = state
  // Fields are matched against what the page holds first; older deliveries are the engine's to search.
  useEffect(() => {
    if (next !== null) inbox.loadOlder()
  }, [inbox, next])
  if (state.problem !== null) {
    return (
      <ErrorNote next={<Button onClick={inbox.loadOlder}>{inboxWords.tryAgain}</Button>}>{state.problem}</ErrorNote>
    )
  }
  if (state.loading !== 'no' || next !== null) return <Loading what={inboxWords.loadingWhat} />
  if (state.filter.terms.length > 0) {
    const [escape = ''] = keysFor('list.back')
    return (
      <EmptyState
        title={emptyInboxWords.noMatch}
        actions={<Button onClick={() => navigation.go({ filter: '' }, true)}>{inboxWords.clearFilter}</Button>}
      >
        <p>
          {emptyInboxWords.noMatchMore} <Kbd>{keyNames[escape] ?? escape}</Kbd> {emptyInboxWords.escClears}
        </p>
      </EmptyState>
    )
  }
  // An opened delivery can be there before its row: the list of another environment, or an event that is on its way.
  if (state.held === null) {
    return (
      <EmptyState title={emptyInboxWords.nothingYet}>
        <p>{emptyInboxWords.nothingYetMore}</p>
      </EmptyState>
    )
  }
  return (
    // The line above the list has the button that ends the pause.
    <EmptyState title={emptyInboxWords.pausedTitle}>
      <p>{emptyInboxWords.pausedMore}</p>
    </EmptyState>
  )
}
