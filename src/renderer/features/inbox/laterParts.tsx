import { lazily } from '../../ui/lazily.tsx'
import { storedUnfolded } from '../charts/rateRanges.ts'
import { inboxWords } from './words.ts'
import styles from './InboxScreen.module.css'

/** The open delivery, with its body, signature and comparison: more code than the rest of the inbox. */
export const DeliveryPane = lazily(
  inboxWords.partDelivery,
  async () => (await import('../delivery/DeliveryPane.tsx')).DeliveryPane,
)

export const RateChart = lazily(
  inboxWords.partChart,
  async () => (await import('../charts/RateChart.tsx')).RateChart,
  () => <div className={styles.rateBandSpace} data-unfolded={storedUnfolded()} />,
)

/** The dialog that sends a delivery again, opened from a row's menu. */
export const ReplayOf = lazily(
  inboxWords.partReplay,
  async () => (await import('../delivery/replay/Replay.tsx')).ReplayOf,
  () => null,
)

/** How to load them before they are shown, the one that is missed first in front. */
export const preloadInbox = [DeliveryPane.preload, RateChart.preload, ReplayOf.preload]
