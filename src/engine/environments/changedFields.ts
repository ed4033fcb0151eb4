import { type WebhookConfigField, webhookConfigFields } from '../../shared/codes/webhookConfig.ts'
import type { AppliedWebhookConfig, EnvironmentRecord, HeldWebhookConfig } from './environmentRecord.ts'
import { receiverPath } from './receiverPath.ts'

/** The URL for deliveries: the one that the user chose, else the receiver's own. */
export function wantedUrl(record: EnvironmentRecord, receiverOrigin: string | null): string {
  const { url } = record.webhookConfig.desired
  return url ?? (receiverOrigin === null ? '' : receiverOrigin + receiverPath(record))
}

/** Last known webhook-config at the service. Unknown fields are absent. */
export interface KnownConfig {
  url?: string
  enabled?: boolean
  webhookTypes?: string[]
  secretFingerprint?: string | null
}

/**
 * Combines what was applied last with what the service said or proved since: its answer when it was asked, and a later
 * delivery signed with the current secret. Pure.
 * @param lastUse when a delivery last came that a secret proves, ms since the epoch
 */
export function knownConfig(
  { webhookConfig: { applied, held }, sharedSecrets: [current] }: EnvironmentRecord,
  lastUse: (secretId: string) => number | null,
): KnownConfig {
  const known = { ...fieldsOf(applied), ...fieldsOf(held) }
  const saidAt = Math.max(applied?.at ?? 0, held?.secretFingerprint === undefined ? 0 : held.at)
  const provenAt = current === undefined ? null : lastUse(current.id)
  const isProven = provenAt !== null && provenAt > saidAt
  return current !== undefined && isProven ? { ...known, secretFingerprint: current.fingerprint } : known
}

function fieldsOf(config: AppliedWebhookConfig | HeldWebhookConfig | null): KnownConfig {
  if (config === null) return {}
  const { url, enabled, webhookTypes, secretFingerprint } = config
  return {
    ...(url === undefined ? {} : { url }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(webhookTypes === undefined ? {} : { webhookTypes }),
    ...(secretFingerprint === undefined ? {} : { secretFingerprint }),
  }
}

/** The fields that differ between what is wanted and what is known of the service; unknown ones are among them. Pure. */
export function changedFields(
  record: EnvironmentRecord,
  known: KnownConfig,
  receiverOrigin: string | null,
): WebhookConfigField[] {
  const { desired } = record.webhookConfig
  const changed: Record<WebhookConfigField, boolean> = {
    url: known.url !== wantedUrl(record, receiverOrigin),
    enabled: known.enabled !== desired.enabled,
    sharedSecret: known.secretFingerprint !== (record.sharedSecrets[0]?.fingerprint ?? null),
    webhookTypes: known.webhookTypes === undefined || !sameSet(known.webhookTypes, desired.webhookTypes),
  }
  return webhookConfigFields.filter((field) => changed[field])
}

/** Whether two lists of types ask for the same, whatever their order. */
export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((entry) => b.includes(entry)) && b.every((entry) => a.includes(entry))
}
