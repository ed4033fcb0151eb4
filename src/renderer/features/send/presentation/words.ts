import { countOf } from '../../../../shared/words/counts.ts'

/** Replacements for hidden values, in copies too. */
export const maskWords = {
  value: '[masked]',
  name: '[masked name]',
  email: '[masked e-mail]',
  account: '[masked account]',
  card: '[masked card]',
  address: '[masked address]',
  phone: '[masked phone]',
  token: '[masked token]',
  notWhilePresenting:
    'Not while presenting: what is shown is masked, and would be stored like that. End the presentation (Shift+P), then do it.',
  bodyNotText:
    'Bodies that are not plain text (compressed, in another charset, or binary) are not shown while presenting, because nothing in them can be masked. End the presentation (Shift+P) to see it.',
  bodyTooLarge: (limit: string) =>
    `Bodies over ${limit} are not shown while presenting, because all of it must be read to mask it. End the presentation (Shift+P) to see it.`,
} as const

/** Texts of the presentation around the steps. */
export const presentationWords = {
  screen: 'Presentation',
  start: 'Present the demo',
  startHere: 'Present this screen',
  end: 'End the presentation',
  stage: 'Back to the stage',
  bar: 'Presenter',
  masked: 'Secrets and personal data are masked',
  maskedShort: 'Masked',
  step: (at: number, of: number) => `${at} of ${of}`,
  stepOf: (at: number, of: number) => `Step ${at} of ${of}`,
  next: 'Next',
  back: 'Back',
  reset: 'Reset',
  again: 'Try this step again',
  inspect: 'Open in the inspector',
  /** Tooltip of a button. */
  actionWithKey: (name: string, key: string) => `${name} (${key})`,
  looking: 'Looking up the result …',
  lookingForProof: 'Looking for the proof …',
  failed: 'This step did not come through.',
  nothingYet: 'No delivery yet',

  resetQuestion: 'Remove all deliveries of the sandbox?',
  resetNote: (others: number) =>
    `Besides those of the demo the sandbox has ${others >= 100 ? 'a hundred or more other deliveries' : countOf(others, 'other delivery', 'other deliveries')}. A reset removes them with their objects, for good. Other environments are not touched.`,
  resetIt: 'Remove and reset',
  keepThem: 'Keep them',
  othersNote: (others: number) =>
    `The sandbox holds ${others >= 100 ? 'a hundred or more deliveries' : countOf(others, 'delivery', 'deliveries')} that the demo did not send. Press R to begin with an empty one.`,
  also: 'presenter demo stage slides talk large type privacy mask',
} as const
