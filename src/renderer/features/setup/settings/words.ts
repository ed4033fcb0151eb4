import { countOf } from '../../../../shared/words/counts.ts'

/** How the page looks: the settings and their choices, for the screen of settings and the palette. */
export const appearanceWords = {
  title: 'Appearance',
  lead: 'Kept on this machine.',
  theme: { label: 'Theme', system: 'As the system', light: 'Light', dark: 'Dark' },
  contrast: { label: 'Contrast', system: 'As the system', more: 'High', normal: 'Normal' },
  density: { label: 'Rows', comfortable: 'Comfortable', compact: 'Compact' },
  choose: (setting: string, choice: string) => `${setting}: ${choice.toLowerCase()}`,
} as const

/** What only the desktop app has. */
export const desktopWords = {
  title: 'Desktop',
  whenClosed: 'Closing the window',
  ask: 'Ask',
  keep: 'Keep running',
  quit: 'Quit',
  keepNote: 'Hookscope keeps receiving deliveries without its window.',
  notify: 'Notifications',
  notifyNote:
    'For the first failed signature check, a lost tunnel, and the first verified delivery of an environment. Only while the window is not in use.',
  letJoin: 'Let tools on this computer join',
  letJoinNote:
    'The hookscope commands and MCP clients of this user then work through this app. Opens the HTTP API on loopback, protected by a key in the data folder.',
  pause: 'Pause',
  pauseNote: 'Pausing stops the list from moving. It never stops the receiver: only quitting does.',
  showLog: 'Show log file',
  showFolder: 'Open data folder',
} as const

export const settingsWords = {
  title: 'Settings',

  receiver: 'Receiver',
  address: 'Address',
  doesNotListen: 'It does not listen.',
  theAddress: "the receiver's address",
  listensOn: 'Listens on',
  listensOnNote: 'This machine only. A sender elsewhere needs a tunnel or proxy that leads here.',
  unknown: '—',
  strays: 'Strays',
  straysNote: 'Requests for no known path. Answered 404, counted since the start, not kept.',
  largestBody: 'Largest body',
  largestBodyNote: 'A larger one is answered 413; what came up to the limit is kept and marked.',
  largestBodySize: '10 MiB',
  storage: 'Data',
  dataFolder: 'Data folder',
  theDataFolder: 'the data folder',
  logFile: 'Log file',
  theLogFile: 'the path of the log file',
  logFileNote: 'Warnings and faults. No secrets, no bodies.',
  secrets: 'Secrets',
  deliveries: 'Deliveries',
  stateName: 'State',
  stateWorking: 'Working.',
  stateNotWriting: 'It cannot take writes now.',
  notSearchable: (count: number) =>
    ` ${countOf(count, 'delivery', 'deliveries')} not listed yet: the search index is being rebuilt.`,
  about: 'About',
  version: 'Version',
  versionOf: (version: string) => `Hookscope ${version}`,
  process: 'Process',
  runtimes: 'Runtime',
  runtimesOf: (runtimes: readonly { name: string; version: string }[]) =>
    runtimes.map(({ name, version }) => `${name} ${version}`).join(' · '),
  license: 'License',
  licenseName: 'MIT',
  keys: 'Keys',
  showKeys: 'Show all keys',
} as const

/** The key of this browser, in the browser shell only. */
export const browserAccessWords = {
  title: 'Browser access',
  lead: 'Tabs, scripts and commands use one key. It stays the same over restarts on this data folder.',
  anotherBrowser: 'Another browser',
  anotherBrowserNote: 'The address works once, within an hour. It does not hold the key.',
  copyAddress: 'Copy one-time address',
  addressCopied: 'Copied. Open it in the other browser.',
  notCopied: 'The browser did not allow copying. Run "hookscope open" instead.',
  key: 'Key',
  keyNote: 'Makes a new key. All other tabs, scripts and event streams lose access at once; this tab goes on.',
  renew: 'Renew key',
  renewed: 'The key is renewed. All other tabs are closed.',
} as const

/** Where objects are fetched. */
export const pathWords = {
  title: 'Resource paths',
  lead: (environment: string) =>
    `Where a follow-up fetches an object of ${environment}. The service's document shows no paths: what is marked as assumed is a guess, to be replaced when it answers 404.`,
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
  asksFor: 'Asks for {url}',
  noBaseUrl: '(base URL)',
  kept: (problem: string) => `${problem} What you typed is kept.`,

  resourceType: 'Resource type',
  resourceTypeExample: 'StandingOrder',
  template: 'Path template',
  templateExample: '/api/trust/v1/standing-orders/{resourceId}',
  add: 'Add path',
  pathStart: 'A path starts with "/", for example /api/trust/v1/payments/{resourceId}',
  pathBelow: 'The path must stay below the base URL: no "//" at its start, no "." or ".." between slashes.',
  unknownPlace: (place: string) => `Only {resourceId} and {organizationId} can be filled in; ${place} cannot.`,
  noBlanks: 'A path has no blanks, "#" or "\\".',
  needsType: 'Give the resource type as notifications spell it.',
  inTable: (name: string) => `${name} is in the table already.`,

  missed: (types: number) =>
    `${types === 1 ? 'A type came that no path is known for, so its objects are not fetched.' : 'Types came that no path is known for, so their objects are not fetched.'} Add the path that your operator names; what was missed is then fetched.`,
  nothingSkipped: 'nothing skipped yet',
  skipped: (count: number) => `${countOf(count, 'follow-up')} skipped`,
  addPath: 'Add a path',
  addPathFor: (type: string) => `Add a path for ${type}`,
  madeUp: (count: number, type: string) =>
    `${countOf(count, 'missed follow-up')} of ${type} ${count === 1 ? 'is' : 'are'} run now.`,

  newestOf: (type: string) => `the newest ${type}`,
  noneYet: 'No notification of this type has come yet, so there is no object to try it with.',
  /** {ago}: when; {delivery}: a link. */
  newestCame: 'The newest one came {ago}: {delivery}.',
  deliveryLink: (id: string) => `delivery ${id}`,
  runAgain: 'Run its follow-up again',
  fetched: (status: number) => `Fetched: the service answered ${status}.`,
  fetchedAfter: (status: number, duration: string) => `Fetched: the service answered ${status} after ${duration}.`,
  notFetched: 'It was not fetched.',
  answered: (status: number) => `The service answered ${status}.`,
} as const
