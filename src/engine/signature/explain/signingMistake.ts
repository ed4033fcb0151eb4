import { constants, type KeyObject, verify } from 'node:crypto'
import { isHere } from '../hashes.ts'
import { neverThrows } from '../publicKeyKinds.ts'
import type { Change } from './causes/change.ts'

/** A signature that does not verify by its own algorithm. */
interface Unverified {
  /** Name of an algorithm of JSON web tokens, such as "ES256"; HTTP signatures map to these. */
  algorithm: string
  key: KeyObject
  message: Buffer
  signature: Buffer
}

/**
 * Finds the mistake after which a public key verifies the signature: DER instead of raw numbers, PSS with another salt, the
 * other padding of RSA, another hash. Null where none verifies.
 */
export function signingMistake({ algorithm, key, message, signature }: Unverified): Change[] | null {
  const type = key.asymmetricKeyType
  if (type === 'ec') return mistakenNumbers({ algorithm, key, message, signature })
  if (type !== 'rsa') return null
  const own = hashOf(algorithm)
  const isPss = algorithm.startsWith('PS')
  const { RSA_PKCS1_PADDING: pkcs1, RSA_PKCS1_PSS_PADDING: pss, RSA_PSS_SALTLEN_AUTO: anySalt } = constants
  const verifies = (hash: string, padding: number) =>
    isHere(hash as 'sha256') &&
    neverThrows(() =>
      verify(hash, message, { key, padding, ...(padding === pss ? { saltLength: anySalt } : {}) }, signature),
    )
  if (isPss && verifies(own, pss)) return [{ cause: 'signature-salt', cost: 3, how: null }]
  if (verifies(own, isPss ? pkcs1 : pss)) return [other]
  const isOther = ['sha256', 'sha512', 'sha384', 'sha1']
    .filter((hash) => hash !== own)
    .some((hash) => verifies(hash, isPss ? pss : pkcs1))
  return isOther ? [other] : null
}

const other: Change = { cause: 'algorithm-other', cost: 4, how: null }

function mistakenNumbers({ algorithm, key, message, signature }: Unverified): Change[] | null {
  const own = hashOf(algorithm)
  const verifies = (hash: string, dsaEncoding: 'der' | 'ieee-p1363') =>
    isHere(hash as 'sha256') && neverThrows(() => verify(hash, message, { key, dsaEncoding }, signature))
  if (verifies(own, 'der')) return [{ cause: 'signature-numbers', cost: 3, how: null }]
  const isOther = ['sha256', 'sha512', 'sha384', 'sha1']
    .filter((hash) => hash !== own)
    .some((hash) => verifies(hash, 'ieee-p1363'))
  return isOther ? [other] : null
}

function hashOf(algorithm: string): string {
  return `sha${algorithm.slice(2)}`
}
