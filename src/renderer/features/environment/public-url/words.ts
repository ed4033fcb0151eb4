import { countOf } from '../../../../shared/words/counts.ts'
import { formatDuration } from '../../../text/format.ts'

/** Texts about the tunnel, on its screen and everywhere else. */
export const tunnelWords = {
  title: 'Public URL',
  lead: "A tunnel gives the receiver a public URL, so that senders on the internet can post to it. Only the receiver's paths answer there: neither this page nor its API.",
  /** For "Loading ...". */
  what: 'the tunnel',
  loadAgain: 'Load again',

  state: 'State',
  /** {provider}; {time}: since when. */
  through: 'through {provider}, since {time}',
  checkNow: 'Check now',
  close: 'Close the tunnel',
  open: (provider: string) => `Open ${provider}`,
  switchTo: (provider: string) => `Switch to ${provider}`,
  tryAgain: 'Try again',
  openAgain: 'Open again with this',
  goWithout: 'Go on without a tunnel',
  couldBeUsed: (provider: string) => `${provider} could be used instead; its URL is another one.`,
  /** {name}: of the environment. */
  publicUrlOf: 'Public URL of {name}',
  publicUrlOffline: 'Public URL of {name}, not online now',
  /** {url}: the one before. */
  before: 'Before: {url}',
  sandboxSendsDirectly: 'The built-in sandbox runs in this app and goes on sending directly.',
  lastCheck: 'Last check',
  noCheck: 'none yet',
  /** {ago}: such as "4 s ago". */
  passed: 'passed {ago}',
  failed: 'failed {ago}',
  thereAndBack: (duration: string) => `, ${duration} there and back`,
  whenLastPassed: (duration: string) => `; when it last passed it took ${duration}`,
  nextTry: 'Next try',
  now: 'now',
  in: (duration: string) => `in ${duration}`,
  headers: 'Headers',
  headersNormalised: 'As normalised by the tunnel; bodies arrive byte for byte.',
  headersAsSent: 'As they were sent.',
  lastLeg: 'Last leg',
  notEncrypted: 'Not encrypted.',
  webhookConfig: 'Webhook',
  seeWebhookConfig: 'See it',

  providers: 'Providers',
  provider: 'Provider',
  providersLead: 'Each gives the receiver a public URL in its own way.',
  lookAgain: 'Look again',
  lookAgainNote: 'Look again which programs are there',
  inUse: 'in use',
  missing: 'something is missing',
  needsSettings: 'needs settings',
  ready: 'ready',
  needs: 'Needs',
  /** {what}: as a provider says it, such as "nothing". */
  needsWhat: (what: string) => `Needs ${what}`,
  theAddress: 'the address',
  url: 'URL',
  optionsOf: (provider: string) => `Options of ${provider}`,
  needed: (option: string) => `${option} (needed)`,
  secretSet: (fingerprint: string | null) =>
    fingerprint === null
      ? 'Set, but it cannot be read any more: type it once more. '
      : `Set, fingerprint ${fingerprint}; leave it as it is to keep it. `,
  secretForgotten: 'The stored one is forgotten when you open. ',
  forget: 'Forget',
  keep: 'Keep',

  strays: 'Stray requests',
  straysLead: 'Requests without the secret path get 404.',
  counting: 'Counting …',
  noStrays: 'None since the start.',
  countedStrays: (count: number) =>
    `${countOf(count, 'request')} to ${count === 1 ? 'an unknown path' : 'unknown paths'} since startup. Answered 404, not kept.`,
  newPath: 'New receiver path',
  newPathMore: 'New receiver path …',
  newPathQuestion: (name: string) => `A new receiver path for ${name}?`,
  keepOldPath: 'Keep the old one',
  newPathNote: 'This creates a new key. Requests to the old path then get 404, including those of the sender.',
  newPathNext: (name: string) =>
    `What follows: apply the webhook config again. Until then nothing from ${name} arrives.`,
  newPathNextAtSender: (name: string) =>
    `What follows: enter the new address at the sender. Until then nothing from ${name} arrives.`,
  newPathDoneAtSender: (name: string) => `${name} has a new receiver path. Enter the new address at the sender.`,
  newPathDone: (name: string) =>
    `${name} has a new receiver path. Apply the webhook config, so that its service knows it.`,

  history: 'History',
  historyLead: 'The line runs from old to new; the table has the newest first. Both are kept when Hookscope quits.',
  historyEmpty: 'Nothing yet. Each change of the state is kept here with its reason.',
  historyTable: 'History of the tunnel',
  historyHead: ['When', 'State', 'Through', 'Why', 'How long'],
  noReason: '—',
  onlyNewest: (count: number) => `Only the newest ${count}`,
  all: (count: number) => `All ${count}`,
  soFar: (duration: string) => `${duration} so far`,
  legend: {
    online: 'online',
    checking: 'opening, checking',
    degraded: 'not reached, reconnecting',
    failed: 'failed',
    off: 'off',
  },
  legendScale: 'older to the left; the wider, the longer, not to scale',

  revealKey: 'Reveal the key in the URL',
  hideKey: 'Hide the key in the URL',
  theUrl: 'the URL',
} as const

/** Whether the service knows the public URL, as a sentence. */
export const addressSentences = {
  'up-to-date': 'The service uses this URL.',
  'to-update': 'The service uses another URL. Automatic updates are off.',
  updating: 'The service uses another URL and is being updated.',
  'own-choice': 'The service uses your custom URL.',
  silent: 'Not applied and enabled: the service sends nothing.',
} as const

/** The line over all screens that says that the service sends elsewhere. */
export const newAddressWords = {
  label: 'New public URL',
  first: 'There is a public URL.',
  changed: 'The public URL has changed.',
  followed: (name: string) =>
    `The service of ${name} should have been updated automatically, but still sends elsewhere.`,
  toTell: (name: string) => `The service of ${name} still sends elsewhere: nothing arrives until it is updated.`,
  apply: 'Apply now',
  follow: 'Always follow',
  followNote: 'Applies it now, and automatically each time the tunnel gets another URL',
} as const

/** On which way a delivery came. */
export const cameWords = {
  came: 'Came',
  directly: 'directly',
  /** {tunnel}: its name; {url}: its public URL. */
  through: 'through {tunnel} ({url})',
  claimed: 'Claimed sender',
  claimedNote: 'Only a claim: anybody can write this header.',
  /** {header}: its name; {address}: what is in it. */
  says: '{header} says {address}',
  someHeader: 'A header',
} as const

/** When the next try is due: "in 4 s", "now"; null when none is planned. */
export function nextTryWords(nextTryAt: string | null, now: number): string | null {
  if (nextTryAt === null) return null
  const ms = Date.parse(nextTryAt) - now
  return ms < 1000 ? tunnelWords.now : tunnelWords.in(formatDuration(Math.ceil(ms / 1000) * 1000))
}

/** The duration of a state in the history, finished or current: "3 min", "4 s so far". */
export function lengthWords(entry: { at: string; forMs: number | null }, now: number): string {
  if (entry.forMs !== null) return formatDuration(entry.forMs)
  return tunnelWords.soFar(formatDuration(Math.max(0, Math.floor((now - Date.parse(entry.at)) / 1000) * 1000)))
}

/** The provider that "Open" means: the open one, else the one of last time, else localtunnel, which needs nothing. */
export function usualProvider(
  current: string,
  history: readonly { provider: string }[],
  known: readonly { id: string }[],
): string {
  const isKnown = (id: string) => id !== 'none' && known.some((provider) => provider.id === id)
  if (isKnown(current)) return current
  return history.findLast(({ provider }) => isKnown(provider))?.provider ?? 'localtunnel'
}

/** A receiver URL for the public: the key in its path is hidden. */
export function withoutKey(url: string): string {
  return url.replace(/(\/in\/)[^/?#]+/, '$1••••••••')
}
