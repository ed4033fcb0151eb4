import { serviceScheme, schemePreset } from '../../shared/signature/schemePresets.ts'
import type { Handshake } from '../../shared/signature/handshake.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { verificationSecret, type VerificationSecret } from '../signature/keys/verificationSecret.ts'
import type { EnvironmentRecord } from './environmentRecord.ts'
import { handshakesOn } from './handshakeRecord.ts'
import type { SecretSeal } from './secretSeal.ts'

/** Data of an environment that the receiver needs for each delivery, prepared once per change. */
export interface Verifier {
  scheme: SignatureScheme
  /** Accepted ones, newest first. */
  secrets: VerificationSecret[]
  /** Retired ones: they prove nothing new, but what they proved is still shown with them. */
  retired: VerificationSecret[]
  /** The URL that was applied at the service last, or null: the likeliest one to be signed. */
  publicUrl: string | null
  handshakes: { on: readonly Handshake[]; verifyToken: string | null }
}

/**
 * The newest secret is current, and so is the one that was applied last: between "set here" and "applied at the service"
 * deliveries may be signed with either. A retired secret proves nothing any more.
 */
export function prepareVerifier(record: EnvironmentRecord, seal: SecretSeal): Verifier {
  const { applied, desired } = record.webhookConfig
  const scheme = schemeOf(record)
  const { verifyToken } = record.handshakes
  const prepared = record.sharedSecrets.flatMap(({ id, label, fingerprint, sealed, retiredAt }, index) => {
    const text = seal.unseal(sealed)
    const current = index === 0 || fingerprint === applied?.secretFingerprint
    return text === null ? [] : [{ retiredAt, secret: verificationSecret({ id, label, text, current }, scheme) }]
  })
  return {
    scheme,
    secrets: prepared.flatMap(({ retiredAt, secret }) => (retiredAt === null ? [secret] : [])),
    retired: prepared.flatMap(({ retiredAt, secret }) => (retiredAt === null ? [] : [secret])),
    publicUrl: applied?.url ?? desired.url,
    handshakes: {
      on: handshakesOn(record),
      verifyToken: verifyToken === null ? null : seal.unseal(verifyToken.sealed),
    },
  }
}

/** The scheme of an environment, with the signature in another header where it names one. */
export function schemeOf(record: EnvironmentRecord): SignatureScheme {
  const chosen = record.signatureScheme === 'own' ? record.ownScheme : schemePreset(record.signatureScheme)
  const scheme = chosen ?? serviceScheme
  const { signatureHeader, signatureSetting } = record
  return {
    ...scheme,
    ...(signatureHeader === '' || scheme.header === '' ? {} : { header: signatureHeader }),
    ...(scheme.setting === undefined ? {} : { setting: { ...scheme.setting, value: signatureSetting } }),
  }
}
