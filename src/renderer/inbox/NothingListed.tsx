import { isFiltered } from '../state/filter.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Loading } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { useEffect } from 'react'

/** The list has no rows: it is loading, nothing matches, or it is paused from the start. */
export function NothingListed() {
  const { inbox, navigation } = useApp()
  const state = useAppState((app) => app.inbox)
  const { next } = state
  // Fields are matched against what the page holds first; older deliveries are the engine's to search.
  useEffect(() => {
    if (next !== null) inbox.loadOlder()
  }, [inbox, next])
  if (state.problem !== null) return <ErrorNote>{state.problem}</ErrorNote>
  if (state.loading !== 'no' || next !== null) return <Loading what="deliveries" />
  if (isFiltered(state.filter)) {
    return (
      <EmptyState
        title="No delivery matches this filter"
        actions={<Button onClick={() => navigation.go({ filter: '' }, true)}>Clear the filter</Button>}
      >
        <p>
          All of this environment's deliveries were searched. New ones appear here as soon as one matches.{' '}
          <Kbd>Esc</Kbd> clears the filter.
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Paused" actions={<Button onClick={inbox.resume}>Resume</Button>}>
      <p>The list stands still, and nothing had arrived before. What arrives meanwhile is kept.</p>
    </EmptyState>
  )
}
