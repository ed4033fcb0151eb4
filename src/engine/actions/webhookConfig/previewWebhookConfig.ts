import type { WebhookConfigInput, WebhookConfigPreview } from '../../../shared/wireTypes.ts'
import { problemSentence } from '../../../shared/words/problems.ts'
import { type WebhookConfigField, webhookConfigFields } from '../../../shared/codes/webhookConfig.ts'
import { changedFields, type KnownConfig, knownConfig, wantedUrl } from '../../environments/changedFields.ts'
import type { EnvironmentRecord } from '../../environments/environmentRecord.ts'
import { missingCredential } from '../../service/serviceCredentials.ts'
import type { ApplyTools } from './applyWebhookConfig.ts'
import { noEnvironment } from '../../failures/expectedFailure.ts'
import { planApplication } from './planApplication.ts'

type FieldValue = WebhookConfigPreview['fields'][number]['before']

/** Returns what `applyWebhookConfig` with this input would change and send. Changes nothing. Throws ExpectedFailure. */
export function previewWebhookConfig(
  tools: ApplyTools,
  environmentId: string,
  input: WebhookConfigInput,
): WebhookConfigPreview {
  const record = tools.environments.get(environmentId)
  const credentials = tools.environments.credentials(environmentId, 'master')
  if (record === undefined || credentials === undefined) throw noEnvironment(environmentId)
  const { wanted, fields, problem } = planApplication(tools, record, input)
  const why = problem ?? missingCredential(credentials)
  const origin = tools.originFor(wanted)
  const known = knownConfig(wanted, tools.environments.lastUse)
  const changed = changedFields(wanted, known, origin)
  const after = (field: WebhookConfigField) => wantedValue(wanted, field, origin)
  return {
    fields: webhookConfigFields.map((field) => ({
      field,
      before: knownValue(known, field),
      after: after(field),
      changes: changed.includes(field),
      sent: fields.includes(field),
    })),
    body: fields.length === 0 ? null : bodyOf(fields, after),
    problem: why === null ? null : problemSentence(why),
    why,
  }
}

/** A field of a webhook-config; the fingerprint of the secret. Null when it is not known. */
export function knownValue(known: KnownConfig, field: WebhookConfigField): FieldValue {
  return (field === 'sharedSecret' ? known.secretFingerprint : known[field]) ?? null
}

function wantedValue(record: EnvironmentRecord, field: WebhookConfigField, origin: string): FieldValue {
  if (field === 'url') return wantedUrl(record, origin)
  if (field === 'sharedSecret') return record.sharedSecrets[0]?.fingerprint ?? null
  return record.webhookConfig.desired[field]
}

function bodyOf(fields: WebhookConfigField[], value: (field: WebhookConfigField) => FieldValue): string {
  const shown = fields.map((field) => [
    field,
    field === 'sharedSecret' ? `(the secret with the fingerprint ${String(value(field))})` : value(field),
  ])
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}
