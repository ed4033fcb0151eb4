import type { Verdict } from '../../../../shared/model.ts'
import type { DemoScriptStepId } from '../../../../shared/wireTypes.ts'
import { countOf } from '../../../../shared/words/counts.ts'

/** The text of each step for the audience. */
export const stepWords: Record<DemoScriptStepId, { title: string; sentence: string }> = {
  intro: {
    title: 'Who really sent this?',
    sentence:
      'A payment service calls us whenever something happens. Anybody could call, so every message carries a seal. You will see three of them.',
  },
  create: {
    title: 'A payment is created',
    sentence: 'The service tells us. The seal is whole, so we ask back with our own credentials, and get the payment.',
  },
  processing: {
    title: 'The payment is being processed',
    sentence: 'The message does not say what changed. We fetch the payment again, and see it for ourselves.',
  },
  settled: {
    title: 'The money has arrived',
    sentence: 'Three messages, three looks at the same payment: its whole story, with every difference.',
  },
  tampered: {
    title: 'A message was forged',
    sentence: 'Somebody copied a good seal and changed the words under it. The seal cracks, and nothing is fetched.',
  },
  retry: {
    title: 'Our answer got lost',
    sentence: 'The service hears nothing and sends once more. Two deliveries, one message: it counts once.',
  },
  rotation: {
    title: 'The secret was changed',
    sentence:
      'One machine of the service still signs with the previous one. Both are known, so nothing is lost meanwhile.',
  },
  summary: {
    title: 'What you saw',
    sentence:
      'Every message was kept to the last byte and checked; the genuine ones were followed to the truth. All of it on this machine.',
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
  onceOnly: 'asked before',
  failed: 'failed',
  asItIs: 'as it is now',
  notTouched: 'stays out of reach',
  known: 'known already',
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
  valid: { name: 'Whole', means: 'Signed with the secret that only the two of us know.' },
  'valid-previous': { name: 'Double ring', means: 'Signed with the previous secret. It still counts.' },
  invalid: { name: 'Cracked', means: 'Not what the sender signed. It proves nothing.' },
  unsigned: { name: 'Open ring', means: 'No seal at all. It is kept, and not believed.' },
  malformed: { name: 'Dotted', means: 'What should be a seal cannot be one.' },
  'cannot-tell': { name: 'Dotted', means: 'It could not be checked.' },
  'no-secret': { name: 'Hollow', means: 'No secret is known to check it with.' },
}

/** Texts of the exhibits under the line. */
export const exhibitWords = {
  seals: 'The seals',
  object: 'The payment, as the service gave it',
  story: 'The story of the payment',
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
    `This very seal belongs to delivery ${deliveryId}: it is right over the words of that one, to the last bit. Over these words it is wrong.`,
  noProof: 'The seal does not fit these words under any secret that is known.',
  words: 'The words, changed',
  came: 'The seal that came',
  shouldBe: 'What these words need',
  tries: 'Two tries of one message',
  firstTry: 'First try',
  secondTry: 'Second try',
  firstTold: 'Arrived, kept, answered. The answer never reached the sender.',
  secondTold: 'Arrived, kept, answered. The same message, so it is folded into the first and not followed again.',
  delivery: (id: string) => `delivery ${id}`,
  secrets: 'The secrets',
  current: 'new secret',
  previous: 'previous secret',
  signedWith: 'signed with this one',
  fingerprint: (fingerprint: string) => `fingerprint ${fingerprint}`,
  tally: 'What came',
  tallyOf: (count: number) => countOf(count, 'delivery', 'deliveries'),
  fetched: (count: number) => `${countOf(count, 'time', 'times')} the payment was fetched`,
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
