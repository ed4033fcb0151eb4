import { compareDeliveryIds, type DeliverySummary } from '../../../../shared/model.ts'
import { useAppState } from '../../../data/state/useApp.ts'
import { InboxScreen } from '../../inbox/list/InboxScreen.tsx'
import { FlowLine, flowOf, useFirstRun } from '../presentation/FlowLine.tsx'
import { presentationWords } from '../presentation/words.ts'
import styles from './FirstRun.module.css'

/**
 * The inbox. While the first demo runs, and a moment longer, its delivery is shown on the picture instead: each station is
 * lit by the event of what happened there.
 */
export function InboxWithFirstRun() {
  const after = useFirstRun()
  const delivery = useAppState(({ feed }) => (after === null ? null : firstSince(feed.window, after)))
  if (delivery === null) return <InboxScreen />
  return (
    <section data-part="first-run" className={styles.picture} aria-label={presentationWords.firstRun}>
      <h1>{presentationWords.firstRun}</h1>
      <FlowLine stations={flowOf(delivery, false)} verdict={delivery.verdict} fresh />
    </section>
  )
}

/** The delivery of the demo, which runs in the sandbox. */
function firstSince(window: readonly DeliverySummary[], after: string): DeliverySummary | null {
  const isNew = ({ id, environmentId }: DeliverySummary) =>
    environmentId === 'sandbox' && compareDeliveryIds(id, after) > 0
  return window.findLast(isNew) ?? null
}
