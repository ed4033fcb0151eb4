import { verdicts } from '../../../shared/codes/verdicts.ts'
import type { Verdict } from '../../../shared/model.ts'
import { formatDeliveryFilter } from '../../../shared/formatDeliveryFilter.ts'
import { verdictIn, withVerdict } from '../../data/state/filterTerms.ts'
import { useApp, useAppState, useIsStale } from '../../data/state/useApp.ts'
import { Seal } from '../../ui/Seal.tsx'
import { inboxWords } from './words.ts'
import { verdictNames } from '../../text/verdictNames.ts'
import { useNewest } from './useNewest.ts'
import { useSelection } from './useSelection.ts'
import { tip } from '../../ui/tip.ts'
import styles from './InboxScreen.module.css'

/** Head of the list: a seal for each verdict to narrow to it, and whether the list follows the newest. */
export function LedgerHead() {
  return (
    <div className={styles.ledgerHead}>
      <fieldset className={styles.ledgerSeals}>
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
  const name = verdictNames[verdict]
  const toggle = () =>
    navigation.go({ filter: formatDeliveryFilter(withVerdict(filter, pressed ? null : verdict)) }, true)
  return (
    <button
      type="button"
      className={styles.ledgerSeal}
      aria-pressed={pressed}
      aria-label={name}
      {...tip(pressed ? inboxWords.showAll(name) : inboxWords.showOnly(name))}
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
  const total = useAppState(({ inbox, feed }) =>
    inbox.environmentId === null || inbox.filter.terms.length > 0
      ? null
      : (feed.status?.counts.byEnvironment[inbox.environmentId] ?? null),
  )
  const held = useAppState((state) => state.inbox.held !== null || state.inbox.cut)
  const isStale = useIsStale()
  const toNewest = useNewest()
  return (
    <div className={styles.ledgerState}>
      <span className="muted numbers">{inboxWords.listed(count, more, total)}</span>
      <button
        type="button"
        className={styles.ledgerFollow}
        aria-pressed={following && !held && !isStale}
        {...tip(inboxWords.liveHint)}
        onClick={toNewest}
      >
        <span className={styles.ledgerBeat} aria-hidden="true" />
        {inboxWords.live}
      </button>
    </div>
  )
}
