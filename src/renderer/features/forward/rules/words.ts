import { countOf, groupDigits } from '../../../../shared/words/counts.ts'

/** Texts of the Forwarding screen. */
export const forwardWords = {
  title: 'Forwarding',
  lead: (environment: string) =>
    `Sends each delivery of ${environment} that matches a rule to your app, with the same method, headers and bytes.`,
  what: 'the forwarding rules',
  loadAgain: 'Reload',
  newRule: 'New rule',
  none: 'No forwarding rules',
  fromTerminal: 'Or from your terminal, while the command runs',
  /** Not a sentence: typed into a shell. */
  command: 'hookscope listen --forward-to 3000/webhooks',
  commandName: 'the command',
  noneLead:
    'A rule sends matching deliveries to an app on this machine, in order for each object, and retries while the app is down. The sender never waits for it.',

  on: 'On',
  off: 'Off',
  paused: 'Paused',
  catchingUp: 'Catching up',
  failing: 'Failing',
  down: 'Down',
  inbox: 'Inbox',
  yourApp: 'Your app',
  nothingWaits: 'Queue empty',
  waitingText: (waiting: string, underWay: number) =>
    `${waiting} queued${underWay === 0 ? '' : `, ${groupDigits(underWay)} in flight`}`,
  log: 'Latest attempts',
  withGivenUp: (state: string, count: number) => `${state}: ${groupDigits(count)} given up`,
  temporary: 'Temporary: this rule ends with its command in the terminal.',
  pause: 'Pause',
  resume: 'Resume',
  edit: 'Edit',
  remove: 'Delete',
  catchUp: 'Catch up…',
  catchUpCount: (count: number) => `Catch up ${groupDigits(count)}…`,
  cancelCatchUp: 'Cancel',

  target: 'Target',
  filter: 'Filter',
  everything: 'Every delivery, verified or not',
  order: 'Order',
  orders: { object: 'In order for each object', parallel: 'Parallel' },
  tries: 'Attempts',
  triesOf: (retries: number, timeoutMs: number) => `${countOf(retries + 1, 'attempt')}, ${timeoutMs / 1000} s each`,
  answers: 'Answer',
  answersSender: "The sender gets the app's answer",
  answersItself: 'Hookscope answers the sender',
  waitingCount: (count: number, more: boolean) => `${groupDigits(count)}${more ? '+' : ''}`,
  held: 'Retrying',
  heldCount: (count: number) => countOf(count, 'object'),
  heldOne: (name: string, tries: number) => `${name}: ${countOf(tries, 'failed attempt')}, next`,
  noObject: 'Without an object',
  more: (count: number) => `and ${countOf(count, 'other')}`,
  failed: 'Given up',
  failedLink: (count: number) => `${groupDigits(count)}, show in inbox`,
  noLast: 'None since startup',
  lastOf: (id: string) => `delivery ${id}`,
  noAnswer: 'No answer',
  lastCatchUp: 'Last catch-up',
  caughtUp: (sent: number, failed: number, isCancelled: boolean) =>
    `${groupDigits(sent)} sent${failed > 0 ? `, ${groupDigits(failed)} given up` : ''}${isCancelled ? ', cancelled' : ''}, since`,
  catchingUpSince: 'Catching up since',
  /** @param total of the deliveries that it has to send, as far as they are counted */
  progress: (sent: number, total: string, failed: number) =>
    `${groupDigits(sent)} of ${total} sent${failed > 0 ? `, ${groupDigits(failed)} given up` : ''}`,

  hosts: 'Allowed hosts',
  hostsLead: 'Other hosts that deliveries of this environment may be forwarded to.',
  removeHost: (host: string) => `Remove ${host}`,

  name: 'Name',
  targetHint: 'The URL of your app. Sub-paths of the receiver are appended.',
  targetExample: 'http://127.0.0.1:3000/webhooks',
  filterHint: 'As in the inbox, such as type:payment. Empty: every delivery, verified or not.',
  /** In the filter language. */
  verifiedFilter: 'verdict:valid|valid-previous',
  onlyVerified: 'Only verified',
  enabled: 'On',
  enabledHint: 'Deliveries that arrive while the rule is off are not forwarded. Catch up sends them later.',
  orderHint: 'Keep order: a failure blocks later events of that object. Parallel: each is sent at once.',
  timeout: 'Timeout in seconds',
  timeoutHint: 'For one attempt, 0.1 to 120.',
  retries: 'Retries',
  retriesHint: 'After anything but 2xx, with pauses of 1, 2, 4 s and so on, up to a minute. 0 to 10.',
  answerSender: "Send the app's answer to the sender",
  answerSenderHint:
    "The delivery is stored, then forwarded, then answered. Keep the timeout below the sender's own limit. The sender retries, so Hookscope does not.",
  save: 'Save rule',
  create: 'Create rule',
  cancel: 'Cancel',
  nameMissing: 'Enter a name.',
  targetMissing: 'Enter the URL of your app.',
  timeoutWrong: 'Enter 0.1 to 120 seconds.',
  retriesWrong: 'Enter a whole number from 0 to 10.',

  allowTitle: (host: string) => `Forward to ${host}?`,
  allowText: (host: string) =>
    `${host} is not this machine. Deliveries with all their headers and personal data will leave this computer.`,
  allow: 'Allow host',

  catchUpTitle: (rule: string) => `Catch up: ${rule}`,
  since: 'Since',
  sinceHint: 'How long ago (30m, 2h, 3d), a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.',
  sinceWrong: 'Enter 30m, 2h, 3d, a date, or a time with its time zone.',
  catchUpText: "Sends the deliveries since then that your app hasn't accepted, oldest first.",
  start: 'Catch up',

  removeTitle: (rule: string) => `Delete ${rule}?`,
  removeText: 'It forwards nothing more. Its past attempts stay with their deliveries.',
} as const
