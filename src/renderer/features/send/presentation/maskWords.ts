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
