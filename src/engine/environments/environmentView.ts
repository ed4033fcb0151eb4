import type { Drift, WebhookConfigField } from '../../shared/codes/webhookConfig.ts'
import { shortReceiverKey } from '../../shared/receiverKey.ts'
import type { Environment, Rotation, WebhookConfig } from '../../shared/wireTypes.ts'
import { driftSentence } from '../../shared/words/webhookConfig.ts'
import type { PublicKey } from '../signature/keys/readPublicKeys.ts'
import { changedFields, type KnownConfig, knownConfig, wantedUrl } from './changedFields.ts'
import type { EnvironmentRecord, SealedSecret, SecretName } from './environmentRecord.ts'
import { handshakesOn } from './handshakeRecord.ts'
import { schemeOf } from './prepareVerifier.ts'
import { receiverPath } from './receiverPath.ts'
import { retiresAt } from './rotation.ts'

/** An environment as the outside sees it: of a secret only whether it is set, and its fingerprint. */
export function environmentView(
  record: EnvironmentRecord,
  activeId: string,
  lastUse: (secretId: string) => number | null,
  publicKeys: (secretId: string) => readonly PublicKey[],
): Environment {
  return {
    id: record.id,
    name: record.name,
    kind: record.kind,
    active: record.id === activeId,
    colour: record.colour,
    production: record.production,
    receiverPath: receiverPath(record),
    authUrl: record.authUrl,
    baseUrl: record.baseUrl,
    clientId: record.clientId,
    audience: record.audience,
    sealedNames: { clientId: nameView(record, 'clientId'), audience: nameView(record, 'audience') },
    username: record.username,
    password: secretView(record.password),
    apiKeyHeader: record.apiKeyHeader,
    readonlyUsername: record.readonlyUsername,
    readonlyPassword: secretView(record.readonlyPassword),
    signatureScheme: record.signatureScheme,
    signatureHeader: schemeOf(record).header,
    signatureSetting: record.signatureSetting,
    ownScheme: record.ownScheme,
    handshakes: handshakesView(record),
    sharedSecrets: record.sharedSecrets.map((secret, index) => ({
      id: secret.id,
      label: secret.label,
      current: index === 0,
      createdAt: isoTime(secret.createdAt),
      lastUsedAt: isoTimeOrNull(lastUse(secret.id)),
      retiredAt: isoTimeOrNull(secret.retiredAt),
      publicKeys: publicKeys(secret.id).map(publicKeyView),
      ...secretView(secret),
    })),
    rotation: rotationView(record, lastUse),
    resourcePaths: record.resourcePaths,
    followUnverified: record.followUnverified,
    followTunnel: record.followTunnel,
    onQuit: record.onQuit,
    retention: record.retention,
  }
}

function handshakesView(record: EnvironmentRecord): Environment['handshakes'] {
  const { verifyToken, offered } = record.handshakes
  return {
    on: handshakesOn(record).map(({ name }) => name),
    verifyToken: secretView(verifyToken),
    offered: offered.map(({ id, handshake, fingerprint, at, deliveryId }) => {
      return { id, handshake, fingerprint, at: isoTime(at), deliveryId }
    }),
  }
}

function publicKeyView({ size, fingerprint, kid, subject, validFrom, validUntil }: PublicKey) {
  return { size, fingerprint, kid, subject, validFrom: isoTimeOrNull(validFrom), validUntil: isoTimeOrNull(validUntil) }
}

function rotationView(record: EnvironmentRecord, lastUse: (secretId: string) => number | null): Rotation | null {
  if (record.rotation === null) return null
  const { startedAt, secretId, quietMinutes } = record.rotation
  const at = retiresAt(record, lastUse)
  return {
    state: at === null ? 'to-apply' : 'waiting',
    startedAt: isoTime(startedAt),
    secretId,
    quietMinutes,
    retiresAt: isoTimeOrNull(at),
  }
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}

function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}

/**
 * The webhook-config as wanted and as last applied. `drift` and `remarks` name how the service differs from what is
 * wanted, as far as that is known, and `changed` the fields that a repair sends.
 */
export function webhookConfigView(
  record: EnvironmentRecord,
  lastUse: (secretId: string) => number | null,
  receiverOrigin: string | null,
): WebhookConfig {
  const { desired, applied } = record.webhookConfig
  const secret = record.sharedSecrets[0] ?? null
  const url = wantedUrl(record, receiverOrigin)
  const known = knownConfig(record, lastUse)
  const changed = changedFields(record, known, receiverOrigin)
  const remarks = driftOf(record, known, changed, url)
  return {
    desired: { url, enabled: desired.enabled, webhookTypes: desired.webhookTypes, sharedSecret: secretView(secret) },
    applied:
      applied === null
        ? null
        : {
            url: applied.url,
            enabled: applied.enabled,
            webhookTypes: applied.webhookTypes,
            sharedSecret: { set: applied.secretFingerprint !== null, fingerprint: applied.secretFingerprint },
            at: isoTime(applied.at),
            status: applied.status,
          },
    changed,
    drift: remarks.map(driftSentence),
    remarks,
  }
}

/** Names only differences that are known: a field that nothing is known of has not drifted. */
function driftOf(
  { webhookConfig: { desired } }: EnvironmentRecord,
  known: KnownConfig,
  changed: readonly WebhookConfigField[],
  url: string,
): Drift[] {
  const found: Drift[] = []
  if (known.url !== undefined && changed.includes('url')) {
    found.push({ code: 'url-moved', fields: { applied: shortReceiverKey(known.url), wanted: shortReceiverKey(url) } })
  }
  if (known.enabled !== undefined && changed.includes('enabled')) {
    found.push({ code: 'switch-differs', fields: { wanted: desired.enabled } })
  }
  if (known.secretFingerprint !== undefined && changed.includes('sharedSecret')) {
    found.push({ code: 'secret-changed', fields: {} })
  }
  const { webhookTypes } = known
  const missing = webhookTypes === undefined ? [] : desired.webhookTypes.filter((type) => !webhookTypes.includes(type))
  const surplus = webhookTypes?.filter((type) => !desired.webhookTypes.includes(type)) ?? []
  if (missing.length > 0) found.push({ code: 'types-missing', fields: { types: missing } })
  if (surplus.length > 0) found.push({ code: 'types-surplus', fields: { types: surplus } })
  return found
}

function nameView({ secretNames, sealedNames }: EnvironmentRecord, name: SecretName) {
  return secretNames.includes(name) ? secretView(sealedNames[name] ?? null) : null
}

function secretView(secret: SealedSecret | null): { set: boolean; fingerprint: string | null } {
  return { set: secret !== null, fingerprint: secret?.fingerprint ?? null }
}
