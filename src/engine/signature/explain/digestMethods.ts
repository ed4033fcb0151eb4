import type { SignatureAlgorithm } from '../../../shared/signature/signatureScheme.ts'
import { hashes, type HashName } from '../hashes.ts'
import type { Change } from './causes/change.ts'

/** A way to make a digest of a key and a message. */
export interface DigestMethod {
  /** Such as "HMAC-SHA256". */
  name: string
  hash: HashName
  use: 'hmac' | 'plain' | 'key-then-message' | 'message-then-key' | 'swapped'
  changes: readonly Change[]
}

/** The method of the scheme itself. */
export function ownMethod(algorithm: SignatureAlgorithm): DigestMethod {
  return { name: `HMAC-${hashes[algorithm].label}`, hash: algorithm, use: 'hmac', changes: [] }
}

/** Every other method, the likeliest first: HMACs of other hashes, then misuses of each hash. */
export function otherMethods(algorithm: SignatureAlgorithm): DigestMethod[] {
  const names = Object.keys(hashes) as HashName[]
  const other = (name: HashName): Change[] =>
    name === algorithm ? [] : [{ cause: 'algorithm-other', cost: 4, words: '' }]
  const misuse = (use: DigestMethod['use'], cause: Change['cause'], cost: number, name: (hash: string) => string) =>
    names.map((hash): DigestMethod => ({
      name: name(hashes[hash].label),
      hash,
      use,
      changes: [{ cause, cost, words: '' }, ...other(hash).map((change) => ({ ...change, cost: 1 }))],
    }))
  return [
    ...names.flatMap((hash): DigestMethod[] =>
      hash === algorithm ? [] : [{ name: `HMAC-${hashes[hash].label}`, hash, use: 'hmac', changes: other(hash) }],
    ),
    ...misuse('plain', 'algorithm-plain-hash', 6, (hash) => `plain ${hash}`),
    ...misuse('key-then-message', 'algorithm-concatenated', 6, (hash) => `${hash} of key and message joined`),
    ...misuse('message-then-key', 'algorithm-concatenated', 6, (hash) => `${hash} of message and key joined`),
    ...misuse(
      'swapped',
      'algorithm-swapped',
      6,
      (hash) => `HMAC-${hash} with the message as key and the secret as data`,
    ),
  ]
}
