import { randomBytes, randomUUID } from 'node:crypto'
import type { EnvironmentColour } from '../../shared/codes/environmentColours.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Retention } from '../../shared/wireTypes.ts'
import { fingerprintOf } from '../signature/keys/verificationSecret.ts'
import type { Application } from './application.ts'

/** Client identifiers at the identity provider. The user decides whether they are secrets. */
export const secretNames = ['clientId', 'audience'] as const
export type SecretName = (typeof secretNames)[number]

/** An environment as it is kept. Secrets are sealed texts; only the keeper can open them. */
export interface EnvironmentRecord {
  id: string
  name: string
  kind: 'sandbox' | 'service' | 'sender'
  colour: EnvironmentColour | null
  production: boolean
  /** Random path segment of the receiver; knowing it is enough to post. */
  receiverKey: string
  authUrl: string
  baseUrl: string
  /** Empty if listed in `secretNames`; the same goes for the audience. */
  clientId: string
  audience: string
  /** Fields stored as secrets. */
  secretNames: SecretName[]
  sealedNames: Partial<Record<SecretName, SealedSecret>>
  username: string
  password: SealedSecret | null
  /** Of another sender: the header that carries its token or API key, which is `password`; empty for a bearer token. */
  apiKeyHeader: string
  readonlyUsername: string
  readonlyPassword: SealedSecret | null
  /** Id of a preset, or "own". */
  signatureScheme: string
  /** Header that carries the signature; empty for the scheme's own. */
  signatureHeader: string
  /** Value that the sender signs but does not send; empty if the scheme has none. */
  signatureSetting: string
  ownScheme: SignatureScheme | null
  handshakes: HandshakesRecord
  /** Newest first. Kept until the user removes them. */
  sharedSecrets: SharedSecretRecord[]
  resourcePaths: Record<string, string>
  webhookConfig: {
    /** `url: null` means: the receiver's own address. */
    desired: { url: string | null; enabled: boolean; webhookTypes: string[] }
    applied: AppliedWebhookConfig | null
    /** Fields that the service has named since, when it was asked; null when none. */
    held: HeldWebhookConfig | null
    /** Config applied before this run of the app first changed it, to be restored; null if none. */
    before: AppliedWebhookConfig | null
    /** The updates of the service, newest first. */
    history: Application[]
  }
  /** Fetches what deliveries name that nothing proves, too. */
  followUnverified: boolean
  /** A new address of the receiver is applied at once. */
  followTunnel: boolean
  /** Action at the service when the app quits. */
  onQuit: 'leave' | 'disable' | 'restore'
  /** Retention limits of its deliveries; empty: keep all. */
  retention: Retention
  /** A change of the shared secret that is under way, or null. */
  rotation: Rotation | null
  /** When things first were seen to work, ms since the epoch: the ticks of the checklist. */
  proofs: { token: number | null; notification: number | null; followUp: number | null; handshake: number | null }
}

export interface SealedSecret {
  sealed: string
  fingerprint: string
}

/** Handshake settings of an environment, and the secrets that handshakes delivered. */
export interface HandshakesRecord {
  /** Names of those that are on; null for those of the sender's preset. */
  on: string[] | null
  /** Secret shared with the sender, for address checks. */
  verifyToken: SealedSecret | null
  /** Newest first. They prove nothing until the user accepts them. */
  offered: OfferedSecretRecord[]
}

export interface OfferedSecretRecord extends SealedSecret {
  id: string
  /** Name of the handshake that brought it. */
  handshake: string
  /** Of the delivery. */
  deliveryId: string
  /** Milliseconds since the epoch. */
  at: number
}

export interface SharedSecretRecord extends SealedSecret {
  id: string
  label: string
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Since when it is no longer accepted, ms since the epoch; null while it is. A retired secret still explains. */
  retiredAt: number | null
}

/** Until the old secrets have not been used for a while, both are accepted; then the old ones are retired. */
export interface Rotation {
  /** Milliseconds since the epoch. */
  startedAt: number
  /** The secret that is to replace all others. */
  secretId: string
  /** Minutes without a use after which the old secrets are retired. */
  quietMinutes: number
  /**
   * When the user confirmed that the sender has the new secret, ms since the epoch; null if the app applied it or it is
   * unconfirmed.
   */
  toldAt: number | null
  /** Since when deliveries could be seen, ms since the epoch: time in which the app did not run is no rest. */
  watchedSince: number
}

/** Fields of the webhook-config as the service itself named them. A field that it did not name is absent. */
export interface HeldWebhookConfig {
  /** ms since the epoch */
  at: number
  url?: string
  enabled?: boolean
  webhookTypes?: string[]
  secretFingerprint?: string
}

export interface AppliedWebhookConfig {
  url: string
  enabled: boolean
  webhookTypes: string[]
  secretFingerprint: string | null
  at: number
  status: number
}

/** Nothing was seen to work yet. */
export const noProofs: EnvironmentRecord['proofs'] = {
  token: null,
  notification: null,
  followUp: null,
  handshake: null,
}

/** Default before any choice or handshake. */
export const noHandshakes: HandshakesRecord = { on: null, verifyToken: null, offered: [] }

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
    colour: null,
    production: false,
    receiverKey: newReceiverKey(),
    authUrl: '',
    baseUrl: '',
    clientId: '',
    audience: '',
    secretNames: [],
    sealedNames: {},
    username: '',
    password: null,
    apiKeyHeader: '',
    readonlyUsername: '',
    readonlyPassword: null,
    signatureScheme: 'service',
    signatureHeader: '',
    signatureSetting: '',
    ownScheme: null,
    handshakes: noHandshakes,
    sharedSecrets: [],
    resourcePaths: {},
    webhookConfig: {
      desired: { url: null, enabled: false, webhookTypes: [...types] },
      applied: null,
      held: null,
      before: null,
      history: [],
    },
    followUnverified: false,
    followTunnel: false,
    onQuit: 'leave',
    retention: {},
    rotation: null,
    proofs: noProofs,
  }
}

/** Returns the record with a new receiver path; the old path stops working. */
export function withNewReceiverKey(record: EnvironmentRecord): EnvironmentRecord {
  return { ...record, receiverKey: newReceiverKey() }
}

export function newReceiverKey(): string {
  return randomBytes(18).toString('base64url')
}

/** Returns a stored record as this run starts with it. */
export function recordAtStart(stored: EnvironmentRecord, now: number): EnvironmentRecord {
  const { rotation, webhookConfig } = stored
  return {
    ...stored,
    rotation: rotation === null ? null : { ...rotation, watchedSince: now },
    webhookConfig: { ...webhookConfig, before: webhookConfig.applied },
  }
}

/** Puts a shared secret first. One that is already there moves to the front, accepted again, and is not kept twice. */
export function withSharedSecret(
  secrets: readonly SharedSecretRecord[],
  text: string,
  seal: (text: string) => string,
  now: number,
): SharedSecretRecord[] {
  const fingerprint = fingerprintOf(text)
  const known = secrets.find((secret) => secret.fingerprint === fingerprint)
  const first =
    known === undefined
      ? {
          id: randomUUID(),
          label: `Secret ${nextNumber(secrets)}`,
          createdAt: now,
          retiredAt: null,
          fingerprint,
          sealed: seal(text),
        }
      : { ...known, retiredAt: null }
  return [first, ...secrets.filter((secret) => secret !== known)]
}

/** One more than any secret here is called, or than there are. */
function nextNumber(secrets: readonly SharedSecretRecord[]): number {
  const numbers = secrets.map(({ label }) => Number(/^Secret (\d+)$/.exec(label)?.[1] ?? 0))
  return Math.max(secrets.length, ...numbers) + 1
}
