import type { FollowUpWhy } from '../../../../shared/codes/callFailures.ts'
import { type FollowUp, isVerified, type Verdict } from '../../../../shared/model.ts'
import { formatClock, formatDay, formatWait, isToday } from '../../../text/format.ts'

/** Texts of a follow-up's panel, other than its state. */
export const followUpPanelWords = {
  followUp: 'Follow-up',
  endedBefore: 'It had ended before it could be cancelled.',
  cancel: 'Cancel',
  runAgain: 'Run follow-up again',
} as const

/** The path of a type, next to the failure that it caused. */
export const repairWords = {
  title: (type: string) => `Path of ${type}`,
  example: 'For example /api/trust/v1/payments/{resourceId}',
  attempt: 'Try with this delivery',
  fetched: 'The object was fetched with this path.',
  saved: (count: number) =>
    count === 0 ? 'Saved.' : `Saved. Retrying ${count} ${count === 1 ? 'follow-up' : 'follow-ups'}.`,
} as const

export interface FollowUpWords {
  /** Where it stands, in a few words. */
  word: string
  /** Why, and what to do next, as sentences. */
  why: string
  state: 'done' | 'failed' | 'open' | 'none'
  /** The screen where the cause is repaired, when the sentence names one. */
  fix: { screen: 'object-paths' | 'access'; label: string } | null
}

interface FollowedUp {
  followUp: FollowUp
  action: string | null
  verdict: Verdict
  duplicate: boolean
}

/** Where the follow-up of a delivery stands, for the user. Pure. */
export function followUpWords(delivery: FollowedUp): FollowUpWords {
  const { state, reason, why } = delivery.followUp
  return {
    ...stateWords(delivery),
    why: reason ?? usualWhy(delivery),
    fix: why == null || state === 'waiting' ? null : (placesToFix[why.code] ?? null),
  }
}

/** When one that waits is tried again, in local time and how long that is; null where it is not. Pure. */
export function nextTryWords({ state, dueAt }: FollowUp, now: number): string | null {
  if (state !== 'waiting' || dueAt == null) return null
  const left = Date.parse(dueAt) - now
  if (left <= 0) return 'The next try is due now.'
  const clock = formatClock(dueAt, 'second')
  return `Next try at ${isToday(dueAt, now) ? clock : `${formatDay(dueAt, now)}, ${clock}`}, in ${formatWait(left)}.`
}

function stateWords({ followUp, action }: FollowedUp): Pick<FollowUpWords, 'word' | 'state'> {
  const { state, status, reason, why } = followUp
  // The object of a creation may appear a moment after its notification.
  const notYet = status === 404 && action?.toLowerCase() === 'create'
  switch (state) {
    case 'waiting':
      if (reason === null) return { word: 'Waits for its turn', state: 'open' }
      return { word: notYet ? 'Not found (404), will be tried again' : 'Waits to be tried again', state: 'open' }
    case 'running':
      return { word: 'Is being fetched', state: 'open' }
    case 'done':
      return { word: 'Object fetched', state: 'done' }
    case 'failed':
      if (why?.code === 'cancelled-by-hand') return { word: 'Cancelled', state: 'failed' }
      return { word: notYet ? 'Not found (404)' : 'Object not fetched', state: 'failed' }
    case 'skipped':
      return { word: 'Skipped', state: 'none' }
    case 'none':
      return { word: 'No follow-up', state: 'none' }
  }
}

function usualWhy({ followUp, verdict, duplicate }: FollowedUp): string {
  switch (followUp.state) {
    case 'waiting':
      return 'Others are fetched before it, or the service asked for a pause.'
    case 'running':
      return 'The request is under way; its answer appears here.'
    case 'done':
      return 'The service answered with the object that the notification names.'
    case 'failed':
      return 'The attempts say what the service answered.'
    case 'skipped':
    case 'none':
      if (!isVerified(verdict))
        return 'Only a notification with a valid signature is followed up: anyone else could steer the request.'
      return duplicate
        ? 'This notification had come before, and each is followed up once.'
        : 'No request was made for this notification.'
  }
}

const resourcePaths = { screen: 'object-paths', label: 'Open Object paths' } as const
const access = { screen: 'access', label: 'Open Connection' } as const

/** Where what is wrong can be corrected; what is not listed cannot be corrected here. */
const placesToFix: Partial<Record<FollowUpWhy['code'], FollowUpWords['fix']>> = {
  'no-path': resourcePaths,
  'path-leaves-base': resourcePaths,
  'nothing-at-assumed-path': resourcePaths,
  'nothing-there': resourcePaths,
  'answer-empty': resourcePaths,
  'answer-not-json': resourcePaths,
  'no-base-url': access,
  'api-key-missing': access,
  'credentials-missing': access,
  'credentials-refused': access,
  'client-unknown': access,
  'token-request-refused': access,
  'provider-redirects': access,
  'provider-gave-no-token': access,
  'service-redirects': access,
  'token-refused': access,
}
