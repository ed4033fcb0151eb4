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

/** What the follow-up GET of a delivery can be. */
export const followUpStates = ['none', 'waiting', 'running', 'done', 'failed', 'skipped'] as const

/**
 * Why a follow-up was skipped, where something can be done about it: the environment has no complete credentials; or no
 * address can be made for the object with the resource paths that it has.
 */
export const followUpCodes = ['NO_CREDENTIALS', 'NO_ADDRESS'] as const
