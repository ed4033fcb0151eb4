import { DeliveryPane } from '../delivery/DeliveryPane.tsx'
import { isFiltered } from '../state/filter.ts'
import { useAppState } from '../state/useApp.ts'
import { Split } from '../ui/Split.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { EmptyInbox } from './EmptyInbox.tsx'
import { FilterBar } from './FilterBar.tsx'
import { LedgerHead } from './LedgerHead.tsx'
import { NothingListed } from './NothingListed.tsx'
import { PausedBanner } from './PausedBanner.tsx'
import { useInboxKeys } from './useInboxKeys.ts'
import { useSelection } from './useSelection.ts'
import './InboxScreen.css'

export function InboxScreen() {
  const { selectedId } = useSelection()
  const fresh = useAppState(
    ({ inbox, route }) =>
      inbox.items.length === 0 &&
      inbox.next === null &&
      inbox.loading === 'no' &&
      inbox.problem === null &&
      inbox.held === null &&
      !isFiltered(inbox.filter) &&
      route.deliveryId === null,
  )
  const empty = useAppState(({ inbox }) => inbox.items.length === 0)
  useInboxKeys()
  if (fresh) return <EmptyInbox />
  return (
    <Split
      name="list"
      initial={0.44}
      first={
        <section className="inbox" aria-label="Deliveries">
          <h1 className="unseen">Inbox</h1>
          <FilterBar />
          <LedgerHead />
          <PausedBanner />
          {empty ? <NothingListed /> : <DeliveryList />}
        </section>
      }
      second={<DeliveryPane id={selectedId} />}
    />
  )
}
