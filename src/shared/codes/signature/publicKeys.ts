/** Why a pasted text is no public key. */
export const publicKeyProblems = [
  'key-empty',
  'key-too-large',
  'private-key',
  'no-public-key',
  'key-size-unfit',
] as const
export type PublicKeyProblem = (typeof publicKeyProblems)[number]

/** Why a pasted text is no private key to sign with. */
export const privateKeyProblems = [
  'key-empty',
  'key-too-large',
  'public-key',
  'key-encrypted',
  'no-private-key',
] as const
export type PrivateKeyProblem = (typeof privateKeyProblems)[number]
