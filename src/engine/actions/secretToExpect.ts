import type { SharedSecretRecord } from '../environments/environmentRecord.ts'

type KeptSecret = Pick<SharedSecretRecord, 'id' | 'fingerprint' | 'createdAt' | 'retiredAt'>

/**
 * The id of the secret that a signature which no secret proves is compared with; null when there is none. The secret that
 * a proof names comes first, then the one that was current when the delivery came: a later rotation must not change what is shown.
 * Pure.
 * @param secrets newest first
 * @param receivedAt ms since the epoch
 * @param proven fingerprints of the secrets that proofs name
 */
export function secretToExpect(
  secrets: readonly KeptSecret[],
  receivedAt: number,
  proven: readonly string[],
): string | null {
  // With one that was retired before it came, the two digests may be equal: it is why the signature is not valid.
  const notRetired = secrets.filter(({ retiredAt }) => retiredAt === null || retiredAt > receivedAt)
  const chosen =
    notRetired.find(({ fingerprint }) => proven.includes(fingerprint)) ??
    notRetired.find(({ createdAt }) => createdAt <= receivedAt) ??
    notRetired[0] ??
    secrets[0]
  return chosen?.id ?? null
}
