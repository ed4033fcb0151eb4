import { countOf, groupDigits } from '../../../shared/words/counts.ts'
import { formatBytes } from '../../../shared/words/sizes.ts'
import type { Storage } from '../../../shared/wireTypes.ts'

/** Texts of the desktop app's own settings. */
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
  strays: 'Unknown paths',
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

/** Texts about agents and editors in the settings. */
export const toolsWords = {
  title: 'MCP clients',
  lead: 'Agents and editors can read deliveries and prove signatures through hookscope mcp. Received text reaches them marked as untrusted, secrets never.',
  client: 'Client',
  clients: { claude: 'Claude Code', cursor: 'Cursor', vscode: 'VS Code', codex: 'Codex' },
  allowSend: 'Let it send',
  allowSendNote: 'Adds --allow-send: it can then trigger, replay and send, to this machine only.',
  putInto: 'Put this into',
  snippet: 'the MCP snippet',
  /** Around the command. */
  needsCommand: ['hookscope has to be on the PATH. In a checkout, ', ' prints it with the whole path.'],
  printCommand: (client: string) => `npm run hookscope -- mcp --print-config ${client}`,
  connected: 'Connected since the start',
  nobody: 'No client has called yet.',
  state: 'State',
  isConnected: 'Connected',
  hasGone: 'Gone',
  may: 'Access',
  sends: 'Reads and sends',
  reads: 'Reads',
  since: 'First call',
  calls: 'Calls',
  tool: 'Tool',
  outcome: 'Outcome',
  outcomes: { done: 'Done', refused: 'Refused' },
  took: 'Took',
  at: 'When',
  refresh: 'Refresh',
} as const

type Retention = Storage['environments'][number]['retention']

const deliveries = (count: number) => countOf(count, 'delivery', 'deliveries')

/** Texts about stored data, its limits and backups. */
export const storageWords = {
  title: 'Storage',
  lead: 'Contents of the data folder, how long deliveries are kept, and backups.',
  what: 'storage',
  used: 'Used',
  usedNote: ({ database, log, index, backups, other }: Storage['files'], bodies: number) =>
    `Database ${formatBytes(database)}, of it ${formatBytes(bodies)} bodies. Index ${formatBytes(index)}, log ${formatBytes(log)}, backups ${formatBytes(backups)}, other files ${formatBytes(other)}.`,
  disk: 'Free on disk',
  diskOf: (free: number, size: number) => `${formatBytes(free)} of ${formatBytes(size)}`,
  diskUnknown: 'The system does not say.',
  growth: 'Growth',
  growthUnknown: 'Known after the first hour.',
  growthOf: ({ deliveriesPerDay, bytesPerDay }: NonNullable<Storage['growth']>) =>
    `${deliveries(Math.round(deliveriesPerDay))} and ${formatBytes(bytesPerDay)} a day`,
  growthNote: (days: number) =>
    `Over the last ${days < 1.5 ? `${Math.max(1, Math.round(days * 24))} h` : `${Math.round(days)} days`}.`,
  fullIn: (days: number) => `The disk is full in about ${days < 1 ? 'a day' : countOf(Math.round(days), 'day')}.`,
  nearlyFull: (free: number) =>
    `The disk is nearly full: ${formatBytes(free)} free. Set limits, delete deliveries, or free some space. When it is full, deliveries are answered 503.`,
  fullSoon: (days: number) =>
    `At this rate the disk is full in about ${days < 1 ? 'a day' : countOf(Math.round(days), 'day')}. Set limits or free some space.`,
  free: 'Reusable',
  freeNote: 'Free inside the files. It is used again, and given back to the disk in small steps.',
  environments: 'Deliveries by environment',
  environment: 'Environment',
  deletedEnvironment: 'Deleted environment',
  count: 'Deliveries',
  size: 'Bodies',
  oldest: 'Oldest',
  kept: 'Kept',
  keptAll: 'All',
  keptOf: ({ maxAgeDays, maxCount, maxBytes }: Retention) =>
    [
      ...(maxAgeDays === undefined ? [] : [countOf(maxAgeDays, 'day')]),
      ...(maxCount === undefined ? [] : [deliveries(maxCount)]),
      ...(maxBytes === undefined ? [] : [formatBytes(maxBytes)]),
    ].join(', ') || 'All',
  limits: 'Limits',
  limitsOf: (name: string) => `Limits of ${name}`,
  deleteAll: 'Delete all',
  deleteAllOf: (name: string) => `Delete all deliveries of ${name}`,
  deleteTitle: (name: string) => `Delete all deliveries of ${name}?`,
  deleteText: (count: number) =>
    `This deletes ${deliveries(count)}. Pinned ones stay. You can undo it for 30 seconds, here and below the list of the inbox.`,
  delete: 'Delete',
  cancel: 'Cancel',
  deleted: (count: number) => `${deliveries(count)} deleted.`,
  undo: 'Undo',
  meaning:
    'Deleted deliveries leave both databases. Their bytes can stay in free pages, the write-ahead log, the disk’s free blocks and in backups until those are overwritten or deleted.',
  compact: 'Compact files',
  compactTitle: 'Compact the files?',
  compactText: ({ gained, seconds, temporary }: Storage['compaction']) =>
    `This writes both databases again without free space and gains about ${formatBytes(gained)}. It takes about ${countOf(seconds, 'second')} and up to ${formatBytes(temporary)} of temporary space. Deliveries wait for their answer until it is done. It cannot be cancelled.`,
  compacting: 'Compacting. Deliveries wait meanwhile.',
  compacted: 'Compacted.',
  backups: 'Backups',
  backupsLead:
    'Copies of the database in the data folder. Secrets in them stay encrypted: to restore on another machine, keep the key of the secrets too.',
  backUp: 'Back up now',
  backedUp: (name: string) => `Backup ${name} made.`,
  noBackups: 'No backups yet.',
  made: 'Made',
  check: 'Check',
  checkOf: (name: string) => `Check ${name}`,
  sound: (name: string) => `${name} is whole.`,
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restoreTitle: 'Restore this backup?',
  restoreText: (made: string) =>
    `The backup of ${made} is checked and takes the place of the data at the next start. The data of that moment moves into a folder of its own. Deliveries that arrived after the backup are only there.`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removeTitle: 'Delete this backup?',
  removeText: (name: string) => `${name} is deleted from the disk. This cannot be undone.`,
  planned: (from: string) => `${from} is restored at the next start. Quit Hookscope and start it again.`,
  cancelRestore: 'Cancel restore',
  cancelWork: (kind: NonNullable<Storage['work']>['kind']) =>
    ({
      compact: 'Cancel the compaction',
      'back-up': 'Cancel the backup',
      check: 'Cancel the check',
      restore: 'Cancel the restore',
    })[kind],
  working: (kind: NonNullable<Storage['work']>['kind'], done: number | null, of: number | null) => {
    const part = done === null || of === null || of === 0 ? '' : ` ${Math.round((100 * done) / of)} %`
    return (
      { compact: 'Compacting', 'back-up': 'Backing up', check: 'Checking', restore: 'Preparing the restore' }[kind] +
      part
    )
  },
} as const

/** The dialog with the limits of an environment. */
export const limitWords = {
  title: (name: string) => `Limits of ${name}`,
  lead: 'The oldest deliveries beyond a limit are removed without undo. Pinned ones stay. An empty field is no limit.',
  days: 'Days',
  daysHint: 'Keeps deliveries for this many days.',
  count: 'Deliveries',
  countHint: 'Keeps this many of the newest.',
  size: 'Size (MB)',
  sizeHint: 'Bodies, and 1 kB for each delivery’s headers and index.',
  notANumber: 'Give a number above 0, or leave it empty.',
  notWhole: 'Give a whole number above 0, or leave it empty.',
  removesNow: (count: number, bytes: number, pinned: number) => {
    const kept = pinned === 0 ? '' : ` ${groupDigits(pinned)} pinned ${pinned === 1 ? 'stays' : 'stay'}.`
    return count === 0
      ? `Removes nothing now.${kept}`
      : `Removes ${deliveries(count)} (${formatBytes(bytes)}) now.${kept}`
  },
  noLimit: 'No limit: every delivery is kept.',
  counting: 'Counting what would be removed…',
  set: 'Set limits',
  setAndRemove: 'Set limits and remove',
  cancel: 'Cancel',
} as const

/** Checks of the installation. */
export const doctorWords = {
  title: 'Doctor',
  lead: 'Checks the data folder, database, ports, keyring, runtime, tunnel programs, proxy and clock. Also as the command hookscope doctor.',
  run: 'Run checks',
  well: 'Nothing needs doing.',
  notWell: 'Some checks need your attention.',
  area: 'Check',
  state: 'State',
  found: 'Result',
  areas: {
    'data-folder': 'Data folder',
    space: 'Free space',
    database: 'Database',
    instance: 'Instance',
    ports: 'Ports',
    key: 'Key of secrets',
    runtime: 'Runtime',
    browser: 'Browser',
    programs: 'Tunnel programs',
    proxy: 'Proxy',
    clock: 'Clock',
  },
  states: { ok: 'OK', warn: 'Warning', fail: 'Failed', skipped: 'Skipped' },
} as const
