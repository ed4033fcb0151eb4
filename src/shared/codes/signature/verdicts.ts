/** The outcome of the signature check. `valid-previous`: signed with an older secret of the same environment. */
export const verdicts = [
  'valid',
  'valid-previous',
  'invalid',
  'unsigned',
  'malformed',
  'no-secret',
  'cannot-tell',
] as const

/** States of the follow-up GET of a delivery. */
export const followUpStates = ['none', 'waiting', 'running', 'done', 'failed', 'skipped'] as const
