import type { ServiceAnswer, WebhookConfigInput } from '../../shared/wireTypes.ts'
import { type EnvironmentRecord, withSharedSecret } from '../environments/environmentRecord.ts'
import { webhookConfigView } from '../environments/environmentView.ts'
import type { Environments, SecretSeal } from '../environments/openEnvironments.ts'
import type { ServiceClient } from '../service/startServiceClient.ts'
import { ExpectedFailure, noEnvironment } from './expectedFailure.ts'
import { serviceAnswer, succeededOrThrow } from './serviceAnswer.ts'

export interface ApplyTools {
  environments: Environments
  client: ServiceClient
  seal: SecretSeal
  receiverOrigin: string
  now: () => number
}

/**
 * Sets the webhook-config at the service. What is wanted is kept first, so that nothing is lost when the service refuses,
 * and a new secret already verifies when the first delivery signed with it comes before the service's answer does.
 * Throws ExpectedFailure.
 */
export async function applyWebhookConfig(
  tools: ApplyTools,
  environmentId: string,
  input: WebhookConfigInput,
): Promise<{ record: EnvironmentRecord; answer: ServiceAnswer }> {
  const { environments, client, now } = tools
  const before = environments.get(environmentId)
  if (before === undefined) throw noEnvironment(environmentId)
  if (input.enabled === true && input.sharedSecret === undefined && before.sharedSecrets.length === 0) {
    throw new ExpectedFailure(
      'BAD_REQUEST',
      'Without a shared secret nothing can be verified. Generate one before you enable the webhook-config.',
    )
  }

  const wanted = await environments.change(environmentId, (record) => withWish(tools, record, input))
  const credentials = environments.credentials(environmentId, 'master')
  if (credentials === undefined) throw noEnvironment(environmentId)
  const sharedSecret = environments.reveal(environmentId, 'sharedSecret')
  const { url, enabled, webhookTypes } = webhookConfigView(wanted, tools.receiverOrigin).desired
  const call = await client.patchWebhookConfig(credentials, {
    url,
    enabled,
    webhookTypes,
    ...(sharedSecret === null ? {} : { sharedSecret }),
  })
  const { status } = succeededOrThrow(call)

  const record = await environments.change(environmentId, (current) => ({
    ...current,
    webhookConfig: {
      ...current.webhookConfig,
      applied: {
        url,
        enabled,
        webhookTypes,
        secretFingerprint: wanted.sharedSecrets[0]?.fingerprint ?? null,
        at: now(),
        status,
      },
    },
  }))
  return { record, answer: serviceAnswer(call) }
}

function withWish(tools: ApplyTools, record: EnvironmentRecord, input: WebhookConfigInput): EnvironmentRecord {
  const { desired } = record.webhookConfig
  const own = webhookConfigView(
    { ...record, webhookConfig: { ...record.webhookConfig, desired: { ...desired, url: null } } },
    tools.receiverOrigin,
  )
  return {
    ...record,
    sharedSecrets:
      input.sharedSecret === undefined
        ? record.sharedSecrets
        : withSharedSecret(record.sharedSecrets, input.sharedSecret, (text) => tools.seal.seal(text), tools.now()),
    webhookConfig: {
      ...record.webhookConfig,
      desired: {
        // The receiver's own address is kept as "wherever the receiver is", so that a moved port shows as drift.
        url: input.url === undefined ? desired.url : input.url === own.desired.url ? null : input.url,
        enabled: input.enabled ?? desired.enabled,
        webhookTypes: input.webhookTypes ?? desired.webhookTypes,
      },
    },
  }
}
