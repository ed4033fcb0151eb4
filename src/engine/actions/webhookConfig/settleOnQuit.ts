import type { EnvironmentRecord } from '../../environments/environmentRecord.ts'
import { noteApplication } from '../../environments/noteApplication.ts'
import type { WebhookConfigPatch } from '../../service/startServiceClient.ts'
import type { ApplyTools } from './applyWebhookConfig.ts'
import { reasonOf, refusalOf, serviceAnswer } from './serviceAnswer.ts'

/** The state to apply at a service when the app quits; null to leave it as it is. Pure. */
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
 * Applies what each environment wants at its service on quit, all at once. The desired state stays as it is, so
 * that the next start shows the difference and one click repairs it. Never rejects: a service that cannot be reached is
 * logged and is in the history, and the app quits anyway.
 */
export async function settleOnQuit(tools: ApplyTools, log: (level: 'warn', message: string) => void): Promise<void> {
  await Promise.all(
    tools.environments.all().map(async ({ id, name }) => {
      // After what is being applied at this moment: only then it is known what is to be undone.
      await tools
        .turns(id, async () => settle(tools, id))
        .catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error)
          log('warn', `The service of "${name}" could not be updated before the app quit: ${reason}`)
        })
    }),
  )
}

async function settle(tools: ApplyTools, id: string): Promise<void> {
  const record = tools.environments.get(id)
  const patch = record === undefined ? null : patchOnQuit(record)
  const credentials = patch === null ? undefined : tools.environments.credentials(id, 'master')
  if (patch === null || credentials === undefined) return
  const call = await tools.client.patchWebhookConfig(credentials, patch)
  const refusal = refusalOf(call)
  const status = call.sent ? serviceAnswer(call).status : null
  const facts = { at: tools.now(), by: 'quit' as const, asked: call.sent, status, ...reasonOf(refusal) }
  await tools.environments.change(id, (current) => noteApplication(current, patch, facts))
  if (refusal !== null) throw refusal
}
