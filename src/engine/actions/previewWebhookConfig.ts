import type { WebhookConfigInput, WebhookConfigPreview } from '../../shared/wireTypes.ts'
import { problemSentence } from '../../shared/words/problems.ts'
import { type WebhookConfigField, webhookConfigFields } from '../../shared/codes/webhookConfig.ts'
import { changedFields, wantedUrl } from '../environments/changedFields.ts'
import type { AppliedWebhookConfig, EnvironmentRecord } from '../environments/environmentRecord.ts'
import { missingCredential } from '../service/serviceCredentials.ts'
import type { ApplyTools } from './applyWebhookConfig.ts'
import { noEnvironment } from '../failures/expectedFailure.ts'
import { planApplication } from './planApplication.ts'

type FieldValue = WebhookConfigPreview['fields'][number]['before']

/** What `applyWebhookConfig` with this input would change and send. Changes nothing. Throws ExpectedFailure. */
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
  const changed = changedFields(wanted, origin)
  const after = (field: WebhookConfigField) => wantedValue(wanted, field, origin)
  return {
    fields: webhookConfigFields.map((field) => ({
      field,
      before: appliedValue(wanted.webhookConfig.applied, field),
      after: after(field),
      changes: changed.includes(field),
      sent: fields.includes(field),
    })),
    body: fields.length === 0 ? null : bodyOf(fields, after),
    problem: why === null ? null : problemSentence(why),
    why,
  }
}

/** A field as this app applied it last; of the secret its fingerprint. Null when it is not known. */
export function appliedValue(applied: AppliedWebhookConfig | null, field: WebhookConfigField): FieldValue {
  if (applied === null) return null
  return field === 'sharedSecret' ? applied.secretFingerprint : applied[field]
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
