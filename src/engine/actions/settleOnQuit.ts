import type { AppliedWebhookConfig, EnvironmentRecord } from '../environments/environmentRecord.ts'
import { failureOf } from '../service/failureOf.ts'
import type { WebhookConfigPatch } from '../service/startServiceClient.ts'
import type { ApplyTools } from './applyWebhookConfig.ts'

/** What a service is to be told when the app quits; null when it is to be left as it is. Pure. */
export function patchOnQuit(record: EnvironmentRecord): WebhookConfigPatch | null {
  const { applied, before } = record.webhookConfig
  if (record.onQuit === 'leave' || applied === null) return null
  if (record.onQuit === 'disable' || before === null) return applied.enabled ? { enabled: false } : null
  const same =
    applied.url === before.url &&
    applied.enabled === before.enabled &&
    JSON.stringify(applied.webhookTypes) === JSON.stringify(before.webhookTypes)
  return same ? null : { url: before.url, enabled: before.enabled, webhookTypes: before.webhookTypes }
}

/**
 * Tells every service what its environment wants it to be told on quit, all at once. What is wanted stays as it is, so
 * that the next start shows the difference and one click repairs it. Never rejects: a service that cannot be reached is
 * logged, and the app quits all the same.
 */
export async function settleOnQuit(tools: ApplyTools, log: (level: 'warn', message: string) => void): Promise<void> {
  await Promise.all(
    tools.environments.all().map(async (record) => {
      const patch = patchOnQuit(record)
      const credentials = patch === null ? undefined : tools.environments.credentials(record.id, 'master')
      if (patch === null || credentials === undefined) return
      try {
        const call = await tools.client.patchWebhookConfig(credentials, patch)
        const failure = failureOf(call)
        if (failure !== null) throw new Error(failure.message)
        await tools.environments.change(record.id, (current) => withApplied(current, patch, tools.now()))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        log('warn', `The service of "${record.name}" could not be told that the app quits: ${reason}`)
      }
    }),
  )
}

function withApplied(record: EnvironmentRecord, patch: WebhookConfigPatch, at: number): EnvironmentRecord {
  const { applied } = record.webhookConfig
  if (applied === null) return record
  const { url = applied.url, enabled = applied.enabled, webhookTypes = applied.webhookTypes } = patch
  const told: AppliedWebhookConfig = { ...applied, url, enabled, webhookTypes, at }
  return { ...record, webhookConfig: { ...record.webhookConfig, applied: told } }
}
