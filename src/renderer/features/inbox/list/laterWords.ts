import type { contractStates } from '../../../../shared/codes/contractStates.ts'
import type { FilterKey, filterMarks, forwardStates } from '../../../../shared/filter/deliveryFilter.ts'
import type { FollowUpState } from '../../../../shared/model.ts'
import type { Deletion } from '../../../../shared/wireTypes.ts'
import { countOf, deliveryCount, groupDigits } from '../../../../shared/words/counts.ts'
import { filterWords } from './words.ts'

/** Pins and notes of the shown delivery, and the mark for comparing. */
export const annotationWords = {
  bar: 'Pin and note',
  pin: 'Pin this delivery (p)',
  unpin: 'Unpin this delivery (p)',
  mark: 'Mark to compare (x)',
  unmark: 'Unmark for comparison (x)',
  remove: 'Delete this delivery (Delete)',
  removeCommand: 'Delete this delivery',
  addNote: 'Add a note',
  editNote: (note: string) => `Note: ${note}. Edit`,
  unsaved: 'not saved yet',
  note: 'Note',
  noteHint: 'Ctrl+Enter saves; Esc closes and keeps what you typed.',
  save: 'Save the note',
  close: 'Close',
  noteCommand: 'Write a note on this delivery',
} as const

/** Saved filters, in their panel and in the palette. */
export const savedFilterWords = {
  none: 'No filter is saved yet.',
  name: 'Name for this filter',
  nameHint: (filter: string) => `Saves: ${filter}`,
  save: 'Save the filter',
  nothingToSave: 'Narrow the list with a filter; then it can be saved here under a name.',
  apply: (name: string) => `Use the filter ${name}`,
  applyCommand: (name: string) => `Filter: ${name}`,
  rename: (name: string) => `Rename ${name}`,
  newName: 'New name',
  giveName: 'Give it a name.',
  saveName: 'Rename',
  remove: (name: string) => `Delete ${name}`,
  reallyRemove: (name: string) => `Delete "${name}"?`,
  doRemove: 'Delete',
  keep: 'Keep',
  inUse: 'in use',
} as const

/** Hints for the keys of the filter. */
export const filterKeyHints: Readonly<Record<FilterKey, string>> = {
  verdict: 'outcome of the signature check',
  type: 'kind of object',
  action: 'what happened to it',
  id: 'of the delivery, notification or object',
  status: 'state of the follow-up',
  forward: 'what forwarding came to',
  contract: 'what its contract says',
  is: 'late, duplicate, retried, pinned, noted, drift',
  change: 'number of a change under Shapes',
  method: 'of the request',
  after: 'from then on: a moment, or 10m ago',
  before: 'until then: a moment, or 10m ago',
}

/** How a term about a field begins. */
export const fieldHints: Readonly<Record<string, string>> = {
  'body.': 'a field of the body: body.amount>100',
  'object.': 'a field of the fetched object',
  'header.': 'a header: header.content-type:json',
  'exists:': 'has a field: exists:body.customer',
}

export const filterValueHints: Readonly<{
  status: Record<FollowUpState, string>
  forward: Record<(typeof forwardStates)[number], string>
  contract: Record<(typeof contractStates)[number], string>
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
  forward: {
    none: 'not forwarded',
    waiting: 'tried again',
    done: 'taken by your app',
    failed: 'given up',
  },
  contract: {
    held: 'fits its message',
    violated: 'does not fit its message',
    unmatched: 'has no message in the contract',
    unfinished: 'not validated to the end',
  },
  is: {
    late: 'came late after it was sent',
    duplicate: 'came before already',
    retried: 'sent again for want of a good answer',
    pinned: 'pinned by you',
    noted: 'with a note of yours',
    drift: 'departs from those before',
  },
  ago: filterWords.ago,
}

/** Number of occurrences of a value among the loaded deliveries. */
export function seenHint(count: number): string {
  return count === 0 ? 'none of the newest' : `${groupDigits(count)} of the newest deliveries`
}

/** The context menu of a row. */
export const rowMenuWords = {
  exportThread: (count: number) => `Export the ${count} deliveries of this thread…`,
  menu: (id: string) => `Delivery ${id}`,
  only: (term: string) => `Filter by ${term}`,
  without: (term: string) => `Exclude ${term}`,
  notFollowedUp: (why: string) => `The follow-up did not run. ${why}`,
} as const

/** Actions on several deliveries. */
export type PickedAction = 'followUp' | 'replay' | 'pin' | 'unpin' | 'copyJson' | 'copyCurl'

/** Why one of several deliveries was left out. */
export type LeftOut = 'noObject' | 'notVerified' | 'tooMany'

/** The outcome of an action on several deliveries. */
export interface RunResult {
  of: number
  done: number
  left: Readonly<Partial<Record<LeftOut, number>>>
  failed: number
  /** The sentence of the first that failed. */
  firstFailure: string | null
  /** Number of deliveries not begun because the run was stopped. */
  notBegun: number
}

const did: Readonly<Record<PickedAction, string>> = {
  followUp: 'followed up',
  replay: 'sent',
  pin: 'pinned',
  unpin: 'unpinned',
  copyJson: 'copied as JSON',
  copyCurl: 'copied as cURL',
}

const doing: Readonly<Record<PickedAction, string>> = {
  followUp: 'Following up',
  replay: 'Sending',
  pin: 'Pinning',
  unpin: 'Unpinning',
  copyJson: 'Reading',
  copyCurl: 'Reading',
}

/** Maximum number of deliveries copied at once. */
export const maxCopied = 200

const leftOut: Readonly<Record<LeftOut, (count: number) => string>> = {
  noObject: (count) => `${groupDigits(count)} ${count === 1 ? 'has' : 'have'} no object id`,
  notVerified: (count) => `${groupDigits(count)} ${count === 1 ? 'is' : 'are'} not verified`,
  tooMany: (count) => `${groupDigits(count)} left out: a copy takes ${maxCopied} at most`,
}

export const pickedWords = {
  bar: 'Selected deliveries',
  count: (count: number) => `${groupDigits(count)} selected`,
  menu: (count: number) => deliveryCount(count),
  followUp: 'Follow up again',
  replay: 'Replay in order',
  pin: 'Pin',
  unpin: 'Unpin',
  delete: 'Delete',
  compare: 'Compare',
  compareHint: 'Compares two deliveries: select exactly two.',
  copy: 'Copy',
  copyHint: 'Copy ids, JSON or cURL commands',
  export: 'Export',
  record: 'Save as scenario…',
  copyIds: 'Copy ids',
  copyJson: 'Copy as JSON',
  copyCurl: 'Copy as cURL',
  idsCopied: (count: number) => `${countOf(count, 'id')} copied.`,
  clear: 'Clear the selection (Esc)',
  stop: 'Stop',
  dismiss: 'Dismiss the result',
  progress: (action: PickedAction, ended: number, of: number) =>
    `${doing[action]} ${groupDigits(ended)} of ${groupDigits(of)}`,
  /** "12 of 14 followed up; 2 have no object id." */
  result: (action: PickedAction, { of, done, left, failed, firstFailure, notBegun }: RunResult) => {
    const parts = [
      `${groupDigits(done)} of ${groupDigits(of)} ${did[action]}`,
      ...Object.entries(left).map(([why, count]) => leftOut[why as LeftOut](count)),
      ...(failed > 0 ? [`${groupDigits(failed)} failed`] : []),
      ...(notBegun > 0 ? [`${groupDigits(notBegun)} not begun`] : []),
    ]
    return `${parts.join('; ')}.${firstFailure === null ? '' : ` ${firstFailure}`}`
  },
  followUpFailed: 'The service did not return the object.',
  answered: (id: string, status: number) => `Delivery ${id} was answered ${status}.`,
  notSent: (id: string, why: string) => `Delivery ${id}: ${why}`,
  replayTitle: (count: number) => `Replay ${deliveryCount(count)} in order`,
  replayLead: 'The oldest is sent first. Each waits for the answer to the one before.',
  address: 'Send to',
  addressHint: 'A whole address that starts with http:// or https://.',
  addressExample: 'http://localhost:3000/webhooks',
  addressMissing: 'Give a whole address that starts with http:// or https://.',
  signature: 'Signature',
  received: 'Signature as received',
  signAgain: 'Sign again',
  stopAtFailure: 'Stop at the first that fails',
  stopAtFailureHint: 'A failure is an answer of 400 or above, or none at all.',
  send: 'Send',
  cancel: 'Cancel',
} as const

/** Deleting deliveries, and the way back. */
export const deleteWords = {
  bar: 'Deleted deliveries',
  done: ({ deliveries, pinnedKept }: Deletion) => {
    const kept = pinnedKept === 0 ? '' : ` ${groupDigits(pinnedKept)} pinned kept.`
    if (deliveries > 0) return `${deliveryCount(deliveries)} deleted.${kept}`
    return pinnedKept === 0 ? 'Nothing to delete.' : `Nothing deleted.${kept}`
  },
  undo: (seconds: number) => `Undo (${seconds} s)`,
  matches: 'Delete all that match the filter',
  matchesTitle: 'Delete all that match?',
  matchesText: (filter: string) =>
    `This deletes every stored delivery that matches ${filter}, also those that are not loaded. Pinned ones stay. You can undo it for 30 seconds.`,
  matchesAction: 'Delete',
  cancel: 'Cancel',
} as const

/** A row whose delivery has no type. */
export const noTypeWords = {
  noType: 'no type',
  /** @param places headers and JSON pointers */
  typeIsIn: (sender: string, places: readonly string[]) => `${sender} names the type in ${places.join(' and ')}.`,
  firstField: 'its first field',
} as const
