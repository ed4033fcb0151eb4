import { countOf, groupDigits } from '../../../text/format.ts'

/** What the Access screen says about the environment in use. */
export const accessWords = {
  title: 'Access',
  /** {name}: of the environment in use. */
  lead: 'The environments, and the credentials of the one in use, {name}. Passwords are sealed before they are stored, and sent to the auth URL only. {storage}',

  sender: 'Environment',
  senderLead: 'It receives from another sender than the service, so it needs no organization, addresses or token.',
  addresses: 'Name and addresses',
  addressesLead: 'As your solutions engineer gave them to you.',
  addressesOfSandbox:
    'The sandbox sets its addresses and credentials at each start. You can test them here but not change them.',
  name: 'Name',
  authUrl: 'Auth URL',
  authUrlExample: 'https://login.example.com',
  authUrlHint: 'Tokens come from its /oauth/token.',
  baseUrl: 'Base URL',
  baseUrlExample: 'https://api.example.com',
  baseUrlHint: "Where the service's API begins.",
  clientId: 'Client id',
  audience: 'Audience',
  secretNames: 'Client id and audience are secret',
  secretNamesHint:
    'Both are then stored sealed like a password, shown only when you reveal them, and left out of exported files. This switch takes effect at once.',

  master: 'Master user',
  masterLead: 'Sets the webhook config and creates read only users.',
  username: 'Username',
  password: 'Password',
  passwordOfSandbox: 'Built in. The Sandbox screen shows it.',
  testMaster: 'Test master credentials',
  clearPassword: 'Clear stored password',
  clearPasswordNote: 'It is deleted here; at the service it stays. Until it is entered again nothing can be applied.',
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

  save: 'Save',
  saving: 'Saving …',
  saved: 'Saved.',
  notSaved: (count: number) => `${countOf(count, 'change')} not saved.`,
  /** Behind a refusal. */
  typedIsKept: 'What you typed is kept.',

  giveName: 'Give the environment a name.',
  giveAddress: 'Give an absolute address that starts with http:// or https://, for example https://api.example.com',
  giveHeaderName: 'A header name has letters, digits and hyphens only.',
  signatureHeader: 'Signature header',
  ownScheme: 'Own scheme',
  /** What is in a field, for a sentence. */
  inSentence: {
    authUrl: 'auth URL',
    clientId: 'client id',
    audience: 'audience',
    username: 'username',
    password: 'password',
  },
  fillInFirst: (names: readonly string[]) => `Fill in ${listed(names)} first.`,
} as const

/** "one", "one and two", "one, two and three". */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** Follow-ups that were skipped because an environment's credentials were incomplete. */
export const skippedWords = {
  missing: (environment: string, count: number, missing: string) =>
    `${countOf(count, 'follow-up')} of ${environment} ${count === 1 ? 'was' : 'were'} skipped. ${missing}`,
  openAccess: 'Open Access',
  openAccessOf: (environment: string) => `Open Access of ${environment}`,
  notSwitched: (environment: string) => `The environment ${environment} could not be opened. Try again.`,
  ready: (environment: string, count: number) =>
    `${environment} has its credentials now. ${countOf(count, 'follow-up')} ${count === 1 ? 'was' : 'were'} skipped before.`,
  run: (count: number) => (count === 1 ? 'Run it' : `Run all ${groupDigits(count)}`),
}
