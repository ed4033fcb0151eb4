import { type Verdict, verdicts } from '../../shared/model.ts'
import { formatFilter } from '../state/filter.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { countOf } from '../ui/format.ts'
import { Seal } from '../ui/Seal.tsx'
import { verdictNames } from '../ui/verdictNames.ts'
import { useSelection } from './useSelection.ts'

/** Head of the list: a seal for each verdict to narrow to it, and whether the list follows the newest. */
export function LedgerHead() {
  return (
    <div className="ledger-head">
      <fieldset className="ledger-seals">
        <legend className="unseen">Only one verdict</legend>
        {verdicts.map((verdict) => (
          <VerdictToggle key={verdict} verdict={verdict} />
        ))}
      </fieldset>
      <FollowState />
    </div>
  )
}

function VerdictToggle({ verdict }: { verdict: Verdict }) {
  const { navigation } = useApp()
  const filter = useAppState((state) => state.inbox.filter)
  const pressed = filter.verdict === verdict
  return (
    <button
      type="button"
      className="ledger-seal"
      aria-pressed={pressed}
      aria-label={verdictNames[verdict]}
      title={`${verdictNames[verdict]}: show ${pressed ? 'all again' : 'only these'}`}
      onClick={() => navigation.go({ filter: formatFilter({ ...filter, verdict: pressed ? null : verdict }) }, true)}
    >
      <Seal verdict={verdict} />
    </button>
  )
}

function FollowState() {
  const { following, select } = useSelection()
  const count = useAppState((state) => state.inbox.items.length)
  const more = useAppState((state) => state.inbox.next !== null)
  const paused = useAppState((state) => state.inbox.held !== null)
  return (
    <div className="ledger-state">
      <span className="muted numbers">
        {countOf(count, 'delivery', 'deliveries')}
        {more ? ' loaded' : ''}
      </span>
      <button
        type="button"
        className="ledger-follow"
        aria-pressed={following && !paused}
        title="Follow the newest delivery (l)"
        onClick={() => select(null)}
      >
        <span className="ledger-beat" aria-hidden="true" />
        Live
      </button>
    </div>
  )
}
