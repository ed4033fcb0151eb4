import { countOf, groupDigits } from '../ui/format.ts'

/** What the frame says: rail, top bar, banners, and the line at the foot. */
export const frameWords = {
  app: 'Hookscope',
  skip: 'Skip to the content',
  state: "Hookscope's state",
  noSuchPage: 'There is no such page',
  noSuchPageMore: 'The address names a page that this version does not have. Choose one on the left.',
  cannotOpen: 'Hookscope cannot open here',
  cannotReach: 'This page can no longer reach Hookscope',
  couldNotStart: 'The page could not start.',
  crashed: 'This page made a mistake and stopped',
  crashedMore:
    'What was captured is safe, and what arrives is kept. Load the page again; if it stops at the same place once more, please report it.',
  loadAgain: 'Load the page again',

  screens: 'Screens',
  keys: 'Keys',

  environment: 'Environment',
  pause: 'Pause',
  resume: 'Resume',
  pauseNote: 'Hold the list still; nothing is lost',
  resumeNote: 'Let the list run again',
  receiverFailed: 'Receiver failed',
  listening: 'Listening',
  receiverAddress: "the receiver's address",
  webhookConfig: 'Webhook config',
  /** The same where there is little room. */
  webhookConfigShort: 'Webhooks',

  configNeverApplied: 'never applied',
  configDisabled: 'disabled',
  configDiffers: 'differs',
  configTypes: (known: number, all: number) => `${known} of ${all} types`,

  /** {since}: such as "12 s ago". */
  connectionLost:
    'Connection to Hookscope lost {since}; trying again. This page shows what was known then. If it stays lost, start Hookscope again.',
  lastKnown: 'last known',
  lastKnownTitle: 'Last known',
  justNow: 'just now',
  ago: (duration: string) => `${duration} ago`,
  cannotStore: 'Deliveries cannot be stored now. Senders are told to try again (503) until they can.',
  receiverDoesNotListen: 'The receiver does not listen, so nothing can arrive.',

  checkingAll: 'Checking all deliveries again',
  cancel: 'Cancel',
  closeLine: 'Close this line',
  checkingAgain: 'Checking again …',
  checkingOf: (checked: number, total: number, result: string) =>
    `Checking ${groupDigits(checked)} of ${groupDigits(total)} again, ${result}`,
  checked: (total: number, result: string) => `Checked ${countOf(total, 'delivery', 'deliveries')} again: ${result}.`,
  checkCanceled: (checked: number, total: number, result: string) =>
    `Check canceled after ${groupDigits(checked)} of ${groupDigits(total)}: ${result}.`,
  checkFailed: 'Not all deliveries could be checked again.',
  noneChanged: 'none changed',
  someChanged: (count: number) => `${groupDigits(count)} changed`,

  /** The title of the window; `failures`: deliveries that failed their check while nobody looked. */
  windowTitle: (screen: string | null, failures: number) =>
    [failures === 0 ? null : `(${groupDigits(failures)} failed)`, screen, 'Hookscope']
      .filter((part) => part !== null)
      .join(' · '),
} as const

/** What the screens are called, in the rail, the palette and the overview of keys. */
export const screenNames = {
  inbox: 'Inbox',
  objects: 'Objects',
  goLive: 'Go live',
  tunnel: 'Tunnel',
  webhookConfig: 'Webhook config',
  access: 'Access',
  sandbox: 'Sandbox',
  health: 'Health',
  settings: 'Settings',
} as const
