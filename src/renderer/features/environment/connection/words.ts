import { countOf, groupDigits } from '../../../../shared/words/counts.ts'
import type { ReadonlyUserResult, TokenResult } from '../../../../shared/wireTypes.ts'
import { callSentence } from '../../../../shared/words/callFailures.ts'

/** Texts of Connection. */
export const accessWords = {
  title: 'Connection',
  lead: 'Where the service is, and who Hookscope signs in as. Passwords are sent to the auth URL only. {storage}',
  leadOfSender: 'This sender needs no login. Add an API key here to fetch the objects that its deliveries name.',

  senderApi: 'Follow-ups',
  /** {paths}: link to the resource paths, named `resourcePaths`. */
  senderApiLead:
    "Optional. With a key, the object that a valid delivery names is fetched from the sender's API. The key is stored encrypted, and sent to this base URL only. Each type needs a path under {paths}.",
  resourcePaths: 'Object paths',
  senderBaseUrlHint: "Where the sender's API begins.",
  apiKey: 'Token or API key',
  apiKeyHeaderExample: 'Authorization: Bearer',
  apiKeyHeaderHint: 'Leave it empty for a bearer token.',
  clearApiKey: 'Clear stored key',
  clearApiKeyNote: 'It is deleted here; nothing is fetched from then on.',
  clearedApiKey: 'The key is no longer stored here.',
  addresses: 'Addresses',
  addressesLead: 'From your onboarding e-mail.',
  addressesOfSandbox:
    'The sandbox sets its addresses and credentials at each start. You can test them here but not change them.',
  authUrlExample: 'https://login.example.com',
  authUrlHint: 'Tokens come from its /oauth/token.',
  baseUrlExample: 'https://api.example.com',
  baseUrlHint: "Where the service's API begins.",
  clientId: 'Client id',
  audience: 'Audience',
  secretNames: 'Client id and audience are secret',
  secretNamesHint:
    'Both are then stored encrypted like a password, shown only when you reveal them, and left out of exported files. This switch takes effect at once.',

  master: 'Master user',
  masterLead: 'Sets the webhook config and creates read only users.',
  username: 'Username',
  password: 'Password',
  passwordOfSandbox: 'Built in. The Sandbox screen shows it.',
  testMaster: 'Test master credentials',
  clearPassword: 'Clear stored password',
  clearPasswordNote: 'Removes it from this computer only. Until it is entered again nothing can be applied.',
  clearedPassword: 'The password is no longer stored here.',

  readonly: 'Read only user',
  readonlyLead: 'Objects are fetched as this user, who may read and nothing else.',
  noReadonlyLead: 'None yet, so objects are fetched as the master user. A user who may only read is the safer choice.',
  readonlyUsername: 'Read only username',
  readonlyPassword: 'Read only password',
  testReadonly: 'Test read only credentials',
  forgetReadonly: 'Forget read only user',
  forgetReadonlyNote: 'Objects are then fetched as the master user. At the service the user stays.',
  forgotReadonly: 'The read only user is forgotten here; objects are fetched as the master user.',

  followUps: 'Follow-ups',
  followUpsLead:
    'The object that a delivery names is fetched when its signature is valid. This switch takes effect at once.',
  followUnverified: 'Fetch also for deliveries whose signature is not valid',
  followUnverifiedHint:
    'The risk: anyone who knows the receiver address then decides which objects are fetched with your credentials.',
} as const

/** Follow-ups that were skipped because an environment's credentials were incomplete. */
export const skippedWords = {
  missing: (environment: string, count: number, missing: string) =>
    `${countOf(count, 'follow-up')} of ${environment} ${count === 1 ? 'was' : 'were'} skipped. ${missing}`,
  openAccess: 'Open Connection',
  openAccessOf: (environment: string) => `Open Connection of ${environment}`,
  notSwitched: (environment: string) => `The environment ${environment} could not be opened. Try again.`,
  ready: (environment: string, count: number) =>
    `${environment} has its credentials now. ${countOf(count, 'follow-up')} ${count === 1 ? 'was' : 'were'} skipped before.`,
  run: (count: number) => (count === 1 ? 'Run it' : `Run all ${groupDigits(count)}`),
}

/** Questions before a change in production. */
export const accessInProduction = {
  /** @param label of the button */
  clear: (label: string, text: string) => ({ title: (name: string) => `${label}: ${name}?`, text, yes: label }),
  createReadonly: {
    title: (name: string) => `Create a read only user at ${name}?`,
    text: 'The service creates the user at once. It cannot be deleted from here.',
    yes: 'Create',
  },
} as const

/** Texts about the creation of a read only user. */
export const readonlyUserWords = {
  title: 'Create one',
  email: 'E-mail',
  emailExample: 'reader@example.com',
  emailHint: "Becomes the user's name. Use a new address; the service generates the password.",
  create: 'Create read only user',
  store: 'Use for follow-ups',
  storeHint:
    'The password is stored here, encrypted, and objects are fetched as this user. Off: the user is for somebody else.',
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

/** The outcome of creating a read only user, in words. `wanted`: it was to be stored here. Pure. */
export function createdWords(
  { readonlyEmail, stored, storeProblem }: Pick<ReadonlyUserResult, 'readonlyEmail' | 'stored' | 'storeProblem'>,
  wanted: boolean,
): string {
  if (stored) {
    return `${readonlyEmail} was created and is now the user that fetches objects. The password is stored encrypted; copy it now if somebody else needs it.`
  }
  if (!wanted) return `${readonlyEmail} was created. Its password is not stored here: copy it now.`
  const why = storeProblem ?? 'Its password could not be stored here.'
  return `${readonlyEmail} was created. ${why} Copy the password now: the service does not show it again. Enter it above once the data folder can be written to.`
}

/** Texts of the test of credentials. */
export const tokenWords = {
  asking: 'Asking for a token …',
  /** {ago}: such as "in 59 min"; {time}: of the day. */
  expires: 'It expires {ago} ({time}).',
  claimsTitle: 'What the token says',
  claimsTable: 'Claims of the token',
  claim: 'Claim',
  value: 'Value',
  claimsNote: 'Decoded, not verified.',
} as const

/** The result of a test of credentials in words, and its detail (scope, or the provider's code). Pure. */
export function describeToken({ ok, scope, error }: TokenResult): { text: string; detail: string } {
  if (ok) {
    const detail = scope === null || scope === '' ? 'The provider names no scope.' : `Scope: ${scope}.`
    return { text: 'The provider gave a token.', detail }
  }
  const code = [error?.status ?? null, error?.code ?? null].filter((part) => part !== null).join(', ')
  return {
    text: error === null ? 'The provider gave no token and no reason.' : callSentence(error.why, true),
    detail: code === '' ? '' : `(${code})`,
  }
}

/** The credentials, next to the failure that they caused. */
export const repairWords = {
  title: 'Credentials',
  test: 'Test',
  ran: (count: number) =>
    count === 0 ? 'Saved. Nothing waits to be run again.' : `Saved. Retrying ${countOf(count, 'follow-up')}.`,
} as const

/** The button of every repair. @param failed so many follow-ups; undefined while that is not known */
export function saveAndRun(failed: number | undefined): string {
  if (failed === undefined || failed === 0) return 'Save and run all that failed'
  return failed === 1 ? 'Save and run it' : `Save and run the ${groupDigits(failed)} that failed`
}
