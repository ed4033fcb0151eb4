import type { WebhookConfigPatch } from '../service/startServiceClient.ts'
import { fingerprintOf } from '../signature/keys/verificationSecret.ts'
import type { Application } from './application.ts'
import type { AppliedWebhookConfig, EnvironmentRecord, HeldWebhookConfig } from './environmentRecord.ts'

/** The number of applications of an environment that are kept. */
const remembered = 50

/** Adds an update of the service, taken or refused, to the record: its history, and what is known of the service. Pure. */
export function noteApplication(
  record: EnvironmentRecord,
  patch: WebhookConfigPatch,
  facts: Pick<Application, 'at' | 'by' | 'asked' | 'status' | 'problem' | 'why'>,
): EnvironmentRecord {
  const { sharedSecret, ...rest } = patch
  const sent = { ...rest, ...(sharedSecret === undefined ? {} : { secretFingerprint: fingerprintOf(sharedSecret) }) }
  const { webhookConfig } = record
  const { at, status } = facts
  const isTaken = facts.problem === null && status !== null
  const applied = isTaken ? appliedNow(webhookConfig.applied, sent, { at, status }) : webhookConfig.applied
  const held = isTaken ? withoutFields(webhookConfig.held, sent) : webhookConfig.held
  const history = [{ ...facts, sent }, ...webhookConfig.history].slice(0, remembered)
  return { ...record, webhookConfig: { ...webhookConfig, applied, held, history } }
}

/** Drops the service's reported values of fields that were applied since. */
function withoutFields(held: HeldWebhookConfig | null, sent: Application['sent']): HeldWebhookConfig | null {
  if (held === null) return null
  const kept = Object.entries(held).filter(([field]) => !Object.hasOwn(sent, field))
  return kept.length === 1 ? null : (Object.fromEntries(kept) as unknown as HeldWebhookConfig)
}

/** The values applied until now; null while one of the fields was never applied. */
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
