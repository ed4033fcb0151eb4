import { memo } from 'react'
import type { DeliverySummary } from '../../../shared/model.ts'
import { clockPieces, formatBytes, formatMoment, isToday, shortId } from '../../text/format.ts'
import type { ListRowProps } from '../../ui/ListBox.tsx'
import { Seal } from '../../ui/Seal.tsx'
import { rowWords } from './words.ts'
import styles from './DeliveryList.module.css'
import { FollowUpMark } from './FollowUpMark.tsx'
import { RowMarks } from './RowMarks.tsx'

/** What a row says of a delivery. Flags: `marked` waits for another one to be compared with, `fresh` came just now. */
export const DeliveryRow = memo(function DeliveryRow({ item: delivery, flags, born }: ListRowProps<DeliverySummary>) {
  return (
    <>
      <Seal verdict={delivery.verdict} labelled fresh={born.includes('fresh')} />
      <RowTime at={delivery.receivedAt} />
      <span className={delivery.resourceType === null ? `${styles.name} ${styles.plain}` : styles.name}>
        <span className={styles.type} data-term="type">
          {nameOf(delivery)}
        </span>
        <RowMarks delivery={delivery} marked={flags.includes('marked')} />
      </span>
      {delivery.resourceType !== null && (
        <span className={styles.action} data-term="action">
          {delivery.action}
        </span>
      )}
      <span className={styles.id} data-term="id">
        {delivery.resourceId === null ? '' : shortId(delivery.resourceId)}
      </span>
      <FollowUpMark followUp={delivery.followUp} />
      <span className={styles.size}>{formatBytes(delivery.size)}</span>
    </>
  )
})

/** The type, or what a request was that is no notification. */
function nameOf({ resourceType, answeredStatus, method }: DeliverySummary): string {
  if (resourceType !== null) return resourceType
  return answeredStatus === 200 ? rowWords.notANotification : rowWords.refused(method, answeredStatus)
}

/** Today's with milliseconds, which go where there is little room; older ones with their day. */
function RowTime({ at }: { at: string }) {
  if (!isToday(at)) return <span className={styles.time}>{formatMoment(at)}</span>
  const { seconds, digits, period } = clockPieces(at)
  return (
    <span className={styles.time}>
      {seconds}
      <span className={styles.parts}>{digits}</span>
      {period}
    </span>
  )
}
