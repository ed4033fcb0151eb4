import type { FilterKey, filterMarks } from '../../../shared/deliveryFilter.ts'
import type { FollowUpState } from '../../../shared/model.ts'
import { formatClock, formatDay, groupDigits } from '../../text/format.ts'

/** What each key of the filter is about. */
export const filterKeyHints: Readonly<Record<FilterKey, string>> = {
  verdict: 'outcome of the signature check',
  type: 'kind of object',
  action: 'what happened to it',
  id: 'of the delivery, notification or object',
  status: 'state of the follow-up',
  is: 'late, duplicate, retried, pinned, noted',
  method: 'of the request',
  after: 'from then on: a moment, or 10m ago',
  before: 'until then: a moment, or 10m ago',
}

export const filterValueHints: Readonly<{
  status: Record<FollowUpState, string>
  is: Record<(typeof filterMarks)[number], string>
  ago: (span: string) => string
}> = {
  status: {
    none: 'names no object',
    waiting: 'still to be fetched',
    running: 'being fetched',
    done: 'object fetched',
    failed: 'object not fetched',
    skipped: 'not to be fetched',
  },
  is: {
    late: 'came late after it was sent',
    duplicate: 'came before already',
    retried: 'sent again for want of a good answer',
    pinned: 'pinned by you',
    noted: 'with a note of yours',
  },
  ago: (span) => `${span} ago`,
}

/** How often a value occurs among the deliveries that the page holds. */
export function seenHint(count: number): string {
  return count === 0 ? 'none of the newest' : `${groupDigits(count)} of the newest deliveries`
}

/** A moment of `after:` and `before:` as a chip shows it: local time for instants, "10m ago" as typed. */
export function momentWords(value: string): string {
  if (/^\d+[smhd]$/i.test(value)) return filterValueHints.ago(value)
  return /T/i.test(value)
    ? `${formatDay(value)} ${formatClock(value, new Date(value).getMilliseconds() === 0 ? 'second' : 3)}`
    : value
}
