import { commands } from '../../shared/commands/commands.ts'

/** Texts of the command palette and the overview of keys. */

/** Groups of commands, in the order in which they stand. */
export const commandGroups = {
  answer: 'What you typed',
  delivery: 'This delivery',
  list: 'List',
  filter: 'Filters',
  object: 'Objects',
  go: 'Go to',
  environment: 'Environment',
  tunnel: 'Public URL',
  signature: 'Signatures',
  responses: 'Simulate failures',
  forwarding: 'Forward',
  sandbox: 'Sandbox',
  scenario: 'Scenarios',
  present: 'Presenting',
  look: 'Look',
  help: 'Help',
} as const

/** The places of the rail, and tabs that are called otherwise than the command that leads there. */
export const placeWords = {
  places: {
    inbox: 'Inbox',
    send: 'Send',
    forward: 'Forward',
    test: 'Test',
    monitor: 'Monitor',
    environment: 'Environment',
    settings: 'Settings',
  },
  tabs: { inbox: 'Deliveries', compose: 'Compose', presentation: 'Demo', forwarding: 'Forwarding', check: 'Handler' },
} as const

export type CommandGroup = keyof typeof commandGroups

/** Texts about a copied link. */
export const linkWords = {
  linkCopied: 'Link copied. It opens where this page runs, for anyone with access.',
  appLinkCopied: 'Link copied. It opens in the app; the command palette takes it, too.',
} as const

/** Questions before an action on a production environment. */
export const productionWords = {
  apply: {
    title: (name: string) => `Apply to ${name}?`,
    text: 'The service changes at once where it sends, what, and with which secret it signs.',
    yes: 'Apply',
  },
  run: {
    title: (name: string) => `Run failed follow-ups of ${name}?`,
    text: 'Each is one GET at the service with the stored credentials, within the limit per minute.',
    yes: 'Run',
  },
  /** @param host that it goes to */
  replay: (host: string, count: number) => ({
    title: (name: string) => `Replay to ${host} from ${name}?`,
    text: `${count === 1 ? 'The delivery goes' : `${count} deliveries go`} to ${host}, with the data of production. What receives it acts on it as on the original.`,
    yes: 'Send',
  }),
  /** @param host of the production environment itself */
  replayTo: (host: string, count: number) => ({
    title: (name: string) => `Replay to ${name}?`,
    text: `${host} belongs to production. It acts on ${count === 1 ? 'this delivery' : `these ${count} deliveries`} as on the original.`,
    yes: 'Send',
  }),
  rotate: {
    title: (name: string) => `Make a new secret for ${name}?`,
    text: 'It becomes the current secret here at once. The sender signs with it as soon as it has it; until then the old one stays accepted.',
    yes: 'Make a new secret',
  },
  rotateAndApply: {
    title: (name: string) => `Make a new secret for ${name}?`,
    text: 'The service signs with it at once. The secrets that are accepted now stay accepted here.',
    yes: 'Rotate',
  },
  retire: {
    title: (name: string) => `Retire a secret of ${name}?`,
    text: 'Deliveries that are still signed with it are no longer verified, and nothing is fetched for them.',
    yes: 'Retire',
  },
} as const

export const paletteWords = {
  name: 'Commands',
  button: commands['palette.open'].label,
  placeholder: 'Find a command, a screen, or the id of a delivery or object',
  recent: 'Used last',
  cancel: 'Cancel',
  close: 'Esc closes',
  thenKey: 'then',

  goToDelivery: (id: string) => `Open delivery ${id}`,
  openLink: 'Open this link',
  findObjects: (text: string) => `Find objects with "${text}"`,
  openObject: (type: string, id: string) => `Open ${type} ${id}`,
  filterBy: (text: string) => `Filter the list by "${text}"`,

  runDemo: 'Run the demo',
  demoRuns: 'The demo runs. Its delivery opens when it is there.',
  resume: 'Resume the list',
  clearFilter: 'Clear the filter',
  newest: 'Follow the newest delivery',
  openTunnel: (provider: string) => `Open the tunnel with ${provider}`,
  chooseTunnel: 'Open a tunnel: choose a provider',
  closeTunnel: 'Close the tunnel',
  checkTunnel: 'Check the tunnel',
  tunnelWorks: 'The tunnel works: the check came through.',
  tunnelIs: (word: string) => `The check is done. Tunnel: ${word}.`,
  tunnelOpens: 'The tunnel opens.',
  tunnelClosed: 'The tunnel is closed.',
  checkAll: 'Check all signatures again',
  checkAllStarted: 'All signatures are checked again. The line at the bottom shows the progress.',
  cancelCheck: 'Stop checking the signatures',
  switchTo: (environment: string) => `Switch to ${environment}`,
  allEnvironments: 'Show the deliveries of all environments',
  inUse: 'in use',
  here: 'here',
  exportList: 'Export the deliveries of this list…',
  exportSelection: (count: number) => `Export ${count} selected ${count === 1 ? 'delivery' : 'deliveries'}…`,
  createObject: (resourceType: string) => `Create ${resourceType}`,
  inTheSandbox: 'in the sandbox',
  created: (resourceType: string, label: string) => `${resourceType} created: ${label}.`,
  sent: 'Sent. It appears in the inbox.',
  /** By the name of the preset. */
  answerPresets: {
    down: 'Answer 503 (down)',
    slow: 'Answer after 20 s (slow)',
    flaky: 'Answer 500 to three of ten (flaky)',
    'too-many': 'Answer 429 with Retry-After',
    gone: 'Answer 410 (gone)',
    maintenance: 'Answer 503 with a text (maintenance)',
  },
  forTenMinutes: 'for 10 minutes',
  rulesOff: 'Switch all response rules off',
  failed: (what: string, why: string) => `${what}: ${why}`,
  copyReceiver: commands['environment.copyAddress'].label,
  copied: 'Copied.',
  notSwitched: 'The environment was not switched.',

  /** Other words for sections, as users type them. */
  sections: {
    inbox: 'deliveries webhooks requests log',
    objects: 'resources entities story history',
    shapes: 'schema fields drift changes code typescript zod',
    'case-files': 'import export share hand over har',
    compose: 'compose new request replay resend fixtures post',
    scenarios: 'scenario flow yaml test run assert script steps automation',
    presentation: 'presenter demo stage show slides talk large type privacy mask',
    forwarding: 'forward relay proxy target localhost rule catch up retry redeliver',
    responses: 'responses answers status codes delay timeout errors rules',
    check: 'handler grade report card check',
    'compare-builds': 'versions regression diff differences release old new',
    orders: 'permutations out of order race twice parallel lost retry schedule',
    health: 'health status latency alerts metrics',
    'go-live': 'go live checklist start onboarding',
    access: 'access credentials login password token api key base url organization read only user follow-ups',
    secrets: 'rotate rotation signing secret signature scheme webhook secret hmac public key verify token handshake',
    'webhook-config': 'webhook config event types enable subscription apply',
    'object-paths': 'resource paths follow-up 404 template',
    contract: 'openapi asyncapi json schema validate',
    tunnel: 'tunnel ngrok cloudflare localtunnel internet expose https',
    sandbox: 'play emulator try test data',
    general: 'environment name rename delete duplicate copy export colour color production danger',
    settings:
      'preferences storage disk space retention limits backup doctor agents mcp keys appearance version about browser access',
  },
  /** Other words that people look for things by. */
  also: {
    newEnvironment: 'add create sender stripe github organization account',
    importEnvironments: 'environments file load',
    theme: 'appearance colour color mode night day',
    contrast: 'accessibility appearance',
    density: 'rows spacing dense appearance',
    pause: 'hold stop freeze live',
    tunnel: 'public url internet',
    demo: 'try sandbox example',
    keys: 'keyboard shortcuts help',
    caseFile: 'import har json ndjson hookscope drop',
    export: 'save download hand over share case file har ndjson',
    receiver: 'url webhook endpoint',
  },
} as const

export const keyHelpWords = {
  title: 'Keys',
  lead: 'Shortcuts work everywhere except while typing.',
  places: {
    everywhere: 'Everywhere',
    go: 'Go to',
    list: 'List',
    delivery: 'Delivery',
    body: 'With the focus in a body',
    compare: 'Comparing',
    chart: 'Charts',
    scenario: 'Scenarios',
    present: 'Presenting',
  },
} as const

/** How keys are written. */
export const keyNames: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  PageDown: 'Page ↓',
  PageUp: 'Page ↑',
  ' ': 'Space',
  Shift: 'Shift',
}
/** How the page looks: the settings and their choices, for the screen of settings and the palette. */
export const appearanceWords = {
  title: 'Appearance',
  lead: 'Kept on this machine.',
  theme: { label: 'Theme', system: 'System', light: 'Light', dark: 'Dark' },
  contrast: { label: 'Contrast', system: 'System', more: 'High', normal: 'Normal' },
  density: { label: 'Rows', comfortable: 'Comfortable', compact: 'Compact' },
  choose: (setting: string, choice: string) => `${setting}: ${choice.toLowerCase()}`,
} as const
