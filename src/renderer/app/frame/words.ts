import { maxArrivals } from '../../data/state/startInbox.ts'
import { countOf, groupDigits } from '../../../shared/words/counts.ts'

/** "12", "999+". */
export function atMost(count: number): string {
  return count > maxArrivals ? `${maxArrivals}+` : String(count)
}

/** Texts of the frame: rail, top bar, banners, and the line at the foot. */
export const frameWords = {
  /** For "Could not load ...". */
  commands: 'commands',
  addressBanner: 'public URL',
  clock: "sandbox's clock",
  app: 'Hookscope',
  skip: 'Skip to the content',
  state: "Hookscope's state",
  changesFound: (count: number) =>
    count === 1
      ? 'Deliveries changed: see Shapes in the inbox.'
      : `Deliveries changed in ${count} ways: see Shapes in the inbox.`,
  noSuchPage: 'There is no such page',
  noSuchPageMore: 'The address names a page that this version does not have. Choose one on the left.',
  cannotOpen: 'Hookscope cannot open here',
  waits: 'Hookscope opens in a moment',
  masks: 'what hides secrets',
  cannotMask: 'The presentation cannot begin',
  cannotMaskMore:
    'The part of the page that hides secrets and personal data could not be loaded, so nothing is shown. Check that Hookscope still runs, then reload this page.',
  cannotReach: 'This page can no longer reach Hookscope',
  couldNotStart: 'The page could not start.',
  crashed: 'This page crashed',
  crashedMore:
    'Deliveries are not stored in this page, so none was lost. Load the page again. If it crashes at the same place, please report it.',
  loadAgain: 'Load the page again',

  screens: 'Places',
  /** Next to the inbox in the rail. */
  arrived: (count: number) => `${atMost(count)} new`,
  arrivedHint: (count: number) => `${atMost(count)} new since you last looked`,
  failedUnseen: (count: string) => `${count} failed`,
  failedUnseenHint: (count: string) => `${count} failed signature checks not opened yet`,
  givenUp: (count: number) => `${groupDigits(count)} given up`,
  givenUpHint: (count: number) => `${countOf(count, 'delivery', 'deliveries')} your app has not accepted`,
  keys: 'Keys',

  environment: 'Environment',
  environments: 'Environments',
  allEnvironments: 'All environments',
  switchEnvironment: 'switch environment',
  findEnvironment: 'Find an environment by name or base URL',
  noEnvironment: 'No environment has this in its name or base URL.',
  newEnvironment: 'New environment',
  importEnvironments: 'Import',
  play: 'Play',
  playNote: 'Create objects in the sandbox and watch their webhooks arrive',
  healthy: 'no failed deliveries',
  empty: 'no deliveries yet',
  sectionsOf: (place: string) => `Sections of ${place}`,
  inUse: 'in use',
  shown: 'shown',
  failed: (count: number) => `${groupDigits(count)} failed`,
  deliveries: (count: number) => (count === 0 ? 'no deliveries' : count === 1 ? ' delivery' : ' deliveries'),
  pause: 'Pause',
  resume: 'Resume',
  /** Follows both; where there is little room, only for those who hear the page. */
  pauseWhat: 'list',
  pauseNote: 'Only the list stops moving. The receiver keeps receiving.',
  resumeNote: 'Let the list move again',
  receiverFailed: 'Receiver failed',
  listening: 'Listening',
  receiverAddress: "the receiver's address",
  webhookConfig: 'Webhooks',
  /** The same where there is little room. */
  rulesOn: (count: number) => (count === 1 ? 'rule on' : 'rules on'),
  ruleUntil: (name: string, time: string) => `${name}, until ${time}`,
  rulesUntil: (time: string) => `until ${time}`,
  rulesWithoutEnd: 'until switched off',
  webhookConfigShort: 'Webhooks',

  /** {since}: such as "12 s ago". */
  connectionLost:
    'Connection to Hookscope lost {since}; trying again. This page shows what was known then. If it stays lost, start Hookscope again; if it then says another port, open the address that it prints.',
  /** @param isLeast there may be more */
  lastMinute: (total: number, isLeast: boolean) =>
    `${isLeast ? 'At least ' : ''}${countOf(total, 'delivery', 'deliveries')} in the last minute`,
  perMinute: (total: number, isLeast: boolean) => `${isLeast ? '≥ ' : ''}${groupDigits(total)}/min`,
  lastKnown: 'last known',
  lastKnownTitle: 'Last known',
  justNow: 'just now',
  ago: (duration: string) => `${duration} ago`,
  cannotStore: 'Deliveries cannot be stored now. Senders get 503 until they can, and should try again.',
  receiverDoesNotListen: 'The receiver does not listen, so nothing can arrive.',

  checkingAll: 'Checking all deliveries again',
  cancel: 'Cancel',

  /**
   * The title of the window. `failures`: failed deliveries that are unseen; `more`: there are more than that.
   * Without any: `arrivals`, those that came while the person was elsewhere.
   */
  windowTitle: (screen: string | null, failures: number, more = false, arrivals = 0) =>
    [
      failures > 0
        ? `(${groupDigits(failures)}${more ? '+' : ''} failed)`
        : arrivals > 0
          ? `(${atMost(arrivals)} new)`
          : null,
      screen,
      'Hookscope',
    ]
      .filter((part) => part !== null)
      .join(' · '),
} as const
