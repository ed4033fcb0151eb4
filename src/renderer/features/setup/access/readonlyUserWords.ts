import type { ReadonlyUserResult } from '../../../../shared/wireTypes.ts'

/** What is said while a read only user is created, and once it is. */
export const readonlyUserWords = {
  title: 'Create one',
  email: 'E-mail',
  emailExample: 'reader@example.com',
  emailHint: "Becomes the user's name. The service wants one that it does not know yet, and makes up the password.",
  create: 'Create read only user',
  store: 'Use for follow-ups',
  storeHint:
    'The password is kept here, sealed, and objects are fetched as this user from then on. Off: it is for somebody else.',
  shownOnce: 'Shown only once: the service does not show it again.',
  keptToo: 'The service does not show it again. It is stored here, too, and can be revealed in the field above.',
  organization: 'The organization that it belongs to',
  thePassword: 'the new password',
  theEmail: 'the e-mail',
  notTold: '—',
  handover: 'Text to hand over',
  handoverText: 'this text',
  handoverNote: 'Everything that this user needs but the password: send that another way.',
  taken: 'I have taken the password',
} as const

/** What became of a new read only user and of its password, in words. `wanted`: it was to be stored here. Pure. */
export function createdWords(
  { readonlyEmail, stored, storeProblem }: Pick<ReadonlyUserResult, 'readonlyEmail' | 'stored' | 'storeProblem'>,
  wanted: boolean,
): string {
  if (stored) {
    return `${readonlyEmail} was created and is now the user that fetches objects. The password is stored sealed; copy it now if somebody else needs it.`
  }
  if (!wanted) return `${readonlyEmail} was created. Its password is not stored here: copy it now.`
  const why = storeProblem ?? 'Its password could not be stored here.'
  return `${readonlyEmail} was created. ${why} Copy the password now: the service does not show it again. Enter it above once the data folder can be written to.`
}
