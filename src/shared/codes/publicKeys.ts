/** Why a pasted text is no public key. */
export const publicKeyProblems = [
  'key-empty',
  'key-too-large',
  'private-key',
  'no-public-key',
  'key-size-unfit',
] as const
export type PublicKeyProblem = (typeof publicKeyProblems)[number]
