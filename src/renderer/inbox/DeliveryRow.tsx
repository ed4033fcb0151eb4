import { memo, useState } from 'react'
import type { DeliverySummary } from '../../shared/model.ts'
import { formatBytes, formatClock, formatDay, isToday, shortId } from '../ui/format.ts'
import { Seal } from '../ui/Seal.tsx'
import { rowWords } from '../words/inbox.ts'
import { FollowUpMark } from './FollowUpMark.tsx'
import { RowMarks } from './RowMarks.tsx'

interface DeliveryRowProps {
  delivery: DeliverySummary
  /** Distance from the top of the list, px. */
  top: number
  /** Place in the list, from 1. */
  position: number
  /** -1: nobody knows. */
  total: number
  selected: boolean
  /** It waits for another one to be compared with. */
  marked: boolean
  /** It may slide in: it arrives while nothing else does. */
  calm: boolean
}

const idPrefix = 'delivery-'

export function rowId(deliveryId: string): string {
  return idPrefix + deliveryId
}

/** The delivery whose row an element belongs to, or null. */
export function deliveryIdAt(element: Element): string | null {
  const row = element.closest('[role="option"]')
  return row?.id.startsWith(idPrefix) === true ? row.id.slice(idPrefix.length) : null
}

/** A row in its place. When others arrive its place changes, and what stands in it does not. */
export const DeliveryRow = memo(function DeliveryRow({
  delivery,
  top,
  position,
  total,
  selected,
  marked,
  calm,
}: DeliveryRowProps) {
  // Decided once, when the row appears: what arrived this moment slides in, what is scrolled to does not.
  const [fresh] = useState(() => calm && Math.abs(Date.now() - Date.parse(delivery.receivedAt)) < 1500)
  return (
    <div
      id={rowId(delivery.id)}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={position}
      className="delivery-row"
      data-fresh={fresh || undefined}
      data-marked={marked || undefined}
      style={{ top }}
    >
      <RowContent delivery={delivery} marked={marked} fresh={fresh} />
    </div>
  )
})

interface RowContentProps {
  delivery: DeliverySummary
  marked: boolean
  fresh: boolean
}

const RowContent = memo(function RowContent({ delivery, marked, fresh }: RowContentProps) {
  return (
    <>
      <Seal verdict={delivery.verdict} labelled fresh={fresh} />
      <RowTime at={delivery.receivedAt} />
      <span className={delivery.resourceType === null ? 'row-name row-plain' : 'row-name'}>
        <span className="row-type">{nameOf(delivery)}</span>
        <RowMarks delivery={delivery} marked={marked} />
      </span>
      {delivery.resourceType !== null && <span className="row-action">{delivery.action}</span>}
      <span className="row-id">{delivery.resourceId === null ? '' : shortId(delivery.resourceId)}</span>
      <FollowUpMark followUp={delivery.followUp} />
      <span className="row-size">{formatBytes(delivery.size)}</span>
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
  if (!isToday(at)) return <span className="row-time">{`${formatDay(at)} ${formatClock(at).slice(0, 5)}`}</span>
  const [seconds, parts] = formatClock(at).split('.')
  return (
    <span className="row-time">
      {seconds}
      <span className="row-parts">.{parts}</span>
    </span>
  )
}
