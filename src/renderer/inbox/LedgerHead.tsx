import { type Verdict, verdicts } from '../../shared/model.ts'
import { formatDeliveryFilter } from '../../shared/formatDeliveryFilter.ts'
import { verdictIn, withVerdict } from '../state/filterTerms.ts'
import { useApp, useAppState } from '../state/useApp.ts'
import { useIsStale } from '../state/useIsStale.ts'
import { Seal } from '../ui/Seal.tsx'
import { inboxWords } from '../words/inbox.ts'
import { verdictWords } from '../words/ui.ts'
import { useNewest } from './useNewest.ts'
import { useSelection } from './useSelection.ts'

/** Head of the list: a seal for each verdict to narrow to it, and whether the list follows the newest. */
export function LedgerHead() {
  return (
    <div className="ledger-head">
      <fieldset className="ledger-seals">
        <legend className="unseen">{inboxWords.onlyVerdict}</legend>
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
  const pressed = verdictIn(filter) === verdict
  const name = verdictWords[verdict]
  const toggle = () =>
    navigation.go({ filter: formatDeliveryFilter(withVerdict(filter, pressed ? null : verdict)) }, true)
  return (
    <button
      type="button"
      className="ledger-seal"
      aria-pressed={pressed}
      aria-label={name}
      title={pressed ? inboxWords.showAll(name) : inboxWords.showOnly(name)}
      onClick={toggle}
    >
      <Seal verdict={verdict} />
    </button>
  )
}

function FollowState() {
  const { following } = useSelection()
  const count = useAppState((state) => state.inbox.items.length)
  const more = useAppState((state) => state.inbox.next !== null || state.inbox.cut)
  const held = useAppState((state) => state.inbox.held !== null || state.inbox.cut)
  const isStale = useIsStale()
  const toNewest = useNewest()
  return (
    <div className="ledger-state">
      <span className="muted numbers">{inboxWords.loaded(count, more)}</span>
      <button
        type="button"
        className="ledger-follow"
        aria-pressed={following && !held && !isStale}
        title={inboxWords.liveHint}
        onClick={toNewest}
      >
        <span className="ledger-beat" aria-hidden="true" />
        {inboxWords.live}
      </button>
    </div>
  )
}
