import type { EnvironmentRecord } from './environmentRecord.ts'
import { receiverPath } from './receiverPath.ts'

/** The four fields of a webhook-config, in the order of the interface document. */
export const webhookConfigFields = ['url', 'enabled', 'sharedSecret', 'webhookTypes'] as const
export type WebhookConfigField = (typeof webhookConfigFields)[number]

/** Where deliveries are wanted: at an address of a person's choice, else wherever the receiver is. */
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
