import type { Verdict } from '../../../../shared/model.ts'
import type { DemoScriptStepId } from '../../../../shared/wireTypes.ts'
import { countOf } from '../../../../shared/words/counts.ts'

/** The text of each step for the audience. */
export const stepWords: Record<DemoScriptStepId, { title: string; sentence: string }> = {
  intro: {
    title: 'Who really sent this?',
    sentence:
      'A payment service calls us whenever something happens. Anyone on the internet could call, so each message carries a seal. You will see three kinds.',
  },
  create: {
    title: 'A payment is created',
    sentence:
      'The service notifies us. The seal is whole, so we ask back with our own credentials and get the payment.',
  },
  processing: {
    title: 'The payment is being processed',
    sentence: 'The message does not say what changed. We fetch the payment again and see for ourselves.',
  },
  settled: {
    title: 'The money has arrived',
    sentence: 'Three messages, three looks at the same payment: its whole history, with every change.',
  },
  tampered: {
    title: 'A message was forged',
    sentence:
      'An attacker copied a good seal and changed the message under it. The seal cracks, and nothing is fetched.',
  },
  retry: {
    title: 'Our answer got lost',
    sentence: 'The service gets no answer and sends again. Two deliveries, one message: it counts once.',
  },
  rotation: {
    title: 'The secret was changed',
    sentence:
      'One machine of the service still signs with the previous one. We know both, so no message is lost during the change.',
  },
  summary: {
    title: 'What you saw',
    sentence:
      'Every message was stored byte for byte and checked, and each genuine one led to the object itself. All of it on this machine.',
  },
}

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
  checks: 'is checked …',
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

/** The seals in the presenter's words. */
export const sealWords: Record<Verdict, { name: string; means: string }> = {
  valid: { name: 'Whole', means: 'Signed with the secret that only the sender and we know.' },
  'valid-previous': { name: 'Double ring', means: 'Signed with the previous secret. It still counts.' },
  invalid: { name: 'Cracked', means: 'The signature does not match. It proves nothing.' },
  unsigned: { name: 'Open ring', means: 'No seal at all. It is stored, but not trusted.' },
  malformed: { name: 'Dotted', means: 'The seal is malformed.' },
  'cannot-tell': { name: 'Dotted', means: 'It could not be checked.' },
  'no-secret': { name: 'Hollow', means: 'There is no secret to check it with.' },
}

/** Texts of the exhibits under the line. */
export const exhibitWords = {
  seals: 'The seals',
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
  signedWith: 'signed this message',
  fingerprint: (fingerprint: string) => `fingerprint ${fingerprint}`,
  tally: 'Deliveries',
  tallyOf: (count: number) => countOf(count, 'delivery', 'deliveries'),
  fetched: (count: number) => `The payment was fetched ${countOf(count, 'time', 'times')}`,
  repeated: (count: number) => `${countOf(count, 'repetition')} folded`,
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
