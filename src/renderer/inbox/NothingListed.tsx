import { useEffect } from 'react'
import { useApp, useAppState } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { keysFor } from '../palette/shortcuts.ts'
import { keyNames } from '../words/palette.ts'
import { emptyInboxWords, inboxWords } from '../words/inbox.ts'

/** The list has no rows: it is loading, nothing matches, or it is paused from the start. */
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
    const [escape = ''] = keysFor('back')
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
  return (
    // The line above the list has the button that ends the pause.
    <EmptyState title={emptyInboxWords.pausedTitle}>
      <p>{emptyInboxWords.pausedMore}</p>
    </EmptyState>
  )
}
