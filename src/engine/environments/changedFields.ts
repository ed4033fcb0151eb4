import { type WebhookConfigField, webhookConfigFields } from '../../shared/codes/webhookConfig.ts'
import type { EnvironmentRecord } from './environmentRecord.ts'
import { receiverPath } from './receiverPath.ts'

/** Where deliveries are wanted: at an address of a person's choice, else at the receiver's own. */
export function wantedUrl(record: EnvironmentRecord, receiverOrigin: string | null): string {
  const { url } = record.webhookConfig.desired
  return url ?? (receiverOrigin === null ? '' : receiverOrigin + receiverPath(record))
}

/** What differs between what is wanted now and what was applied last; all four before the first time. Pure. */
export function changedFields(record: EnvironmentRecord, receiverOrigin: string | null): WebhookConfigField[] {
  const { applied, desired } = record.webhookConfig
  if (applied === null) return [...webhookConfigFields]
  const changed: Record<WebhookConfigField, boolean> = {
    url: applied.url !== wantedUrl(record, receiverOrigin),
    enabled: applied.enabled !== desired.enabled,
    sharedSecret: applied.secretFingerprint !== (record.sharedSecrets[0]?.fingerprint ?? null),
    webhookTypes: !sameSet(applied.webhookTypes, desired.webhookTypes),
  }
  return webhookConfigFields.filter((field) => changed[field])
}

/** Whether two lists of types ask for the same, whatever their order. */
export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((entry) => b.includes(entry)) && b.every((entry) => a.includes(entry))
}
