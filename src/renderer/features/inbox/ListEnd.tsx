import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button, Spinner } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import styles from './DeliveryList.module.css'
import { inboxWords } from './words.ts'

/** The foot of the list: older ones are on their way, could not be had, or there are none. */
export function ListEnd() {
  const { inbox } = useApp()
  const loading = useAppState((state) => state.inbox.loading)
  const problem = useAppState((state) => state.inbox.problem)
  const next = useAppState((state) => state.inbox.next)
  const cut = useAppState((state) => state.inbox.cut)
  const count = useAppState((state) => state.inbox.items.length)
  const isFiltered = useAppState((state) => state.inbox.filter.terms.length > 0)
  if (problem !== null) {
    return <ErrorNote next={<Button onClick={inbox.loadOlder}>{inboxWords.tryAgain}</Button>}>{problem}</ErrorNote>
  }
  if (loading === 'older' || next !== null) {
    return (
      <div data-part="list-end" className={styles.end}>
        <Spinner />
        {inboxWords.loadingOlder}
      </div>
    )
  }
  if (cut) return <div className={styles.end} />
  return <div className={styles.end}>{isFiltered ? inboxWords.match(count) : inboxWords.inAll(count)}</div>
}
