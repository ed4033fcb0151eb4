import type { Verdict } from '../../shared/model.ts'

/** What the parts say that every screen uses. */
export const uiWords = {
  close: 'Close',
  closeNotice: 'Close this notice',
  loading: (what: string) => `Loading ${what} …`,
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  notCopied: 'The clipboard did not take it. Select the text and copy it by hand.',
  all: 'All',
  someOf: (chosen: number, all: number) => `${chosen} of ${all}`,
  actions: 'Actions',
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

/** What a verdict is called wherever a person reads it. */
export const verdictWords: Readonly<Record<Verdict, string>> = {
  valid: 'Valid',
  'valid-previous': 'Valid, previous secret',
  invalid: 'Invalid',
  unsigned: 'Unsigned',
  malformed: 'Malformed',
  'no-secret': 'No secret',
  'cannot-tell': 'Cannot tell',
}
