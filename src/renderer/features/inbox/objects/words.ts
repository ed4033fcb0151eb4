import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import type { FollowUpReason } from '../../../../shared/codes/callFailures.ts'
import { type FollowUp, isVerified, type Verdict } from '../../../../shared/model.ts'
import { formatClock, formatDay, formatWait, isToday } from '../../../text/format.ts'

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

/** Texts of the list of objects. */
export const objectWords = {
  showDeliveries: 'Show its deliveries',
  title: 'Objects',
  loading: 'objects',
  tryAgain: 'Try again',
  list: 'Objects, newest activity first',
  /** Below the list: "12 objects in all; 3 deliveries are not counted yet". */
  end: (count: number, more: boolean, loadingOlder: boolean, behind: number) =>
    [
      `${countOf(count, 'object')} ${more ? 'loaded' : 'in all'}`,
      loadingOlder ? ', older ones are being loaded …' : '',
      behind > 0 ? `; ${countOf(behind, 'delivery is', 'deliveries are')} not counted yet` : '',
    ].join(''),

  find: 'Find objects',
  findExample: 'Id or type',
  clear: 'Clear the words',
  type: 'Type',
  allTypes: 'All types',

  noMatch: 'No object matches',
  noMatchHint: 'Words are looked for at the beginning of ids and anywhere in types.',
  showAll: 'Show all objects',
  none: 'No objects yet',
  noneHint:
    'Each notification names an object. Once one has come, its object is listed here, with every notification of it, each state in which it was fetched, and what changed in between.',

  columns: {
    object: 'Object',
    id: 'Id',
    notified: 'Notified',
    fetched: 'Fetched',
    first: 'First seen',
    last: 'Last seen',
  },
  objectNote: 'Its type and state, as last fetched',
  notificationsNote: 'Notifications, each counted once',
  snapshotsNote: 'Snapshots: how often the object was fetched',
  unprovenNote: (unproven: number) => `Nothing proves that the service named it: ${deliveries(unproven)}`,
  unproven: ', not proven',
  notifications: (count: number) => (count === 1 ? ' notification,' : ' notifications,'),
  snapshots: (count: number) => (count === 1 ? ' snapshot, last seen ' : ' snapshots, last seen '),
  utc: (iso: string) => `${iso} (UTC)`,
  linkToStory: 'Object history',
}

/** Texts of the story of an object. */
export const storyWords = {
  pane: 'Story of the object',
  notChosen: 'No object chosen',
  notChosenHint: 'Choose one in the list to see all its notifications, and how it really changed.',
  loading: 'the story',
  tryAgain: 'Try again',
  idToCopy: "the object's id",
  counts: (notifications: number, snapshots: number) =>
    `${countOf(notifications, 'notification')}, ${countOf(snapshots, 'snapshot')}`,
  /** {first} and {last}: times. */
  seen: ' · first seen {first} · last seen {last}',
  list: 'Story, newest first',
  notification: 'Notification',
  notificationUnseen: ' notification',
  snapshot: 'Snapshot',
  /** {at} and {other}: times. */
  overtaken: 'It was created {at}; the one that had come before was created {other}.',
  noSnapshots: 'No snapshot so far: the object was not fetched. Each notification below says why.',
  followUp: 'Follow-up:',
  seeFollowUp: 'See its follow-up',
  deliveriesOf: (count: number) => `${deliveries(count)} of it`,
  /** For a delivery from a file, the part of its id after the file's. */
  delivery: (id: string) => `delivery ${id.split('.').at(-1)}`,
  ofFile: 'Object history in the file',
  asItWas: 'The object as it was',
}

/** A notification's claims, next to the real differences. */
export const claimWords = {
  said: 'What its changes say',
  differs: 'What really differs',
  notFetched: 'No snapshot shows it: the object was not fetched since.',
  null: 'null',
  nullMeans: 'says nothing: the object may have changed anyway.',
  namesOnly: 'Names only',
  changes: 'Changes',
  unclaimed: 'Changed, not claimed',
  unchanged: 'Claimed, but equal to before',
  whole: 'the whole object',
  places: (name: string) => `${name}:`,
  first: 'This is the first snapshot of this object.',
  notJson: 'One of the two is not JSON, so they cannot be compared.',
  same: 'Nothing differs from the snapshot before.',
  placesDiffer: (count: number) => `${countOf(count, 'place differs', 'places differ')} from the snapshot before`,
}

/** Findings about a point of a story, visible at a glance. */
export const flagWords = {
  missed: 'changed without a notification',
  late: 'its notification came later',
  silent: 'changed, but not listed',
  outOfOrder: 'out of order',
  unclaimed: 'changed, not claimed',
  equal: 'claimed but equal',
  unproven: 'not proven',
  repeated: (times: number) => `came ${groupDigits(times)} times`,
}

/** The story as a chart. */
export const storyChartWords = {
  label: 'The story on a time axis',
  keys: 'Arrow keys move through the story from the oldest on, Enter goes to what is said about it.',
  lanes: { notification: 'Notified', snapshot: 'Fetched' },
  caption: 'The story, oldest first',
  columns: { at: 'Time', what: 'What', flags: 'To be seen', delivery: 'Delivery' },
  times: (count: number) => `×${groupDigits(count)}`,
  key: {
    notification: 'notification',
    snapshot: 'snapshot',
    outOfOrder: flagWords.outOfOrder,
    missed: flagWords.missed,
    silent: flagWords.silent,
    repeated: 'came several times',
  },
  spoken: (name: string, at: string, flags: readonly string[], place: number, of: number) =>
    `${[name, at, ...flags].join(', ')}; ${groupDigits(place)} of ${groupDigits(of)}`,
  start: (count: number, from: string, to: string) =>
    count === 1 ? `1 event at ${from}` : `${groupDigits(count)} events from ${from} to ${to}`,
}

/** Texts of a table of places where two values differ. */
export const differenceWords = {
  movedFrom: (place: string) => `moved here from ${place}`,
  path: 'Path',
  before: 'Before',
  after: 'After',
  wholeObject: 'whole object',
  wasNotThere: 'was not there',
  gone: 'gone',
} as const

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
    why: reason ?? usualReason(delivery),
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
      if (reason === null) return { word: 'Queued', state: 'open' }
      return { word: notYet ? 'Not found (404), will be tried again' : 'Waits to be tried again', state: 'open' }
    case 'running':
      return { word: 'Fetching', state: 'open' }
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

function usualReason({ followUp, verdict, duplicate }: FollowedUp): string {
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
const placesToFix: Partial<Record<FollowUpReason['code'], FollowUpWords['fix']>> = {
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
