import { randomBytes, randomUUID } from 'node:crypto'
import { fingerprintOf } from '../signature/verificationSecret.ts'

/** An environment as it is kept. Secrets are sealed texts; only the keeper can open them. */
export interface EnvironmentRecord {
  id: string
  name: string
  kind: 'sandbox' | 'service'
  /** Random path segment of the receiver: who knows it can post. */
  receiverKey: string
  authUrl: string
  baseUrl: string
  clientId: string
  audience: string
  username: string
  password: SealedSecret | null
  readonlyUsername: string
  readonlyPassword: SealedSecret | null
  signatureScheme: string
  signatureHeader: string
  /** Newest first. */
  sharedSecrets: SharedSecretRecord[]
  resourcePaths: Record<string, string>
  webhookConfig: {
    /** `url: null` means: wherever the receiver is. */
    desired: { url: string | null; enabled: boolean; webhookTypes: string[] }
    applied: AppliedWebhookConfig | null
  }
  /** When things first were seen to work, ms since the epoch: the ticks of the checklist. */
  proofs: { token: number | null; notification: number | null; followUp: number | null }
}

export interface SealedSecret {
  sealed: string
  fingerprint: string
}

export interface SharedSecretRecord extends SealedSecret {
  id: string
  label: string
  /** Milliseconds since the epoch. */
  createdAt: number
}

export interface AppliedWebhookConfig {
  url: string
  enabled: boolean
  webhookTypes: string[]
  secretFingerprint: string | null
  at: number
  status: number
}

/** A new environment with an unguessable receiver key and nothing filled in. */
export function newEnvironmentRecord(
  name: string,
  kind: EnvironmentRecord['kind'],
  types: readonly string[],
): EnvironmentRecord {
  return {
    id: kind === 'sandbox' ? 'sandbox' : randomUUID(),
    name,
    kind,
    receiverKey: randomBytes(18).toString('base64url'),
    authUrl: '',
    baseUrl: '',
    clientId: '',
    audience: '',
    username: '',
    password: null,
    readonlyUsername: '',
    readonlyPassword: null,
    signatureScheme: 'service',
    signatureHeader: 'x-service-webhook-hmac',
    sharedSecrets: [],
    resourcePaths: {},
    webhookConfig: { desired: { url: null, enabled: false, webhookTypes: [...types] }, applied: null },
    proofs: { token: null, notification: null, followUp: null },
  }
}

/** Puts a shared secret first. One that is already there moves to the front and is not kept twice. */
export function withSharedSecret(
  secrets: readonly SharedSecretRecord[],
  text: string,
  seal: (text: string) => string,
  now: number,
): SharedSecretRecord[] {
  const fingerprint = fingerprintOf(text)
  const known = secrets.find((secret) => secret.fingerprint === fingerprint)
  const first = known ?? {
    id: randomUUID(),
    label: `set ${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    createdAt: now,
    fingerprint,
    sealed: seal(text),
  }
  return [first, ...secrets.filter((secret) => secret !== known)]
}
