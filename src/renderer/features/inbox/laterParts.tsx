import { lazily } from '../../ui/lazily.tsx'
import { storedUnfolded } from '../charts/rateRanges.ts'
import { inboxWords } from './words.ts'
import styles from './InboxScreen.module.css'

/** The open delivery, with its body, signature and comparison: more code than the rest of the inbox. */
export const DeliveryPane = lazily(
  inboxWords.partDelivery,
  async () => (await import('../delivery/DeliveryPane.tsx')).DeliveryPane,
)

/** Pin, note and mark of the open delivery. */
export const AnnotationBar = lazily(
  inboxWords.partDelivery,
  async () => (await import('./AnnotationBar.tsx')).AnnotationBar,
  () => <div className={styles.annotationSpace} />,
)

export const RateChart = lazily(
  inboxWords.partChart,
  async () => (await import('../charts/RateChart.tsx')).RateChart,
  () => <div className={styles.rateBandSpace} data-unfolded={storedUnfolded()} />,
)

/** What is shown before anything has arrived. */
export const EmptyInbox = lazily(
  inboxWords.partStart,
  async () => (await import('./EmptyInbox.tsx')).EmptyInbox,
  () => null,
)

/** What can be done with rows: the context menu, and the bar below the list while several are picked. */
export const RowActions = lazily(
  inboxWords.partActions,
  async () => (await import('./RowActions.tsx')).RowActions,
  () => null,
)

/** The names of the columns, with all that can be done with them. */
export const ColumnHeads = lazily(
  inboxWords.partColumns,
  async () => (await import('./ColumnHeads.tsx')).ColumnHeads,
  () => <div className={styles.headSpace} />,
)

/** The button with what the list shows. */
export const ListMenu = lazily(
  inboxWords.partColumns,
  async () => (await import('./ColumnHeads.tsx')).ListMenu,
  () => <span className={styles.menuSpace} />,
)

/** What a row of another sender without a type says: the presets of all senders are more than the inbox. */
export const NoTypeName = lazily(
  inboxWords.partSenders,
  async () => (await import('./NoTypeName.tsx')).NoTypeName,
  () => null,
)

/** What forwarding came to, in rows that were forwarded. */
export const ForwardMark = lazily(
  inboxWords.partForward,
  async () => (await import('./ForwardMark.tsx')).ForwardMark,
  () => null,
)

/** The saved filters below the filter's field, and in the palette. */
export const SavedFilters = lazily(
  inboxWords.partFilters,
  async () => (await import('./SavedFilters.tsx')).SavedFilters,
)
export const SavedFilterCommands = lazily(
  inboxWords.partFilters,
  async () => (await import('./SavedFilters.tsx')).SavedFilterCommands,
  () => null,
)

/** How to load them before they are shown, the one that is missed first in front. */
export const preloadInbox = [
  DeliveryPane.preload,
  AnnotationBar.preload,
  ColumnHeads.preload,
  RowActions.preload,
  RateChart.preload,
  SavedFilters.preload,
  EmptyInbox.preload,
  ForwardMark.preload,
]
