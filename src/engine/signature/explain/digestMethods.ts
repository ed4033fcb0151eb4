import type { SignatureAlgorithm } from '../../../shared/signature/signatureScheme.ts'
import type { Change } from './change.ts'

/** A way to make a digest of a key and a message. */
export interface DigestMethod {
  /** Such as "HMAC-SHA256". */
  name: string
  hash: HashName
  kind: 'hmac' | 'plain' | 'keyThenMessage' | 'messageThenKey' | 'swapped'
  changes: readonly Change[]
}

/** Bytes of a digest and of a block, which an HMAC pads its key to. */
export const hashes = {
  sha256: { label: 'SHA256', bytes: 32, block: 64 },
  sha1: { label: 'SHA1', bytes: 20, block: 64 },
  sha512: { label: 'SHA512', bytes: 64, block: 128 },
  sha384: { label: 'SHA384', bytes: 48, block: 128 },
  sha224: { label: 'SHA224', bytes: 28, block: 64 },
  md5: { label: 'MD5', bytes: 16, block: 64 },
  'sha3-256': { label: 'SHA3-256', bytes: 32, block: 136 },
  'sha512-256': { label: 'SHA512/256', bytes: 32, block: 128 },
  'sha3-512': { label: 'SHA3-512', bytes: 64, block: 72 },
} as const

export type HashName = keyof typeof hashes

/** The method of the scheme itself. */
export function ownMethod(algorithm: SignatureAlgorithm): DigestMethod {
  return { name: `HMAC-${hashes[algorithm].label}`, hash: algorithm, kind: 'hmac', changes: [] }
}

/** Every other method, the likeliest first: HMACs of other hashes, then misuses of each hash. */
export function otherMethods(algorithm: SignatureAlgorithm): DigestMethod[] {
  const names = Object.keys(hashes) as HashName[]
  const other = (name: HashName): Change[] =>
    name === algorithm ? [] : [{ cause: 'algorithm-other', cost: 4, words: '' }]
  const misuse = (kind: DigestMethod['kind'], cause: Change['cause'], cost: number, name: (hash: string) => string) =>
    names.map((hash): DigestMethod => ({
      name: name(hashes[hash].label),
      hash,
      kind,
      changes: [{ cause, cost, words: '' }, ...other(hash).map((change) => ({ ...change, cost: 1 }))],
    }))
  return [
    ...names.flatMap((hash): DigestMethod[] =>
      hash === algorithm ? [] : [{ name: `HMAC-${hashes[hash].label}`, hash, kind: 'hmac', changes: other(hash) }],
    ),
    ...misuse('plain', 'algorithm-plain-hash', 6, (hash) => `plain ${hash}`),
    ...misuse('keyThenMessage', 'algorithm-concatenated', 6, (hash) => `${hash} of key and message joined`),
    ...misuse('messageThenKey', 'algorithm-concatenated', 6, (hash) => `${hash} of message and key joined`),
    ...misuse(
      'swapped',
      'algorithm-swapped',
      6,
      (hash) => `HMAC-${hash} with the message as key and the secret as data`,
    ),
  ]
}
