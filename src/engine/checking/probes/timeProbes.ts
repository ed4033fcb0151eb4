import { placesOf } from '../../../shared/signature/signatureScheme.ts'
import { isDated, writtenMoment } from '../../signature/writtenMoment.ts'
import type { Probe } from '../subject/probe.ts'
import type { Subject } from '../subject/subject.ts'
import { asSending, sending, unlessTimed, unlessTimeSigned, withHeader, withTimestamp } from './parts.ts'

const minutes = 60_000

/** Deliveries whose time or id is wrong. */
export const timeProbes: readonly Probe[] = [
  {
    name: 'old',
    group: 'time',
    severity: 'high',
    source: 'Standard Webhooks; Svix',
    title: 'Signed a while ago, with a right signature',
    good: 'Old deliveries are refused.',
    fault: 'An old delivery is taken: a recorded one can be sent again for ever.',
    change: 'Refuse when the signed time is more than five minutes away from now.',
    skipReason: (subject) =>
      unlessTimed(subject) ??
      (subject.scheme.toleranceSeconds === null ? `${subject.scheme.label} sets no age limit.` : null),
    plan: (subject) => {
      const age = 2 * (subject.scheme.toleranceSeconds ?? 300) * 1000 + 5 * minutes
      return { sendings: sending(subject, 'refused', `signed ${Math.round(age / minutes)} minutes ago`, { age }) }
    },
  },
  {
    name: 'future',
    group: 'time',
    severity: 'low',
    source: 'Svix',
    title: 'Signed in the future',
    good: 'Deliveries from the future are refused.',
    fault: 'A delivery from the future is taken.',
    change: 'Compare the absolute difference between the signed time and now.',
    skipReason: (subject) =>
      unlessTimed(subject) ??
      (refusesFuture(subject) ? null : `${subject.scheme.label} does not ask for a limit on times ahead of now.`),
    plan: (subject) => {
      const age = -2 * (subject.scheme.toleranceSeconds ?? 300) * 1000 - 5 * minutes
      return { sendings: sending(subject, 'refused', `signed in ${Math.round(-age / minutes)} minutes`, { age }) }
    },
  },
  {
    name: 'timestamp-edited',
    group: 'time',
    severity: 'critical',
    source: 'Standard Webhooks',
    title: 'A new time with the old signature',
    good: 'The time is part of what is checked.',
    fault: 'Another time with the old signature is taken, so an old delivery becomes fresh.',
    change: 'Put the time of the header into the signed message, as the scheme says.',
    skipReason: unlessTimeSigned,
    plan: (subject) => ({
      sendings: asSending('refused', 'time changed by one', withTimestamp(subject, subject.delivery(), earlier)),
    }),
  },
  {
    name: 'odd-timestamp',
    group: 'time',
    severity: 'high',
    source: 'judgement',
    title: 'A missing time, a word, milliseconds for seconds',
    good: 'A time that cannot be read is refused.',
    fault: 'A delivery whose time cannot be read is taken.',
    change: 'Refuse when the time is missing or not a whole number; NaN compares as false.',
    risky: true,
    skipReason: unlessTimeSigned,
    plan: (subject) => ({
      sendings: (
        [
          ['no time', () => null],
          ['NaN', () => 'NaN'],
          ['empty', () => ''],
          ['in the wrong unit', otherUnit],
        ] as const
      ).flatMap(([what, change]) => asSending('refused', what, withTimestamp(subject, subject.delivery(), change))),
    }),
  },
  {
    name: 'id-edited',
    group: 'time',
    severity: 'high',
    source: 'Standard Webhooks',
    title: 'Another id with the old signature',
    good: 'The id is part of what is checked.',
    fault: 'Another id with the old signature is taken, so a guard against repetitions can be walked around.',
    change: 'Put the id of the header into the signed message, as the scheme says.',
    skipReason: ({ scheme }) =>
      scheme.idHeader !== null && 'message' in scheme && placesOf(scheme.message).includes('{id}')
        ? null
        : `${scheme.label} signs no id beside the body.`,
    plan: (subject) => ({
      sendings: asSending(
        'refused',
        'another id',
        withHeader(subject.delivery(), subject.scheme.idHeader ?? '', () => subject.newId()),
      ),
    }),
  },
]

/** Whether the sender's own libraries refuse times ahead of now: those of Standard Webhooks and Slack do, Stripe's do not. */
function refusesFuture({ scheme }: Subject): boolean {
  const isStandard = 'message' in scheme && scheme.message === '{id}.{timestamp}.{body}'
  return scheme.toleranceSeconds !== null && (isStandard || scheme.id === 'slack')
}

/** One second or millisecond earlier, written as it was. */
function earlier(time: string): string {
  return isDated(time) ? writtenMoment(Date.parse(time) - 1000, 'ms', time) : String(Number(time) - 1)
}

/** Milliseconds for seconds or a date, and seconds for milliseconds. */
function otherUnit(time: string): string {
  if (isDated(time)) return String(Date.parse(time))
  return time.length > 11 ? time.slice(0, -3) : `${time}000`
}
