import { randomUUID } from 'node:crypto'
import type { Handshake } from '../../shared/signature/handshake.ts'
import { handshakeOf, handshakesOf } from '../../shared/signature/handshakes.ts'
import { fingerprintOf } from '../signature/keys/verificationSecret.ts'
import { type EnvironmentRecord, type OfferedSecretRecord, withSharedSecret } from './environmentRecord.ts'
import type { SecretSeal } from './secretSeal.ts'

/** Secrets that wait for the user: of more, the oldest is forgotten. Each came with a delivery, which stays. */
const maxOffered = 5

/** The handshakes that an environment answers. Pure. */
export function handshakesOn({ handshakes, signatureScheme }: EnvironmentRecord): readonly Handshake[] {
  if (handshakes.on === null) return handshakesOf(signatureScheme)
  return handshakes.on.flatMap((name) => handshakeOf(name) ?? [])
}

/** The record with a secret that a handshake brought, once; one that is already accepted changes nothing. */
export function withOfferedSecret(
  record: EnvironmentRecord,
  { text, ...from }: { text: string } & Pick<OfferedSecretRecord, 'handshake' | 'deliveryId' | 'at'>,
  seal: SecretSeal,
): EnvironmentRecord {
  const fingerprint = fingerprintOf(text)
  const isKnown = record.sharedSecrets.some((secret) => secret.fingerprint === fingerprint && secret.retiredAt === null)
  if (isKnown) return record
  const others = record.handshakes.offered.filter((secret) => secret.fingerprint !== fingerprint)
  const offered = [{ id: randomUUID(), ...from, fingerprint, sealed: seal.seal(text) }, ...others].slice(0, maxOffered)
  return { ...record, handshakes: { ...record.handshakes, offered } }
}

/** Makes an offered secret the current shared secret, or only drops it; null when there is none with this id. */
export function withOfferDecided(
  record: EnvironmentRecord,
  id: string,
  accept: boolean,
  seal: SecretSeal,
  now: number,
): EnvironmentRecord | null {
  const { handshakes, sharedSecrets } = record
  const wanted = handshakes.offered.find((secret) => secret.id === id)
  const text = wanted === undefined ? null : seal.unseal(wanted.sealed)
  if (wanted === undefined || text === null) return null
  return {
    ...record,
    handshakes: { ...handshakes, offered: handshakes.offered.filter((secret) => secret !== wanted) },
    sharedSecrets: accept ? withSharedSecret(sharedSecrets, text, (clear) => seal.seal(clear), now) : sharedSecrets,
  }
}
