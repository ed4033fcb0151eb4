/** Texts of the clock's section, and of its mark in the top bar. */
export const clockWords = {
  title: 'Clock',
  lead: 'Tokens, retries and timestamps of the sandbox follow its clock. Everything else keeps the real time, and so does the sandbox after a restart of Hookscope.',
  jumps: [
    { change: '+1h', label: '+1 hour' },
    { change: '+1d', label: '+1 day' },
    { change: '+30d', label: '+30 days' },
  ],
  jumpOf: (label: string) => `Jump ${label}`,
  freeze: 'Freeze',
  run: 'Run on',
  real: 'Back to real time',
  other: 'Jump by or to',
  otherHint: 'Such as +10m, -2h (s, m, h, d) or 2026-12-01T08:00:00Z.',
  set: 'Set',

  chip: 'Sandbox clock',
  /** The same where there is little room. */
  chipShort: 'Clock',
  chipFrozen: 'frozen',
  chipTip: (difference: string) => `The sandbox's clock: ${difference}`,
} as const
