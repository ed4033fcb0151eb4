import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import type { Shrink } from '../../../../shared/wireTypes.ts'

/** Texts of the replay panel; texts that any request needs are in the workbench. */
export const replayWords = {
  button: 'Replay',
  buttonHint: 'Send this delivery again, to any URL (r)',
  title: 'Replay this delivery',
  alsoFoundBy: 'send again resend repeat edit workbench',
  partWorkbench: 'replay panel',
  sendTo: 'Send to:',
  suggestions: 'URLs to choose from',
  lastUsed: 'used last',
  forwarded: 'forwarded to',
  ourReceiver: 'this receiver',
  startFrom: 'Start from',
  theDelivery: 'The original delivery',
  sentBefore: (number: number, time: string, outcome: string, kind: string) =>
    `Replay ${number}, ${time}: ${outcome}, ${kind}`,
  noAnswer: 'no answer',
  edited: 'edited',
  asItCame: 'unchanged',
  allow: (host: string) => `Allow ${host} and send`,
  toReceiver: "Send it to Hookscope's own receiver",
  toReceiverNote: 'It arrives as a new delivery.',
  showAttempt: 'Show in Attempts',
} as const

/** Texts of the search for the smallest delivery that fails. */
export const shrinkWords = {
  button: 'Find what breaks it',
  buttonHint: 'Send smaller and smaller deliveries until only what fails is left',
  title: 'Find what breaks it',
  part: 'search',
  lead: (id: string) =>
    `Sends delivery #${id} again, then smaller and smaller ones, until no part can be left out. If it is signed, each gets a fresh signature.`,
  warning: 'Your handler gets up to 500 deliveries within a minute. Use a test database.',
  handler: 'Handler',
  start: 'Start',
  again: 'Search again',
  cancel: 'Cancel',
  allow: (host: string) => `Allow ${host} and start`,
  progress: ({ sent, size }: Pick<Shrink, 'sent' | 'size'>) =>
    `${countOf(sent, 'request')}, ${groupDigits(size.smallest)} of ${countOf(size.original, 'byte')} left`,
  smaller: 'Share of the body that was cut',
  sent: ({ sent, took }: Pick<Shrink, 'sent' | 'took'>) =>
    `${countOf(sent, 'request')} in ${groupDigits(Math.round(took / 100) / 10)} s`,
  repeated: ({ repeated: { fails, of } }: Pick<Shrink, 'repeated'>) => `failed ${fails} of ${of} times`,
  unsigned: 'It has no signature of its body, and each smaller one had none either.',
  parts: 'Needed for the fault',
  part1: 'Part',
  passes: 'Tried',
  smallest: 'Smallest delivery',
  smallestBody: 'Body of the smallest delivery',
  size: ({ size }: Pick<Shrink, 'size'>) => `${groupDigits(size.smallest)} of ${countOf(size.original, 'byte')}`,
  difference: (count: number) => countOf(count, 'difference from the delivery', 'differences from the delivery'),
  path: 'Path',
  before: 'Delivery',
  after: 'Smallest',
  removed: 'removed',
  none: 'not there',
  sendAgain: 'Send again',
  answered: (status: number | null, problem: string | null) =>
    status === null ? `No answer: ${problem ?? ''}` : `Answered with ${status}`,
  save: 'Save as fixture …',
  name: 'Name',
  nameHint:
    'Lowercase letters, digits and hyphens. The fixture expects 2xx, so a test fails until the handler is fixed.',
  nameMissing: 'Enter a name.',
  yes: 'Save',
  no: 'Cancel',
  saved: (name: string) => `Fixture ${name} saved`,
  replaceTitle: (name: string) => `Replace ${name}?`,
  replaceText: 'A fixture with this name exists. The smallest delivery replaces it.',
  replace: 'Replace',
} as const
