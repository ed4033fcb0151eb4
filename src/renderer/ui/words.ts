/** Texts of the parts that every screen uses. */
export const uiWords = {
  close: 'Close',
  discard: 'Discard changes',
  notices: 'Notices',
  closeNotice: 'Close this notice',
  /** For "Could not load ...". */
  popups: 'menus and notices',
  loading: (what: string) => `Loading ${what} …`,
  notLoaded: (what: string) =>
    `Hookscope did not send the ${what}. It may have stopped, or a newer version may be running.`,
  tryAgain: 'Try again',
  reloadPage: 'Reload the page',
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  notCopied: 'Could not copy to the clipboard. Click into the page and try again.',
  all: 'All',
  someOf: (chosen: number, all: number) => `${chosen} of ${all}`,
  actions: 'Actions',
  onThisScreen: 'On this screen',
  production: 'Production',
  isProduction: 'This environment is production.',
  widthOf: (name: string) => `Width of the ${name}`,
  withKey: (what: string, key: string) => `${what} (${key})`,

  secretStored: (fingerprint: string | null) => `Stored, fingerprint ${fingerprint ?? 'unknown'}.`,
  secretNotRead: 'The secret could not be read.',
  reveal: (what: string) => `Reveal ${what}`,
  hide: (what: string) => `Hide ${what}`,
  generate: (what: string) => `Generate ${what}`,
  secretDots: '••••••••••••',

  noAnswer: 'There was no answer',
  answered: (status: number) => `The service answered ${status}`,
  after: (duration: string) => ` after ${duration}`,
  emptyBody: ', with an empty body',

  utc: (at: string) => `${at} (UTC)`,
  localAndUtc: (local: string, at: string) => `${local} (${at} UTC)`,
} as const
