import { useQuery } from '@tanstack/react-query'
import { Button, tip } from '../../../ui/basics/Button.tsx'
import { ArrowUp } from 'lucide-react'
import { verdicts } from '../../../../shared/codes/signature/verdicts.ts'
import type { Verdict } from '../../../../shared/model.ts'
import { formatDeliveryFilter } from '../../../../shared/filter/formatDeliveryFilter.ts'
import { countDeliveries } from '../../../data/state/deliveryCalls.ts'
import { hasWords, verdictIn, withVerdict } from '../../../data/state/filterTerms.ts'
import { useApp, useAppState, useIsStale } from '../../../data/state/useApp.ts'
import { groupDigits } from '../../../../shared/words/counts.ts'
import { Seal } from '../../../ui/basics/Seal.tsx'
import type { ColumnKey } from './columns.ts'
import { ListMenu } from './ColumnHeads.tsx'
import { inboxWords } from './words.ts'
import { verdictNames } from '../../../text/verdictWords.ts'
import { focusOn, listId, useNewest, useSelection } from './inboxActions.ts'
import styles from './InboxScreen.module.css'
import { isPaused, isReading } from '../../../data/state/inboxState.ts'

/**
 * Head of the list: a button for each verdict that is there to narrow to it, whether the list follows the newest, and what it shows.
 * @param shown the columns
 */
export function LedgerHead({ shown }: { shown: readonly ColumnKey[] }) {
  const presenting = useAppState((state) => state.route.present)
  const counts = useVerdictCounts()
  const filter = useAppState((state) => state.inbox.filter)
  // One that no delivery has leaves nothing to narrow to. A search for words is not counted: any may be there.
  const shownVerdicts = verdicts.filter(
    (verdict) => hasWords(filter) || (counts?.[verdict] ?? 0) > 0 || verdictIn(filter) === verdict,
  )
  return (
    <div className={styles.ledgerHead}>
      <fieldset className={styles.ledgerSeals} data-many={shownVerdicts.length > maxNamed || undefined}>
        <legend className="unseen">{inboxWords.onlyVerdict}</legend>
        {shownVerdicts.map((verdict) => (
          <VerdictToggle key={verdict} verdict={verdict} count={counts?.[verdict]} />
        ))}
      </fieldset>
      <FollowState />
      {!presenting && <ListMenu shown={shown} />}
    </div>
  )
}

/** More of them stand without their names in narrow lists. */
const maxNamed = 3

/** Number of deliveries by verdict; undefined until they are counted, or when search words narrow the list. */
function useVerdictCounts(): Partial<Record<Verdict, number>> | undefined {
  const { client } = useApp()
  const environmentId = useAppState(({ inbox }) => inbox.environmentId)
  const filter = useAppState(({ inbox }) => inbox.filter)
  const counted = { environmentId, filter: formatDeliveryFilter(withVerdict(filter, null)) }
  const { data } = useQuery({
    queryKey: [['rates'], { byVerdict: counted }],
    queryFn: async ({ signal }) => (await countDeliveries(client, counted, signal))?.byVerdict ?? {},
    enabled: !hasWords(filter),
  })
  return data
}

interface VerdictToggleProps {
  verdict: Verdict
  /** Undefined while unknown. */
  count: number | undefined
}

function VerdictToggle({ verdict, count }: VerdictToggleProps) {
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
      {...tip(inboxWords.withCount(pressed ? inboxWords.showAll(name) : inboxWords.showOnly(name), count))}
      onClick={toggle}
    >
      <Seal verdict={verdict} />
      {count !== undefined && count > 0 && (
        <span className={styles.ledgerCount} aria-hidden="true">
          {groupDigits(count)}
        </span>
      )}
      <span className={styles.ledgerName}>{name}</span>
    </button>
  )
}

function FollowState() {
  const { following } = useSelection()
  const count = useAppState((state) => state.inbox.items.length)
  const more = useAppState((state) => state.inbox.next !== null || state.inbox.cut)
  const total = useAppState(({ inbox, feed }) =>
    inbox.filter.terms.length > 0 || feed.status === null
      ? null
      : inbox.environmentId === null
        ? feed.status.counts.deliveries
        : (feed.status.counts.byEnvironment[inbox.environmentId] ?? null),
  )
  const held = useAppState((state) => state.inbox.held !== null || state.inbox.cut)
  const newer = useAppState(({ inbox }) => (isReading(inbox) ? (inbox.held?.count ?? 0) : 0))
  const isStale = useIsStale()
  const toNewest = useNewest()
  const listed = inboxWords.listed(count, more, total)
  return (
    <div className={styles.ledgerState} title={listed}>
      {newer === 0 ? <span className="muted numbers">{listed}</span> : <Newer count={newer} />}
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

/** Banners about the whole list: it is paused, it starts at an older delivery, or a row is marked. */
export function ListBanners() {
  return (
    <>
      <PausedBanner />
      <CutBanner />
      <MarkedBanner />
    </>
  )
}

/** Counts deliveries that arrive during a pause; screen readers announce the pause, not each count. */
function PausedBanner() {
  const { inbox } = useApp()
  const paused = useAppState((state) => isPaused(state.inbox))
  const count = useAppState((state) => state.inbox.held?.count ?? 0)
  if (!paused) return null
  return (
    <div className={`${styles.listBanner} ${styles.listBannerPaused}`}>
      <output>{inboxWords.paused}</output>
      <span className="numbers truncate">{inboxWords.newSince(count)}</span>
      <Button look="quiet" onClick={inbox.resume}>
        {count === 0 ? inboxWords.resume : inboxWords.show}
      </Button>
    </div>
  )
}

function CutBanner() {
  const { inbox, navigation } = useApp()
  const cut = useAppState((state) => state.inbox.cut)
  if (!cut) return null
  const toNewest = () => {
    inbox.toNewest()
    navigation.go({ deliveryId: null }, true)
  }
  return (
    <div className={styles.listBanner}>
      <span className="truncate">{inboxWords.cut}</span>
      <Button look="quiet" onClick={toNewest}>
        {inboxWords.showNewest}
      </Button>
    </div>
  )
}

function MarkedBanner() {
  const { navigation } = useApp()
  const marked = useAppState((state) => state.route.marked)
  if (marked === null) return null
  return (
    <div className={styles.listBanner}>
      <output className="truncate">{inboxWords.marked(marked)}</output>
      <Button look="quiet" onClick={() => navigation.go({ marked: null }, true)}>
        {inboxWords.unmark}
      </Button>
    </div>
  )
}

/** Counts newer deliveries while the user reads, and scrolls to them. Replaces a count, so the layout does not move. */
function Newer({ count }: { count: number }) {
  const toNewest = useNewest()
  const onClick = () => {
    toNewest()
    // The button disappears: move the focus to the list.
    focusOn(listId)
  }
  return (
    <button type="button" className={styles.newer} {...tip(inboxWords.liveHint)} onClick={onClick}>
      <ArrowUp aria-hidden="true" />
      <span className="truncate">{inboxWords.newer(count)}</span>
    </button>
  )
}
