import { countOf, groupDigits } from '../../../shared/words/counts.ts'

/** Texts of the contract of an environment. */
export const contractWords = {
  title: 'Contract',
  lead: (name: string) =>
    `A document that says what ${name} receives. Each delivery is validated against the message it matches, after it is stored. Nothing is fetched from a network.`,
  what: 'the contract',
  document: 'Document',
  path: 'File or folder',
  pathHint:
    'OpenAPI 3.1 with webhooks, AsyncAPI 2 or 3, or JSON Schemas, as JSON or YAML. It is read again when it changes.',
  pathExample: '/home/me/api/openapi.yaml',
  notAbsolute: 'Give the whole path, from the root.',
  submit: 'Use as contract',
  change: 'Change',
  cancel: 'Cancel',
  sandboxOwn: 'Use the sandbox’s own contract',
  sandboxOffer: 'The sandbox publishes an OpenAPI 3.1 document with the webhooks that it sends.',
  sandboxSource: 'Published by the sandbox',
  source: 'Read from',
  format: 'Format',
  unknownFormat: 'None that is known',
  read: 'Read',
  files: (count: number) => countOf(count, 'file'),
  reload: 'Read again',
  remove: 'Remove contract',
  results: 'Results',
  noResults: 'No delivery has been validated.',
  pending: (count: number) => `${countOf(count, 'delivery', 'deliveries')} not validated yet, newest first.`,
  states: {
    violated: 'Violated',
    held: 'Held',
    unmatched: 'Unmatched',
    unfinished: 'Not finished',
  },
  stateHints: {
    violated: 'Something in the body does not fit.',
    held: 'All of the body fits its message.',
    unmatched: 'The contract has no message for it.',
    unfinished: 'A limit of time ended it, or the schema cannot be used.',
  },
  state: 'Result',
  deliveries: 'Deliveries',
  problems: 'Problems',
  problemsLead: 'Messages that use these parts are not validated.',
  problem: 'Problem',
  place: 'Place',
  moreProblems: (count: number) => `${groupDigits(count)} more.`,
  messages: (count: number) => `Messages (${groupDigits(count)})`,
  message: 'Message',
  summary: 'Summary',
  examples: 'Examples',
  unusable: 'Not usable',
  moreMessages: (count: number) => `${groupDigits(count)} more are not listed.`,
} as const

/** Texts of the form that Connection and Secrets share. */
export const formWords = {
  fillIn: (sender: string) => `Fill in the API of ${sender}`,
  fillInNote: (baseUrl: string, paths: number) =>
    `${baseUrl} and ${countOf(paths, 'object path')}. Your own paths stay.`,
  authUrl: 'Auth URL',
  baseUrl: 'Base URL',
  signatureHeader: 'Signature header',
  apiKeyHeader: 'Header of the key',
  ownScheme: 'Own scheme',
  /** Names of fields inside a sentence. */
  inSentence: {
    authUrl: 'auth URL',
    clientId: 'client id',
    audience: 'audience',
    username: 'username',
    password: 'password',
  },
  fillInFirst: (names: readonly string[]) => `Fill in ${listed(names)} first.`,
  giveAddress: 'Give an absolute address that starts with http:// or https://, for example https://api.example.com',
  giveHeaderName: 'A header name has letters, digits and hyphens only.',
  save: 'Save',
  saving: 'Saving …',
  saved: 'Saved.',
  notSaved: (count: number) => `${countOf(count, 'change')} not saved.`,
  /** Behind a refusal. */
  typedIsKept: 'What you typed is kept.',
  notJson: 'This is not a JSON object.',
  sayHeader: 'Say which header carries the signature.',
  sayPair: 'Say which pair has the signature, for example v1.',
  sayTimestamp: 'Say what the timestamp is called there.',
  saySeconds: 'Whole seconds, at most 86400; leave it empty when age does not matter.',
} as const

/** "one", "one and two", "one, two and three". */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** Where objects are fetched. */
export const pathWords = {
  title: 'Object paths',
  byType: 'Paths by resource type',
  lead: (environment: string) =>
    `Where a follow-up fetches an object of ${environment}. The service's document shows no paths: what is marked as assumed is a guess, to be replaced when it answers 404.`,
  leadOfSender: (environment: string) =>
    `Where the objects of ${environment} are fetched. A type without a path here is not fetched.`,
  assumed: 'assumed',
  setHere: 'set here',
  tryIt: 'Try it',
  tryItFor: (type: string) => `Try it for ${type}`,
  change: 'Change',
  changeOf: (type: string) => `Change the path of ${type}`,
  changeThePath: 'Change the path',
  delete: 'Delete',
  deleteOf: (type: string) => `Delete the path of ${type}`,
  reset: 'Reset',
  resetOf: (type: string) => `Use the assumed path of ${type}`,
  pathOf: (type: string) => `Path of ${type}`,
  example: '/api/…/{resourceId}',
  save: 'Save path',
  cancel: 'Cancel',
  /** {url}: the address. */
  asksFor: 'Will request {url}',
  noBaseUrl: '(base URL)',
  kept: (problem: string) => `${problem} What you typed is kept.`,

  resourceType: 'Resource type',
  resourceTypeExample: { service: 'StandingOrder', sender: 'invoice' },
  template: 'Path template',
  templateExample: { service: '/api/trust/v1/standing-orders/{resourceId}', sender: '/v1/invoices/{resourceId}' },
  add: 'Add path',
  pathStart: 'A path starts with "/", for example /api/trust/v1/payments/{resourceId}',
  pathBelow: 'The path must stay below the base URL: no "//" at its start, no "." or ".." between slashes.',
  unknownPlace: (place: string) => `Only {resourceId} and {organizationId} can be filled in; ${place} cannot.`,
  noBlanks: 'A path has no blanks, "#" or "\\".',
  needsType: 'Give the resource type as notifications spell it.',
  inTable: (name: string) => `${name} is in the table already.`,

  missed: (types: number) =>
    `${types === 1 ? 'A type came that no path is known for, so its objects are not fetched.' : 'Types came that no path is known for, so their objects are not fetched.'} Add the path from the documentation of the API; what was missed is then fetched.`,
  nothingSkipped: 'nothing skipped yet',
  skipped: (count: number) => `${countOf(count, 'follow-up')} skipped`,
  addPath: 'Add a path',
  addPathFor: (type: string) => `Add a path for ${type}`,
  madeUp: (count: number, type: string) => `Retrying ${countOf(count, 'missed follow-up')} of ${type}.`,

  newestOf: (type: string) => `the newest ${type}`,
  noneYet: 'No notification of this type has come yet, so there is no object to try it with.',
  /** {ago}: when; {delivery}: a link. */
  newestCame: 'The newest one came {ago}: {delivery}.',
  deliveryLink: (id: string) => `delivery ${id}`,
  runAgain: 'Run its follow-up again',
  fetched: (status: number) => `Fetched with status ${status}.`,
  fetchedAfter: (status: number, duration: string) => `Fetched with status ${status} after ${duration}.`,
  notFetched: 'It was not fetched.',
  answered: (status: number) => `Answered with status ${status}.`,
} as const
