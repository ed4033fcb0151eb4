import { useApp, useAppState } from '../state/useApp.ts'
import { Button } from '../ui/Button.tsx'
import { countOf } from '../ui/format.ts'

/** The list stands still. Counts what arrived meanwhile; screen readers hear of the pause, not of each count. */
export function PausedBanner() {
  const { inbox } = useApp()
  const count = useAppState((state) => state.inbox.held?.count ?? null)
  if (count === null) return null
  return (
    <div className="paused-banner">
      <output>Paused.</output>
      <span className="numbers">
        {count === 0 ? 'Nothing new so far.' : `${countOf(count, 'new delivery', 'new deliveries')}.`}
      </span>
      <Button look="quiet" onClick={inbox.resume}>
        {count === 0 ? 'Resume' : 'Show'}
      </Button>
    </div>
  )
}
