import { countOf, groupDigits } from '../../../../shared/words/counts.ts'

/** Texts of the stage around its exhibits, and of the bars at the foot. */
export const stageWords = {
  screen: 'Presentation',
  start: 'Present the demo',
  stage: 'Back to the stage',
  masked: 'Secrets and personal data are masked',
  maskedShort: 'Masked',
  step: (at: number, of: number) => `${at} of ${of}`,
  stepOf: (at: number, of: number) => `Step ${at} of ${of}`,
  next: 'Next',
  back: 'Back',
  reset: 'Reset',
  inspect: 'Open in the inspector',
  /** Tooltip of a button. */
  actionWithKey: (name: string, key: string) => `${name} (${key})`,
  looking: 'Looking up the result …',
  failed: 'This step failed.',
  nothingYet: 'No delivery yet',

  begin: 'A webhook flow, step by step.',
  summary: 'The result',
  wrong: 'The file has mistakes. End the presentation and fix them first.',
  stepsHeld: (state: 'open' | 'running' | 'done' | 'failed', of: number, failed: number) => {
    if (state === 'running' || state === 'open') return 'Running …'
    if (of === 0) return ''
    if (failed > 0) return `${groupDigits(failed)} of ${countOf(of, 'step')} did not hold.`
    return state === 'failed' ? 'Cancelled.' : `${countOf(of, 'step')} held.`
  },
  outcome: (state: string, held: number, of: number, sent: number) =>
    `${state}: ${groupDigits(held)} of ${countOf(of, 'step')} held, ${countOf(sent, 'request')} sent.`,
} as const

/** Texts of the places on the line from the sender to the object. */
export const flowWords = {
  line: 'From the sender to the object',
  sender: 'Sender',
  seal: 'Seal',
  followUp: 'Follow-up',
  object: 'Object',
  waits: 'not yet',
  sends: 'sends …',
  sent: (action: string | null, resourceType: string | null) =>
    [resourceType, action].filter((part) => part !== null).join(' ') || 'a message',
  asks: 'asks …',
  answered: (status: number | null) => (status === null ? 'answered' : `GET answered ${status}`),
  notAsked: 'nothing is asked',
  onceOnly: 'already asked',
  failed: 'failed',
  asItIs: 'as it is now',
  notTouched: 'not fetched',
  known: 'already known',
} as const

/** Purpose of each place of the line, before anything has happened. */
export const placeWords = {
  sender: 'says what happened',
  seal: 'proves who says it',
  followUp: 'asks back',
  object: 'is the truth',
} as const

/** Texts of the exhibits under the line. */
export const exhibitWords = {
  object: 'The payment, as fetched from the service',
  story: 'History of the payment',
  storyFirst: 'first seen',
  changed: 'What changed',
  nothingChanged: 'Nothing changed since the last look.',
  field: 'Field',
  before: 'Before',
  after: 'After',
  wasNotThere: 'was not there',
  gone: 'gone',
  empty: 'empty',
  proof: 'The proof',
  proofText: (deliveryId: string) =>
    `This seal belongs to delivery ${deliveryId}. It matches that message bit for bit, and does not match this one.`,
  noProof: 'The seal does not match this message with any known secret.',
  words: 'Changed',
  came: 'Seal received',
  shouldBe: 'Seal expected',
  tries: 'Two attempts, one message',
  firstTry: 'First attempt',
  secondTry: 'Second attempt',
  firstTold: 'Arrived, stored, answered. The answer never reached the sender.',
  secondTold: 'Arrived, stored, answered. The same message, so it is folded into the first and not fetched again.',
  delivery: (id: string) => `delivery ${id}`,
  secrets: 'The secrets',
  current: 'new secret',
  previous: 'previous secret',
  signedWith: 'signed this message, and is still accepted',
  signsNow: 'signs from now on',
  fingerprint: (fingerprint: string) => `fingerprint ${fingerprint}`,
  /** Names of a payment's fields. */
  fields: {
    status: 'Status',
    amount: 'Amount',
    currency: 'Currency',
    direction: 'Direction',
    'counterparty.name': 'To',
    'counterparty.iban': 'Account',
    reference: 'Reference',
    settledAtUtc: 'Settled',
  } as Readonly<Record<string, string>>,
} as const
