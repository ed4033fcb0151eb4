import { countOf } from '../../../shared/words/counts.ts'

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
