import { countOf } from '../../../../shared/words/counts.ts'

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
