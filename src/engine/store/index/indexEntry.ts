import { clockAheadMs } from '../../../shared/clock/clockHeader.ts'
import { transitMs } from '../../../shared/transit.ts'
import { isLate } from '../../../shared/filter/deliveryFilter.ts'
import { bodyHeadline } from '../../../shared/headline/headline.ts'
import { eventHeadline } from '../../../shared/headline/eventHeadline.ts'
import {
  type AnsweredBy,
  isGenuine,
  wasAccepted,
  type DeliveryHandshake,
  type DeliverySummary,
  type FollowUp,
  type ForwardSummary,
  type Headline,
  type Verdict,
} from '../../../shared/model.ts'
import { parseNotification } from '../../../shared/parseNotification.ts'
import { followUpSentence } from '../../../shared/words/callFailures.ts'
import { readEvent } from './readEvent.ts'
import { handshakeOf as handshakeNamed } from '../../../shared/signature/handshakes.ts'
import type { Meaning } from '../../../shared/signature/meaning.ts'
import type { Annotation } from '../write/annotationRow.ts'
import type { DeliveryHead } from '../write/deliveryHead.ts'
import type { NotedFollowUp } from '../records/jobs.ts'

/** The place of a delivery among the deliveries of its notification. */
export interface Repetition {
  /** An earlier delivery is at least as trustworthy. */
  duplicate: boolean
  /** Its place among those as trustworthy as it is, from 1; null when it carries no notification id. */
  nth: number | null
  /** The one before it was not answered 2xx in time. */
  retried: boolean
}

export const noRepetition: Repetition = { duplicate: false, nth: null, retried: false }

/** A delivery in the index: what a list shows, except its follow-up and the user's annotations. */
export interface IndexEntry extends Repetition {
  id: number
  environmentId: string
  receivedAt: number
  method: string
  size: number
  verdict: Verdict
  answeredStatus: number
  /** The rule that answered it, or null. */
  answeredBy: AnsweredBy | null
  notificationId: string | null
  resourceType: string | null
  resourceId: string | null
  action: string | null
  /** Events in the delivery of another sender; null for those of the service. */
  events: number | null
  /** The handshake that it is, or null. */
  handshake: Pick<DeliveryHandshake, 'name' | 'outcome'> | null
  /** Headline from its body; the fetched object may say more, see summaryOf. */
  headline: Headline | null
  /** Milliseconds since the epoch by the sender's clock, without a jump of the sandbox's; null where the notification says no moment. */
  createdAt: number | null
}

/** Longest value that the index keeps; whole ones are read from the body when a delivery is opened. */
const longestValue = 300

/** Facts read from a delivery's bytes. The rest of its entry may change until it is indexed. */
export type Said = Pick<
  IndexEntry,
  'notificationId' | 'resourceType' | 'resourceId' | 'action' | 'events' | 'headline' | 'createdAt'
>

/** Reads a body as `meaning` says (null: as a notification of the service). It takes longer than all else that a list does. */
export function readSaid(head: DeliveryHead, body: Uint8Array, meaning: Meaning | null): Said {
  const { notification } = parseNotification(body)
  const event = meaning === null ? null : readEvent(head.headers, body, meaning)
  const says =
    event === null
      ? { ...notification, createdAt: momentOf(notification.createdAtUtc, clockAheadMs(head)) }
      : {
          id: event.eventId,
          resourceType: event.objectType,
          resourceId: event.objectId,
          action: event.eventType,
          createdAt: event.happenedAt,
        }
  return {
    notificationId: cut(says.id),
    resourceType: cut(says.resourceType),
    resourceId: cut(says.resourceId),
    action: cut(says.action),
    events: event?.events ?? null,
    headline:
      (event === null ? null : eventHeadline(event, meaning?.headline?.minorUnits === true)) ??
      bodyHeadline(body, notification.changesText, event?.eventType ?? null),
    createdAt: says.createdAt,
  }
}

/** Builds the index entry of a delivery; calls `repetitionOf` if it carries a notification id. */
export function indexEntryOf(
  id: number,
  head: DeliveryHead,
  said: Said,
  repetitionOf: (environmentId: string, notificationId: string, genuine: boolean) => Repetition,
): IndexEntry {
  const { environmentId, receivedAt, method, size, verdict, answeredStatus, answer, handshake } = head
  const { notificationId } = said
  return {
    id,
    environmentId,
    receivedAt,
    method,
    size,
    verdict,
    answeredStatus,
    answeredBy: answer?.by ?? null,
    handshake,
    ...said,
    ...(notificationId === null ? noRepetition : repetitionOf(environmentId, notificationId, isGenuineHead(head))),
  }
}

/** Whether the delivery with this head is proven and was taken. */
export function isGenuineHead({ verdict, answeredStatus, answer }: DeliveryHead): boolean {
  return isGenuine({ verdict, answeredStatus, answeredBy: answer?.by })
}

/** To the millisecond: enough to measure with, not to order by. */
function momentOf(text: string | null, aheadMs: number): number | null {
  const at = text === null ? Number.NaN : Date.parse(text) - aheadMs
  return Number.isNaN(at) ? null : at
}

function cut(value: string | null): string | null {
  return value === null ? null : value.slice(0, longestValue)
}

/**
 * The fetched object's headline. Where a preset found the event's amount or customer, only a change is better: of a fetched
 * amount nothing tells whether it counts cents.
 */
function headlineOf(ofBody: Headline | null, ofObject: Headline | null): Headline | null {
  const isOfPreset = ofBody?.items[0]?.field === 'event'
  const isChange = ofObject?.items.some(({ kind }) => kind !== 'value') ?? false
  return isOfPreset && !isChange ? ofBody : (ofObject ?? ofBody)
}

/** An entry as the inbox lists it. `record` is the follow-up that was noted for this delivery, or null. */
export function summaryOf(
  entry: IndexEntry,
  record: NotedFollowUp | null,
  annotation: Annotation,
  forward: ForwardSummary | undefined,
): DeliverySummary {
  const { id, receivedAt, createdAt, events, handshake: _handshake, answeredBy, ...rest } = entry
  const sentToReceivedMs = transitMs(createdAt, receivedAt)
  return {
    ...rest,
    ...annotation,
    id: String(id),
    ...(events === null ? {} : { eventType: entry.action, events }),
    ...handshakeOf(entry),
    ...(forward === undefined ? {} : { forward }),
    ...(answeredBy === null ? {} : { answeredBy }),
    receivedAt: new Date(receivedAt).toISOString(),
    sentToReceivedMs,
    cameLate: isLate(sentToReceivedMs),
    headline: headlineOf(entry.headline, record?.headline ?? null),
    followUp: record?.followUp ?? followUpOf(entry),
  }
}

function handshakeOf({
  handshake,
}: IndexEntry): Pick<DeliverySummary, 'handshake' | 'handshakeLabel' | 'handshakeOutcome'> {
  if (handshake === null) return {}
  const { name, outcome } = handshake
  return { handshake: name, handshakeLabel: handshakeNamed(name)?.label ?? name, handshakeOutcome: outcome }
}

const unverifiedReasons: Record<Exclude<Verdict, 'valid' | 'valid-previous'>, string> = {
  invalid: 'Not fetched: the signature is not valid, so nothing proves who sent this.',
  unsigned: 'Not fetched: the delivery is not signed, so nothing proves who sent it.',
  malformed: 'Not fetched: the signature is malformed, so nothing proves who sent this.',
  'no-secret': 'Not fetched: the environment has no shared secret, so the signature could not be checked.',
  'cannot-tell': 'Not fetched: the signature could not be checked, so nothing proves who sent this.',
}

const noKey = { code: 'api-key-missing', fields: {} } as const

/** The state of a delivery's follow-up as long as none was noted. */
function followUpOf(entry: IndexEntry): FollowUp {
  // It speaks of the address and names no object.
  if (entry.handshake !== null) return { state: 'none', status: null, reason: null }
  const { verdict } = entry
  if (verdict !== 'valid' && verdict !== 'valid-previous') {
    return { state: 'skipped', status: null, reason: unverifiedReasons[verdict] }
  }
  if (!wasAccepted(entry)) {
    const reason = `Not fetched: the request was refused with ${entry.answeredStatus}, so its notification has yet to come.`
    return { state: 'skipped', status: null, reason }
  }
  if (entry.duplicate) {
    const reason =
      'Not fetched: an earlier delivery carries the same notification, and each is followed up once at most.'
    return { state: 'skipped', status: null, reason }
  }
  if (entry.notificationId === null || entry.resourceType === null || entry.resourceId === null) {
    return { state: 'none', status: null, reason: null }
  }
  // A follow-up for another sender shows as pending only once it has its job.
  if (entry.events !== null) return { state: 'skipped', status: null, reason: followUpSentence(noKey), why: noKey }
  return { state: 'waiting', status: null, reason: null }
}
