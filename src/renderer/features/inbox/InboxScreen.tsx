import { useAppState } from '../../data/state/useApp.ts'
import { Split } from '../../ui/Split.tsx'
import { inboxWords } from './words.ts'
import { AnnotationBar } from './AnnotationBar.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { EmptyInbox } from './EmptyInbox.tsx'
import { FilterBar } from './FilterBar.tsx'
import { LedgerHead } from './LedgerHead.tsx'
import { DeliveryPane, RateChart } from './laterParts.tsx'
import { ListBanners } from './ListBanners.tsx'
import { NothingListed } from './NothingListed.tsx'
import { SavedFilterCommands } from './SavedFilters.tsx'
import { useInboxKeys } from './useInboxKeys.ts'
import { useSelection } from './useSelection.ts'
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
