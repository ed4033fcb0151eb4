import { useCallback, useEffect, useMemo } from 'react'
import { keysFor, paneId, useShortcut, Kbd } from '../../../commands/shortcuts.tsx'
import type { Environment } from '../../../../shared/wireTypes.ts'
import { keyNames } from '../../../commands/words.ts'
import type { AppState } from '../../../data/state/appStore.ts'
import { noPicks, canFetch } from '../../../data/state/deliveryCalls.ts'
import { deliveryTabs } from '../../../data/state/route.ts'
import { useApp, useAppState } from '../../../data/state/useApp.ts'
import { Button } from '../../../ui/basics/Button.tsx'
import { EmptyState, ErrorNote, Loading, lazily } from '../../../ui/notes/Notes.tsx'
import { Split } from '../../../ui/layout/Split.tsx'
import { useWidth } from '../../../ui/hooks/changes.ts'
import { storedUnfolded } from '../../monitor/charts/rateRanges.ts'
import { type ColumnLayout, layOutColumns, useListSettings } from './columns.ts'
import { filterId, focusOn, listId, useDelete, useMark, useNewest, useSelection, useTogglePin } from './inboxActions.ts'
import { DeliveryList, RowActions } from './DeliveryList.tsx'
import { FilterBar, SavedFilters } from './FilterBar.tsx'
import { LedgerHead, ListBanners } from './ListHead.tsx'
import { emptyInboxWords, inboxWords } from './words.ts'
import styles from './InboxScreen.module.css'

/** The open delivery, with its body, signature and comparison: more code than the list. */
const OpenDelivery = lazily(inboxWords.partDelivery, async () => (await import('./OpenDelivery.tsx')).OpenDelivery)

const RateChart = lazily(
  inboxWords.partChart,
  async () => (await import('../../monitor/charts/RateChart.tsx')).RateChart,
  () => <div className={styles.rateBandSpace} data-unfolded={storedUnfolded()} />,
)

/** Shown before the first delivery. */
const EmptyInbox = lazily(
  inboxWords.partStart,
  async () => (await import('./OpenDelivery.tsx')).EmptyInbox,
  () => null,
)

const ListFoot = lazily(
  inboxWords.partBars,
  async () => (await import('./ListBars.tsx')).ListFoot,
  () => null,
)

/** Parts that arrive after the inbox takes input, the one that is seen first before the others. */
export const laterInboxParts = [OpenDelivery, RateChart, EmptyInbox, RowActions, SavedFilters, ListFoot]

export function InboxScreen() {
  const { selectedId } = useSelection()
  const fresh = useAppState(
    ({ inbox, route }) =>
      inbox.items.length === 0 &&
      inbox.next === null &&
      inbox.loading === 'no' &&
      inbox.problem === null &&
      inbox.held === null &&
      inbox.filter.terms.length === 0 &&
      route.filter === '' &&
      route.deliveryId === null,
  )
  const deletion = useAppState((state) => state.deletion)
  useInboxKeys()
  if (fresh && deletion === null) return <EmptyInbox />
  return (
    <Split
      name="list"
      initial={0.44}
      first={<ListSide />}
      second={
        <div data-part="inbox-detail" className={styles.inboxDetail}>
          <OpenDelivery id={selectedId} />
        </div>
      }
    />
  )
}

/** The list with what narrows it and what leads through it. */
function ListSide() {
  const [part, width] = useWidth<HTMLElement>()
  const [{ columns }] = useListSettings()
  const empty = useAppState(({ inbox }) => inbox.items.length === 0)
  const presenting = useAppState((state) => state.route.present)
  const hasFollowUps = useAppState(({ inbox, feed }) => listsFollowUps(inbox, feed.environments))
  const layout = useMemo(
    () => (presenting ? presented : layOutColumns(columns, width, hasFollowUps ? [] : ['followUp'])),
    [presenting, columns, width, hasFollowUps],
  )
  return (
    <section ref={part} data-part="inbox" className={styles.inbox} aria-label={inboxWords.list}>
      <h1 className="unseen">{inboxWords.title}</h1>
      <FilterBar />
      <RateChart />
      <LedgerHead shown={layout.keys} />
      <ListBanners />
      {empty ? <NothingListed /> : <DeliveryList layout={layout} hasHeads={width >= headsFrom && !presenting} />}
      <ListFoot />
    </section>
  )
}

/** Whether the column of follow-ups has anything to say: in the list of all environments, for one of its rows. */
function listsFollowUps({ environmentId, items }: AppState['inbox'], environments: readonly Environment[]): boolean {
  const fetches = (id: string) => canFetch(environments.find((one) => one.id === id))
  return environmentId === null ? items.some((item) => fetches(item.environmentId)) : fetches(environmentId)
}

/** While presenting, rows are large: the style sheet says how wide these are. */
const presented: ColumnLayout = { keys: ['time', 'event', 'followUp'], template: 'none' }

/** Lists of this width and wider name their columns, px. */
const headsFrom = 460

/** The list has no rows: it is loading, nothing matches, nothing has arrived, or it is paused from the start. */
function NothingListed() {
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
          {emptyInboxWords.noMatchMore(state.environmentId === null)} <Kbd>{keyNames[escape] ?? escape}</Kbd>{' '}
          {emptyInboxWords.escClears}
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

/** The inbox's keys. Never a combination with Ctrl, Cmd or Alt: those are the browser's. */
function useInboxKeys(): void {
  const { navigation, inbox, store } = useApp()
  const toNewest = useNewest()
  const togglePin = useTogglePin()
  const mark = useMark()
  const remove = useDelete()

  /** Live: follow the newest. When it already does, hold the list still; when it is held, let it run. */
  const toggleLive = useCallback(() => {
    const { inbox: list, route } = store.getState()
    if (list.held === null && !list.cut && route.deliveryId === null) inbox.pause()
    else toNewest()
  }, [inbox, store, toNewest])
  useShortcut('list.live', toggleLive)

  const leave = useCallback(() => {
    const active = document.activeElement
    if (active !== null && active.closest(`#${paneId}`) !== null) focusOn(listId)
    else if (store.getState().inbox.picks.ids.size > 0) inbox.pick(noPicks)
    else navigation.go({ filter: '' }, true)
  }, [navigation, inbox, store])
  useShortcut('list.back', leave)

  useShortcut(
    'list.filter',
    useCallback(() => void focusOn(filterId), []),
  )
  useShortcut(
    'delivery.tabs',
    useCallback((key) => navigation.go({ tab: deliveryTabs[Number(key) - 1] ?? 'overview' }, true), [navigation]),
  )

  /** Actions on the shown delivery. */
  const withShown = useCallback(
    (act: (id: string) => void) => {
      const { inbox: list, route } = store.getState()
      const id = route.deliveryId ?? list.items[0]?.id
      if (id !== undefined) act(id)
    },
    [store],
  )
  useShortcut(
    'delivery.pin',
    useCallback(() => withShown(togglePin), [withShown, togglePin]),
  )
  useShortcut(
    'delivery.delete',
    useCallback(() => {
      const { inbox: list, route } = store.getState()
      const picked = [...list.picks.ids]
      if (picked.length > 0) remove(picked)
      // Not the followed newest delivery: it may have changed by the time the key is pressed.
      else if (route.deliveryId !== null) remove([route.deliveryId])
    }, [remove, store]),
  )
  useShortcut(
    'delivery.mark',
    useCallback(() => withShown(mark), [withShown, mark]),
  )
}
