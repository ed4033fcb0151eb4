import { isPaused } from '../../data/state/inboxState.ts'
import { useApp, useAppState } from '../../data/state/useApp.ts'
import { Button } from '../../ui/Button.tsx'
import { inboxWords } from './words.ts'
import styles from './InboxScreen.module.css'

/** What holds for the whole list just now: it is paused, it begins further down, a row is marked. */
export function ListBanners() {
  return (
    <>
      <PausedBanner />
      <CutBanner />
      <MarkedBanner />
    </>
  )
}

/** The list stands still. Counts what arrived meanwhile; screen readers hear of the pause, not of each count. */
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
