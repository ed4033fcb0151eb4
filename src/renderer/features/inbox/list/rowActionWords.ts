import { countOf, groupDigits } from '../../../../shared/words/counts.ts'

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

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
  partReplay: 'replay',
  bar: 'Selected deliveries',
  count: (count: number) => `${groupDigits(count)} selected`,
  menu: (count: number) => deliveries(count),
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
  replayTitle: (count: number) => `Replay ${deliveries(count)} in order`,
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
  button: 'Delete this delivery (Delete)',
  command: 'Delete this delivery',
  failed: (why: string) => `Nothing was deleted. ${why}`,
  done: ({ deliveries: count, pinnedKept }: { deliveries: number; pinnedKept: number }) => {
    const kept = pinnedKept === 0 ? '' : ` ${groupDigits(pinnedKept)} pinned kept.`
    if (count > 0) return `${deliveries(count)} deleted.${kept}`
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
