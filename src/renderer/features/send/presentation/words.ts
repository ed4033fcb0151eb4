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
    'Not available while presenting, because masked values would be stored. End the presentation (Shift+P) first.',
  bodyNotText:
    'This body is compressed, binary or in a different charset and cannot be masked, so it is hidden while presenting. End the presentation (Shift+P) to see it.',
  bodyTooLarge: (limit: string) =>
    `Bodies over ${limit} are hidden while presenting, because masking reads the whole body. End the presentation (Shift+P) to see it.`,
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
  inspect: 'Open in the inspector',
  /** Tooltip of a button. */
  actionWithKey: (name: string, key: string) => `${name} (${key})`,
  looking: 'Looking up the result …',
  lookingForProof: 'Looking for the proof …',
  failed: 'This step failed.',
  nothingYet: 'No delivery yet',
  firstRun: 'One webhook, checked and followed',

  also: 'presenter stage slides talk large type privacy mask',
} as const
