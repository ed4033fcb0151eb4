import { useCallback, useEffect } from 'react'
import { paneId } from '../../commands/parts.ts'
import { keysFor } from '../../commands/shortcuts.ts'
import { useShortcut } from '../../commands/useShortcut.ts'
import { keyNames } from '../../commands/words.ts'
import { deliveryTabs } from '../../data/state/route.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button } from '../../ui/Button.tsx'
import { CodeLine } from '../../ui/Code.tsx'
import { EmptyState, Loading } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { Split } from '../../ui/Split.tsx'
import { GoLiveChecklist } from '../setup/go-live/GoLiveChecklist.tsx'
import { RunDemo } from '../setup/go-live/RunDemo.tsx'
import { goLiveWords } from '../setup/go-live/words.ts'
import { AnnotationBar } from './AnnotationBar.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { FilterBar } from './FilterBar.tsx'
import { LedgerHead } from './LedgerHead.tsx'
import { ListBanners } from './ListBanners.tsx'
import { SavedFilterCommands } from './SavedFilters.tsx'
import { filterId, focusOn, listId } from './inboxParts.ts'
import { DeliveryPane, RateChart } from './laterParts.tsx'
import { useTogglePin } from './useAnnotations.ts'
import { useMark } from './useMark.ts'
import { useNewest } from './useNewest.ts'
import { useSelection } from './useSelection.ts'
import { emptyInboxWords, inboxWords } from './words.ts'
import styles from './InboxScreen.module.css'

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
  const empty = useAppState(({ inbox }) => inbox.items.length === 0)
  const comparing = useAppState(({ route }) => route.compare !== null)
  useInboxKeys()
  if (fresh) return <EmptyInbox />
  return (
    <Split
      name="list"
      initial={0.44}
      first={
        <section data-part="inbox" className={styles.inbox} aria-label={inboxWords.list}>
          <h1 className="unseen">{inboxWords.title}</h1>
          <FilterBar />
          <RateChart />
          <LedgerHead />
          <ListBanners />
          {empty ? <NothingListed /> : <DeliveryList />}
          <SavedFilterCommands />
        </section>
      }
      second={
        <div data-part="inbox-detail" className={styles.inboxDetail}>
          {!comparing && <AnnotationBar id={selectedId} />}
          <DeliveryPane id={selectedId} />
        </div>
      }
    />
  )
}

/** Nothing has arrived yet: the whole way in one click, what is left to do, and a line that works now. */
function EmptyInbox() {
  const url = useAppState((state) => state.feed.status?.receiver.url ?? null)
  return (
    <div className={styles.emptyInbox}>
      <section className={styles.emptyStart} aria-label={emptyInboxWords.nothingYet}>
        <Seal verdict="no-secret" size={56} />
        <h1>{emptyInboxWords.nothingYet}</h1>
        <p>{emptyInboxWords.nothingYetMore}</p>
        <RunDemo />
        {url !== null && <SendByHand url={url} />}
      </section>
      <section className={styles.emptySteps} aria-labelledby="empty-steps-title">
        <h2 id="empty-steps-title">{emptyInboxWords.goLive}</h2>
        <GoLiveChecklist />
      </section>
    </div>
  )
}

function SendByHand({ url }: { url: string }) {
  return (
    <>
      <CodeLine name={emptyInboxWords.addressName} text={url} what={emptyInboxWords.address} />
      <CodeLine
        name={emptyInboxWords.curlName}
        text={goLiveWords.curlLine(url)}
        language="bash"
        what={emptyInboxWords.curl}
      />
    </>
  )
}

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

/** The inbox's keys. Never a combination with Ctrl, Cmd or Alt: those are the browser's. */
function useInboxKeys(): void {
  const { navigation, inbox, store } = useApp()
  const toNewest = useNewest()
  const togglePin = useTogglePin()
  const mark = useMark()

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
    else navigation.go({ filter: '' }, true)
  }, [navigation])
  useShortcut('list.back', leave)

  useShortcut(
    'list.filter',
    useCallback(() => void focusOn(filterId), []),
  )
  useShortcut(
    'delivery.tabs',
    useCallback((key) => navigation.go({ tab: deliveryTabs[Number(key) - 1] ?? 'overview' }, true), [navigation]),
  )

  /** What is done with the delivery that is shown. */
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
    'delivery.mark',
    useCallback(() => withShown(mark), [withShown, mark]),
  )
}
