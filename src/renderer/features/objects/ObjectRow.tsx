import { Bell, Camera, ShieldQuestionMark } from 'lucide-react'
import { memo } from 'react'
import type { ObjectSummary } from '../../../shared/wireTypes.ts'
import { visibleText } from '../../text/visibleText.ts'
import { formatMoment, groupDigits, shortId } from '../../text/format.ts'
import type { ListRowProps } from '../../ui/ListBox.tsx'
import styles from './ObjectRow.module.css'
import { objectWords } from './words.ts'

/** The names over the columns, for the eye; each row says its own to screen readers. */
export function ObjectListHead() {
  return (
    <div className={`${styles.head} ${styles.columns}`} aria-hidden="true">
      <span>{objectWords.columns.type}</span>
      <span className={styles.id}>{objectWords.columns.id}</span>
      <span title={objectWords.actionNote}>{objectWords.columns.action}</span>
      <span className={styles.count} title={objectWords.notificationsNote}>
        <Bell />
      </span>
      <span className={styles.count} title={objectWords.snapshotsNote}>
        <Camera />
      </span>
      <span className={styles.first}>{objectWords.columns.first}</span>
      <span>{objectWords.columns.last}</span>
    </div>
  )
}

export const ObjectRow = memo(function ObjectRow({ item: object }: ListRowProps<ObjectSummary>) {
  const { resourceType, resourceId, lastAction, notifications, snapshots, firstSeenAt, lastSeenAt, unproven } = object
  return (
    <>
      <span className={styles.name}>
        {visibleText(resourceType)}
        {notifications === 0 && (
          <span title={objectWords.unprovenNote(unproven)}>
            <ShieldQuestionMark aria-hidden="true" />
            <span className="unseen">{objectWords.unproven}</span>
          </span>
        )}
      </span>
      <span className={`${styles.id} mono`} title={resourceId}>
        {shortId(visibleText(resourceId))}
      </span>
      <span className="muted">{lastAction}</span>
      <span className={styles.count}>
        {groupDigits(notifications)}
        <span className="unseen">{objectWords.notifications(notifications)}</span>
      </span>
      <span className={styles.count}>
        {groupDigits(snapshots)}
        <span className="unseen">{objectWords.snapshots(snapshots)}</span>
      </span>
      <span className={`${styles.first} muted`} aria-hidden="true" title={objectWords.utc(firstSeenAt)}>
        {formatMoment(firstSeenAt)}
      </span>
      <span className="muted" title={objectWords.utc(lastSeenAt)}>
        {formatMoment(lastSeenAt)}
      </span>
    </>
  )
})
