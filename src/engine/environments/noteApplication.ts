import type { WebhookConfigPatch } from '../service/startServiceClient.ts'
import { fingerprintOf } from '../signature/verificationSecret.ts'
import type { Application } from './application.ts'
import type { AppliedWebhookConfig, EnvironmentRecord } from './environmentRecord.ts'

/** So many applications of an environment are remembered. */
const remembered = 50

/** The record after an update of the service, or a refused one: the history, and what was applied last. Pure. */
export function noteApplication(
  record: EnvironmentRecord,
  patch: WebhookConfigPatch,
  facts: Pick<Application, 'at' | 'by' | 'asked' | 'status' | 'problem' | 'why'>,
): EnvironmentRecord {
  const { sharedSecret, ...rest } = patch
  const sent = { ...rest, ...(sharedSecret === undefined ? {} : { secretFingerprint: fingerprintOf(sharedSecret) }) }
  const { webhookConfig } = record
  const applied =
    facts.problem === null && facts.status !== null
      ? appliedNow(webhookConfig.applied, sent, { at: facts.at, status: facts.status })
      : webhookConfig.applied
  const history = [{ ...facts, sent }, ...webhookConfig.history].slice(0, remembered)
  return { ...record, webhookConfig: { ...webhookConfig, applied, history } }
}

/** What was applied by now; null while a field was never applied. */
function appliedNow(
  before: AppliedWebhookConfig | null,
  sent: Application['sent'],
  facts: { at: number; status: number },
): AppliedWebhookConfig | null {
  const url = sent.url ?? before?.url
  const enabled = sent.enabled ?? before?.enabled
  const webhookTypes = sent.webhookTypes ?? before?.webhookTypes
  if (url === undefined || enabled === undefined || webhookTypes === undefined) return null
  const secretFingerprint = sent.secretFingerprint ?? before?.secretFingerprint ?? null
  return { url, enabled, webhookTypes, secretFingerprint, ...facts }
}
