import { Repeat2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { DeliverySummary } from '../../shared/model.ts'
import { formatBytes, formatClock, formatDay, shortId } from '../ui/format.ts'
import { Seal } from '../ui/Seal.tsx'
import { FollowUpMark } from './FollowUpMark.tsx'

interface DeliveryRowProps {
  delivery: DeliverySummary
  /** Distance from the top of the list, px. */
  top: number
  /** Place in the list, from 1. */
  position: number
  total: number
  selected: boolean
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

export const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { delivery, top, position, total, selected, calm } = props
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
      style={{ transform: `translateY(${top}px)` }}
    >
      <Seal verdict={delivery.verdict} labelled fresh={fresh} />
      <span className="row-time">{timeOf(delivery.receivedAt)}</span>
      <NameOf delivery={delivery} />
      {delivery.resourceType !== null && <span className="row-action">{delivery.action}</span>}
      <span className="row-id">{delivery.resourceId === null ? '' : shortId(delivery.resourceId)}</span>
      <FollowUpMark followUp={delivery.followUp} />
      <span className="row-size">{formatBytes(delivery.size)}</span>
      <span className="row-mark">
        {delivery.duplicate && (
          <>
            <Repeat2 className="row-duplicate" aria-hidden="true" />
            <span className="unseen">Duplicate: this notification had arrived before</span>
          </>
        )}
      </span>
    </div>
  )
})

/** The type, or what a request was that is no notification. */
function NameOf({ delivery }: { delivery: DeliverySummary }) {
  if (delivery.resourceType !== null) return <span className="row-type">{delivery.resourceType}</span>
  const refused = delivery.answeredStatus !== 200
  return (
    <span className="row-type row-plain">
      {refused ? `${delivery.method} → ${delivery.answeredStatus}` : 'not a notification'}
    </span>
  )
}

/** Today's with milliseconds, older ones with their day. */
function timeOf(receivedAt: string): string {
  const isToday = new Date(receivedAt).toDateString() === new Date().toDateString()
  return isToday ? formatClock(receivedAt) : `${formatDay(receivedAt)} ${formatClock(receivedAt).slice(0, 5)}`
}
