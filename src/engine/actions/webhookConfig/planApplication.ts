import type { Problem } from '../../../shared/codes/problems.ts'
import type { WebhookConfigInput } from '../../../shared/wireTypes.ts'
import { type WebhookConfigField, webhookConfigFields } from '../../../shared/codes/webhookConfig.ts'
import { changedFields, knownConfig } from '../../environments/changedFields.ts'
import type { Environments } from '../../environments/openEnvironments.ts'
import { type EnvironmentRecord, withSharedSecret } from '../../environments/environmentRecord.ts'
import { receiverPath } from '../../environments/receiverPath.ts'
import type { SecretSeal } from '../../environments/secretSeal.ts'

/** Plan for applying a webhook-config. */
export interface ApplicationPlan {
  /** The record with what is wanted now. */
  wanted: EnvironmentRecord
  /** What is sent. */
  fields: WebhookConfigField[]
  /** Why it cannot be applied like this, or null. */
  problem: Extract<Problem, { code: 'no-secret-to-verify' }> | null
}

interface PlanTools {
  environments: Pick<Environments, 'lastUse'>
  seal: SecretSeal
  originFor: (record: EnvironmentRecord) => string
  now: () => number
}

/** Plans the updated record and the fields to send. Changes nothing. */
export function planApplication(
  tools: PlanTools,
  record: EnvironmentRecord,
  input: WebhookConfigInput,
): ApplicationPlan {
  const wanted = withRequested(tools, record, input)
  const known = knownConfig(wanted, tools.environments.lastUse)
  const fields = fieldsToSend(wanted, input, changedFields(wanted, known, tools.originFor(wanted)))
  const isBlind =
    fields.includes('enabled') && wanted.webhookConfig.desired.enabled && wanted.sharedSecrets.length === 0
  return { wanted, fields, problem: isBlind ? { code: 'no-secret-to-verify', fields: {} } : null }
}

/**
 * Selects only the given fields, so that setting a secret does not disable or move a live organization; without any given
 * field, selects all. Adds a secret that the service lacks when `enabled` is given: without it, no delivery could be
 * verified.
 */
function fieldsToSend(
  wanted: EnvironmentRecord,
  input: WebhookConfigInput,
  changed: readonly WebhookConfigField[],
): WebhookConfigField[] {
  const given = webhookConfigFields.filter((field) => input[field] !== undefined)
  const asked = input.send === 'all' || given.length === 0 ? webhookConfigFields : given
  const chosen = new Set(asked.filter((field) => input.send !== 'changed' || changed.includes(field)))
  const bringsSecret = asked.includes('enabled') && changed.includes('sharedSecret')
  return webhookConfigFields.filter((field) =>
    field === 'sharedSecret'
      ? wanted.sharedSecrets.length > 0 && (bringsSecret || chosen.has(field))
      : chosen.has(field),
  )
}

/** The record with what is wanted. */
export function withRequested(
  tools: PlanTools,
  record: EnvironmentRecord,
  input: WebhookConfigInput,
): EnvironmentRecord {
  const { desired } = record.webhookConfig
  const own = tools.originFor(record) + receiverPath(record)
  return {
    ...record,
    sharedSecrets:
      input.sharedSecret === undefined
        ? record.sharedSecrets
        : withSharedSecret(record.sharedSecrets, input.sharedSecret, (text) => tools.seal.seal(text), tools.now()),
    webhookConfig: {
      ...record.webhookConfig,
      desired: {
        // The receiver's own address is kept as "the receiver's address", so that a moved port shows as drift.
        url: input.url === undefined ? desired.url : input.url === own ? null : input.url,
        enabled: input.enabled ?? desired.enabled,
        webhookTypes: input.webhookTypes ?? desired.webhookTypes,
      },
    },
  }
}
