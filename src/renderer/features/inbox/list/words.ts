import { filterKeys } from '../../../../shared/filter/deliveryFilter.ts'
import type { DeliverySummary, FollowUpState } from '../../../../shared/model.ts'
import { countOf, groupDigits, ordinal } from '../../../../shared/words/counts.ts'
import { formatClock, formatDay, formatDuration } from '../../../text/format.ts'
import type { ColumnKey } from './columns.ts'

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

/** Texts of the inbox. */
export const inboxWords = {
  title: 'Inbox',
  list: 'Deliveries',
  partDelivery: 'delivery',
  partRows: 'actions on rows',
  partSaved: 'saved filters',
  partBars: 'what was deleted',
  partStart: 'first steps',
  partChart: 'rate chart',
  partSenders: 'names of senders',
  listName: 'Deliveries, newest first',
  clearFilter: 'Clear the filter',
  tryAgain: 'Try again',

  onlyVerdict: 'Only one verdict',
  withCount: (hint: string, count: number | undefined) =>
    count === undefined ? hint : `${hint} (${deliveries(count)})`,
  showOnly: (verdict: string) => `${verdict}: show only these`,
  showAll: (verdict: string) => `${verdict}: show all again`,
  /**
   * Number of deliveries in the list: all of them, the newest of a known total, or the newest matches when the total is unknown.
   * @param total of the environment; null when it is not known or a filter narrows the list
   */
  listed: (count: number, more: boolean, total: number | null) =>
    !more
      ? deliveries(count)
      : total === null
        ? `newest ${deliveries(count)} that match`
        : `newest ${groupDigits(count)} of ${deliveries(Math.max(count, total))}`,
  inAll: (count: number) => `${deliveries(count)} in all`,
  match: (count: number) => `${deliveries(count)} ${count === 1 ? 'matches' : 'match'} this filter`,
  live: 'Live',
  liveHint: 'Follow the newest delivery (l)',
  nextSteps: 'the next steps',
  loadingOlder: 'Loading older deliveries …',
  loadOlder: 'Load older deliveries',
  loadingWhat: 'deliveries',

  paused: 'List paused.',
  resume: 'Resume list',
  show: 'Show',
  newSince: (count: number) =>
    count === 0 ? 'The receiver keeps receiving.' : `${countOf(count, 'new delivery', 'new deliveries')}.`,
  newer: (count: number) => countOf(count, 'newer delivery', 'newer deliveries'),
  cut: 'You are far down: newer deliveries are no longer in this list.',
  showNewest: 'Show the newest',
  marked: (id: string) => `Delivery ${id} is marked: press x on another delivery to compare.`,
  unmark: 'Unmark',
} as const

/** The list has no rows, or the environment has none at all. */
export const emptyInboxWords = {
  nothingYet: 'Nothing has arrived yet',
  nothingYetMore:
    'Each delivery appears here the moment it is stored, with its signature checked and the object it names fetched.',
  nothingYetOfSender: 'Each delivery appears here the moment it is stored, with its signature checked.',
  goLive: 'Setup',
  addressName: 'The address of this environment',
  address: 'the address',
  curlName: 'Or send one from your terminal (arrives unsigned)',
  curl: 'the curl line',
  noMatch: 'No delivery matches this filter',
  noMatchMore: (everywhere: boolean) =>
    `${everywhere ? 'The deliveries of all environments' : "All of this environment's deliveries"} were searched. New ones appear here as soon as one matches.`,
  escClears: 'clears the filter.',
  pausedTitle: 'List paused',
  pausedMore: 'The list was paused before anything arrived. The receiver keeps receiving; what arrives is kept.',
} as const

/** The filter bar and its popups. */
export const filterWords = {
  field: 'Filter deliveries',
  placeholder: 'Filter by words, verdict: type: body.amount> after: …',
  completions: 'Completions',
  chips: 'Filters in use',
  not: 'not',
  turn: (negated: boolean) => (negated ? 'Show these again' : 'Show all but these'),
  chipName: (key: string, value: string, negated: boolean) => `${negated ? 'Not ' : ''}${key} ${value}`,
  chipKeys: 'Enter negates, Delete removes',
  remove: (chip: string) => `Take away: ${chip}`,
  saved: 'Saved filters',
  ago: (span: string) => `${span} ago`,
  exists: (field: string) => `exists ${field}`,
  or: ' or ',
  unknownKey: (name: string, nearest: string | null) =>
    `There is no key "${name}", so it is searched as a word. ${nearest === null ? `The keys are ${filterKeys.join(', ')}.` : `Did you mean ${nearest}:?`}`,
} as const

/** A moment of `after:` and `before:` as a chip shows it: local time for instants, "10m ago" as typed. */
export function momentWords(value: string): string {
  if (/^\d+[smhd]$/i.test(value)) return filterWords.ago(value)
  return /T/i.test(value)
    ? `${formatDay(value)} ${formatClock(value, new Date(value).getMilliseconds() === 0 ? 'second' : 3)}`
    : value
}

/** Actions on deliveries, from keys, menus and the palette. */
export const actionWords = {
  pin: 'Pin this delivery',
  unpin: 'Unpin this delivery',
  pinFailed: (why: string) => `The pin was not changed. ${why}`,
  mark: 'Mark this delivery to compare',
  deleteFailed: (why: string) => `Nothing was deleted. ${why}`,
} as const

/** One row of the list. */
export const rowWords = {
  notAnswered: '–',
  notANotification: 'Body is not a notification',
  refused: (method: string, status: number) => `${method} → ${status}`,
  handshake: { answered: 'answered', 'to-confirm': 'to confirm', refused: 'not answered' },
  followUp: (state: FollowUpState, again: boolean) => `Follow-up ${again ? 'waiting to be tried again' : state}`,
  failed: 'failed',
  changed: 'changed',
  changedTo: 'to',
  violated: 'Violates the contract',
  pinned: 'Pinned',
  drift: 'Departs from the deliveries of its type before',
  noted: (note: string) => `Note: ${note}`,
  markedToCompare: 'Marked to compare',
  deletedEnvironment: 'deleted environment',
  production: 'production',
  inProduction: (name: string) => `${name}, production`,
  foundIn: {
    note: 'Found in the note:',
    body: 'Found in the body:',
    headers: 'Found in the headers:',
    request: 'Found in the request line:',
    object: 'Found in the fetched object:',
  },
} as const

/** Deliveries of one object that are folded into one row. */
export const threadWords = {
  open: 'Show the deliveries of this thread (→)',
  close: 'Fold the deliveries of this thread (←)',
  count: (size: number, mayHaveMore: boolean) => `${groupDigits(size)}${mayHaveMore ? '+' : ''}`,
  size: (size: number, mayHaveMore: boolean) =>
    `${deliveries(size)} of this object in a row${mayHaveMore ? ', as far as they are loaded' : ''}`,
  place: (at: number, size: number, mayHaveMore: boolean, object: string) =>
    `${at} of ${size}${mayHaveMore ? ' or more' : ''}, thread of ${object === '' ? 'one notification' : object}`,
  failedBehind: (count: number) => `${countOf(count, 'failed follow-up')} in this thread`,
  repeatedBehind: (count: number) => `${countOf(count, 'retry or duplicate', 'retries or duplicates')} in this thread`,
  pinnedBehind: (count: number) => `${count} pinned in this thread`,
  notedBehind: (count: number) => `${countOf(count, 'note')} in this thread`,
} as const

/** Why a delivery is marked as a repetition, or null when it is none. */
export function repetitionWords({ nth, retried, duplicate }: DeliverySummary): string | null {
  if (nth === null || (nth < 2 && !duplicate)) return null
  if (nth < 2) return 'Duplicate: this notification had arrived before, with a proof that this one lacks.'
  const which = `${ordinal(nth)} try: this is the ${ordinal(nth)} delivery of the same notification`
  return retried
    ? `Retried, ${which}. The one before was not answered well in time.`
    : `Duplicate, ${which}, although the one before was answered well in time.`
}

/** Why a delivery is marked as late, or null when it is not. */
export function lateWords({ cameLate, sentToReceivedMs, nth }: DeliverySummary): string | null {
  if (!cameLate || sentToReceivedMs === null) return null
  const again = nth !== null && nth > 1 ? ' It keeps the time of the first try.' : ''
  return `Late: it came ${formatDuration(sentToReceivedMs)} after it was sent, by two clocks: a sender's clock that is behind makes it look late.${again}`
}

const answered = (status: number | null): string => (status === null ? 'no answer came' : `your app answered ${status}`)

/** The result of forwarding, for tooltips and screen readers. */
export const forwardMarkWords = {
  done: (status: number | null) => `Forwarded: ${answered(status)}.`,
  waiting: (status: number | null) => `Forwarding is tried again: ${answered(status)}.`,
  failed: (status: number | null) => `Not forwarded: ${answered(status)}, and no try is left.`,
} as const

export const columnNames: Readonly<Record<ColumnKey, string>> = {
  time: 'Time',
  event: 'Event',
  object: 'Object',
  followUp: 'Follow-up',
  size: 'Size',
  delay: 'Delay',
  notification: 'Notification',
  delivery: 'Delivery',
  action: 'Action',
  method: 'Method',
  answered: 'Answered',
}

export const columnWords = {
  heads: 'Columns',
  keys: 'Drag to move; Shift+arrows move it, + and − change its width, Enter opens its menu.',
  /** Explanations of columns whose name is not enough. */
  about: {
    object: 'The object that the delivery names.',
    followUp: 'What the service answered to the follow-up.',
    delay: 'From createdAtUtc to its arrival, by two clocks.',
    notification: 'Id of the notification.',
    delivery: 'Number of the delivery.',
    answered: 'Status that the receiver answered.',
  } as Readonly<Partial<Record<ColumnKey, string>>>,
  menu: (name: string) => `Column ${name}`,
  moveLeft: 'Move left',
  moveRight: 'Move right',
  wider: 'Wider',
  narrower: 'Narrower',
  ownWidth: 'Default width',
  hide: 'Hide column',
  show: 'Show column',
  reset: 'Reset columns',
  place: (name: string, at: number, of: number) => `${name}: column ${at} of ${of}`,
  width: (name: string, px: number) => `${name}: ${px} px wide`,
  view: 'View',
  viewHint: 'Columns and threads of the list',
  folds: 'Fold deliveries of one object',
  foldsHint: 'Consecutive deliveries of one object are one row that opens.',
  foldCommand: 'Fold consecutive deliveries of one object',
  columnCommand: (name: string) => `Column: ${name}`,
  alsoFold: 'threads group collapse list',
  alsoColumn: 'table show hide list',
} as const
