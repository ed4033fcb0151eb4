import { useApp, useAppState } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { countOf } from '../ui/format.ts'

/** The foot of the list: older ones are on their way, could not be had, or there are none. */
export function ListEnd() {
  const { inbox } = useApp()
  const loading = useAppState((state) => state.inbox.loading)
  const problem = useAppState((state) => state.inbox.problem)
  const next = useAppState((state) => state.inbox.next)
  const count = useAppState((state) => state.inbox.items.length)
  if (problem !== null) {
    return <ErrorNote next={<Button onClick={inbox.loadOlder}>Try again</Button>}>{problem}</ErrorNote>
  }
  if (loading === 'older' || next !== null) {
    return (
      <div className="list-end">
        <span className="spinner" aria-hidden="true" />
        Loading older deliveries …
      </div>
    )
  }
  return <div className="list-end">{countOf(count, 'delivery', 'deliveries')} in all</div>
}
