import type { ServiceAnswer, WebhookConfigInput } from '../../shared/wireTypes.ts'
import {
  type AppliedWebhookConfig,
  type EnvironmentRecord,
  withSharedSecret,
} from '../environments/environmentRecord.ts'
import { webhookConfigView } from '../environments/environmentView.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import type { SecretSeal } from '../environments/secretSeal.ts'
import type { ServiceClient, WebhookConfigPatch } from '../service/startServiceClient.ts'
import { fingerprintOf } from '../signature/verificationSecret.ts'
import type { Turns } from './createTurns.ts'
import { ExpectedFailure, noEnvironment } from './expectedFailure.ts'
import { serviceAnswer, succeededOrThrow } from './serviceAnswer.ts'

export interface ApplyTools {
  environments: Environments
  client: ServiceClient
  seal: SecretSeal
  /** Applications to one environment go one after the other, so that `applied` tells what the service took last. */
  turns: Turns
  /** Where the service of an environment reaches the receiver, without a path. */
  originFor: (record: EnvironmentRecord) => string
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
  return tools.turns(environmentId, async () => {
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
    const patch = patchFor(wanted, input, tools)
    const call = await client.patchWebhookConfig(credentials, patch)
    const { status } = succeededOrThrow(call)
    if (environments.get(environmentId) === undefined) throw noEnvironment(environmentId)
    const record = await environments.change(environmentId, (current) => {
      const secretFingerprint =
        patch.sharedSecret === undefined
          ? (current.webhookConfig.applied?.secretFingerprint ?? null)
          : fingerprintOf(patch.sharedSecret)
      const applied = appliedNow(current, patch, { secretFingerprint, at: now(), status })
      return { ...current, webhookConfig: { ...current.webhookConfig, applied } }
    })
    return { record, answer: serviceAnswer(call) }
  })
}

/**
 * What goes to the service: what was given now; nothing given means "all of it again". A field that nobody gave stays
 * out, so that setting a secret does not switch off or move an organization that is live. Only the secret goes along
 * when the switch is set: without it nothing that arrives could be verified.
 */
function patchFor(record: EnvironmentRecord, input: WebhookConfigInput, tools: ApplyTools): WebhookConfigPatch {
  const { applied } = record.webhookConfig
  const { url, enabled, webhookTypes } = webhookConfigView(record, tools.originFor(record)).desired
  const all = Object.values(input).every((value) => value === undefined)
  const sends = (field: 'url' | 'enabled' | 'webhookTypes') => all || input[field] !== undefined
  const secret = tools.environments.reveal(record.id, 'sharedSecret')
  const sendsSecret =
    all ||
    input.sharedSecret !== undefined ||
    (input.enabled !== undefined && applied?.secretFingerprint !== record.sharedSecrets[0]?.fingerprint)
  return {
    ...(sends('url') ? { url } : {}),
    ...(sends('enabled') ? { enabled } : {}),
    ...(sends('webhookTypes') ? { webhookTypes } : {}),
    ...(secret !== null && sendsSecret ? { sharedSecret: secret } : {}),
  }
}

/** What the service was told by now; null while a field of it was never told. */
function appliedNow(
  record: EnvironmentRecord,
  patch: WebhookConfigPatch,
  facts: Pick<AppliedWebhookConfig, 'secretFingerprint' | 'at' | 'status'>,
): AppliedWebhookConfig | null {
  const before = record.webhookConfig.applied
  const url = patch.url ?? before?.url
  const enabled = patch.enabled ?? before?.enabled
  const types = patch.webhookTypes ?? before?.webhookTypes
  if (url === undefined || enabled === undefined || types === undefined) return null
  return { url, enabled, webhookTypes: types, ...facts }
}

function withWish(tools: ApplyTools, record: EnvironmentRecord, input: WebhookConfigInput): EnvironmentRecord {
  const { desired } = record.webhookConfig
  const own = webhookConfigView(
    { ...record, webhookConfig: { ...record.webhookConfig, desired: { ...desired, url: null } } },
    tools.originFor(record),
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
