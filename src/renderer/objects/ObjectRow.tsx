import { Bell, Camera, ShieldQuestionMark } from 'lucide-react'
import { memo } from 'react'
import type { ObjectSummary } from '../../shared/wireTypes.ts'
import { visibleText } from '../delivery/visibleText.ts'
import { formatClock, formatDay, groupDigits, isToday, shortId } from '../ui/format.ts'
import { objectWords } from '../words/objects.ts'

interface ObjectRowProps {
  object: ObjectSummary
  /** Distance from the top of the list, px. */
  top: number
  /** Place in the list, from 1. */
  position: number
  total: number
  selected: boolean
}

/** Ids are taken from places: what the names of an object may hold does not suit an id. */
export function objectRowId(position: number): string {
  return `object-row-${position}`
}

/** The names over the columns, for the eye; each row says its own to screen readers. */
export function ObjectListHead() {
  return (
    <div className="object-row object-head" aria-hidden="true">
      <span>{objectWords.columns.type}</span>
      <span className="object-id">{objectWords.columns.id}</span>
      <span title={objectWords.actionNote}>{objectWords.columns.action}</span>
      <span className="object-count" title={objectWords.notificationsNote}>
        <Bell />
      </span>
      <span className="object-count" title={objectWords.snapshotsNote}>
        <Camera />
      </span>
      <span className="object-first">{objectWords.columns.first}</span>
      <span>{objectWords.columns.last}</span>
    </div>
  )
}

export const ObjectRow = memo(function ObjectRow({ object, top, position, total, selected }: ObjectRowProps) {
  const { resourceType, resourceId, lastAction, notifications, snapshots, firstSeenAt, lastSeenAt, unproven } = object
  return (
    <div
      id={objectRowId(position)}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-setsize={total}
      aria-posinset={position}
      data-position={position}
      className="object-row"
      style={{ transform: `translateY(${top}px)` }}
    >
      <span className="object-name">
        {visibleText(resourceType)}
        {notifications === 0 && (
          <span title={objectWords.unprovenNote(unproven)}>
            <ShieldQuestionMark aria-hidden="true" />
            <span className="unseen">{objectWords.unproven}</span>
          </span>
        )}
      </span>
      <span className="object-id mono" title={resourceId}>
        {shortId(visibleText(resourceId))}
      </span>
      <span className="muted">{lastAction}</span>
      <span className="object-count">
        {groupDigits(notifications)}
        <span className="unseen">{objectWords.notifications(notifications)}</span>
      </span>
      <span className="object-count">
        {groupDigits(snapshots)}
        <span className="unseen">{objectWords.snapshots(snapshots)}</span>
      </span>
      <span className="object-first muted" aria-hidden="true" title={objectWords.utc(firstSeenAt)}>
        {timeOf(firstSeenAt)}
      </span>
      <span className="muted" title={objectWords.utc(lastSeenAt)}>
        {timeOf(lastSeenAt)}
      </span>
    </div>
  )
})

/** Today's with seconds, older ones with their day. */
function timeOf(at: string): string {
  return isToday(at) ? formatClock(at).slice(0, 8) : `${formatDay(at)} ${formatClock(at).slice(0, 5)}`
}
