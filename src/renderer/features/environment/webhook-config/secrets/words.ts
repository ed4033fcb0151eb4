import { countOf } from '../../../../../shared/words/counts.ts'

/** Texts about the shared secrets, and the change from one to the next. */
export const secretWords = {
  title: 'Shared secrets',
  lead: 'Deliveries are checked against each one that is accepted, so that nothing breaks while a new one takes hold. Retired secrets only explain old failures.',
  head: ['Secret', 'Set', 'Fingerprint', 'Last used', 'Standing'],
  checkAll: 'Check all again',
  checkNotStarted: 'The check was not started. Look at the connection, then try again.',
  theSecret: 'the shared secret',
  /** {label}: of the secret; {text}: the secret itself. */
  shown: '{label}: {text}',
  never: 'never',
  standings: { current: 'current', accepted: 'accepted', retired: 'retired' },
  /** {time}: since when. */
  retiredSince: 'retired since {time}',
  reveal: (fingerprint: string) => `Reveal ${fingerprint}`,
  hide: (fingerprint: string) => `Hide ${fingerprint}`,
  retire: 'Retire',
  retireNamed: (fingerprint: string) => `Retire ${fingerprint}`,
  accept: 'Accept again',
  acceptNamed: (fingerprint: string) => `Accept again ${fingerprint}`,
  add: 'Add a secret that is in use',
  addIt: 'Add secret',
  addHint: 'Becomes the current one here; the sender is not informed. All stored deliveries are then checked again.',
} as const

/** Texts of the assistant for the change to the next shared secret. */
export const rotationWords = {
  title: 'Change the secret',
  lead: 'A new one is made and applied, both are accepted while the old one is still in use, and once it is no longer used it is retired.',
  done: 'The old secret is no longer used, and is retired. Only the new one is accepted.',
  newSecret: 'New secret',
  kinds: { generate: 'A random one', own: 'My own' },
  ownText: 'Text of the new secret',
  minutes: 'Minutes without use',
  minutesHint: 'Retire the old secret after this long unused.',
  wholeMinutes: 'Whole minutes, one at least.',
  start: 'Start the change',
  steps: 'Change of the secret',
  stepDone: '· done',
  retireNow: 'Retire the old secret now',
  end: 'End the assistant',
  endNote: 'All secrets stay as they are',
  tellSender: 'Hookscope cannot update this sender: enter the secret there, then confirm it here.',
  applyAtService: 'Apply at the service',
  copy: 'Copy the new secret',
  copied: 'Copied',
  entered: 'I have entered it there',

  oldSecrets: (count: number) => (count < 2 ? 'the old secret' : `the ${count} old secrets`),
  unknown: 'unknown',
  give: 'Give the sender the new secret',
  given: (fingerprint: string) => `The sender has the new secret (fingerprint ${fingerprint}).`,
  toGive: (fingerprint: string) =>
    `The new secret (fingerprint ${fingerprint}) already verifies here. It is not used for signing until it is applied.`,
  wait: (olds: string, count: number) => `Wait until ${olds} ${count < 2 ? 'is' : 'are'} no longer used`,
  waitLater: (olds: string) => `Both are accepted, so that nothing is lost that is still signed with ${olds}.`,
  retire: (olds: string) => `Retire ${olds}`,
  retireLater: (quietMinutes: number) =>
    `After ${countOf(quietMinutes, 'minute')} without use, automatically. A retired secret stays in the list and helps to explain old deliveries.`,
  noneAccepted: 'No old secret is accepted any more.',
  neverUsed: (count: number) => `${count < 2 ? 'The old secret was' : 'The old secrets were'} never seen in use.`,
  lastUsed: (count: number, ago: string) =>
    `${count < 2 ? 'The old secret was' : 'The old secrets were'} last used ${ago}.`,
  beingRetired: (count: number) => (count < 2 ? 'It is being retired.' : 'They are being retired.'),
  retiredAt: (count: number, clock: string, left: string) =>
    count < 2
      ? `It is retired at ${clock}, ${left}, if it is not used until then.`
      : `They are retired at ${clock}, ${left}, if they are not used until then.`,
  withinMinute: 'within a minute',
  inMinutes: (minutes: number) => `in ${minutes} minutes`,
  inHours: (hours: number) => `in about ${hours} hours`,
} as const
