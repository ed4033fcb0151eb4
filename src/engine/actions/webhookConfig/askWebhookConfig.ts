import { namesCredential, redacted } from '../../../shared/credentials.ts'
import { type AskedReason, type WebhookConfigField, webhookConfigFields } from '../../../shared/codes/webhookConfig.ts'
import type { WebhookConfigAsked } from '../../../shared/wireTypes.ts'
import { askedSentence } from '../../../shared/words/webhookConfig.ts'
import { sameSet } from '../../environments/changedFields.ts'
import type { EnvironmentRecord, HeldWebhookConfig } from '../../environments/environmentRecord.ts'
import { answerObject } from '../../service/answerObject.ts'
import { fingerprintOf } from '../../signature/keys/verificationSecret.ts'
import type { ApplyTools } from './applyWebhookConfig.ts'
import { noEnvironment } from '../../failures/expectedFailure.ts'
import { knownValue } from './previewWebhookConfig.ts'
import { serviceAnswer, succeededOrThrow } from './serviceAnswer.ts'

type AskedField = WebhookConfigAsked['fields'][number]

/** Statuses of a service that does not implement this call, which it need not. */
const notAnswered = new Set([404, 405, 501])

/**
 * Asks the service for its current webhook-config. The API document does not promise this call, so an unsupported call is
 * a regular answer. Fields missing from the answer stay unknown. Throws ExpectedFailure.
 */
export async function askWebhookConfig(tools: ApplyTools, environmentId: string): Promise<WebhookConfigAsked> {
  const { environments, client, now } = tools
  const credentials = environments.credentials(environmentId, 'master')
  const record = environments.get(environmentId)
  if (record === undefined || credentials === undefined) throw noEnvironment(environmentId)
  const call = await client.getWebhookConfig(credentials)
  const shared = environments.knownSecrets(environmentId).map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
  const secrets = [...shared, ...credentials.hidden]
  const answer = serviceAnswer(call, secrets)
  const at = new Date(now()).toISOString()
  const asked = (why: AskedReason, fields: AskedField[], shown: WebhookConfigAsked['answer']): WebhookConfigAsked => ({
    at,
    answered: fields.length > 0,
    summary: askedSentence(why),
    why,
    fields,
    answer: shown,
  })
  if (call.sent && answer.status !== null && notAnswered.has(answer.status)) {
    return asked({ code: 'call-unknown', fields: { status: answer.status } }, [], answer)
  }
  const { status, body } = succeededOrThrow(call, secrets)
  const answered = answerObject(body)
  const fields = answered === null ? [] : webhookConfigFields.map((field) => compare(record, field, answered))
  const shown = { ...answer, body: withoutSecretFields(answer.body) }
  if (!fields.some((field) => field.told)) {
    return asked({ code: 'no-config-in-answer', fields: { status } }, [], shown)
  }
  await environments.change(environmentId, (now) => withHeld(now, fields, Date.parse(at)))
  return asked(comparison(fields, record.webhookConfig.applied !== null), fields, shown)
}

/** Keeps what the service named: from now on it counts more than what was applied before. */
function withHeld(record: EnvironmentRecord, fields: readonly AskedField[], at: number): EnvironmentRecord {
  const named = fields.flatMap(({ field, held }) =>
    held === null ? [] : [[field === 'sharedSecret' ? 'secretFingerprint' : field, held]],
  )
  const held = { ...(Object.fromEntries(named) as Omit<HeldWebhookConfig, 'at'>), at }
  return { ...record, webhookConfig: { ...record.webhookConfig, held } }
}

function compare(record: EnvironmentRecord, field: WebhookConfigField, answered: Record<string, unknown>): AskedField {
  const applied = knownValue(record.webhookConfig.applied ?? {}, field)
  const isThere = Object.hasOwn(answered, field)
  const held = isThere ? heldValue(record, field, answered[field]) : null
  const unknown = !isThere || applied === null || (held === null && answered[field] !== null)
  return { field, told: isThere, held, applied, same: unknown ? null : isSame(held, applied) }
}

/** Returns the service's value of a field, or null if it does not have the field's type. */
function heldValue(record: EnvironmentRecord, field: WebhookConfigField, value: unknown): AskedField['held'] {
  if (field === 'enabled') return typeof value === 'boolean' ? value : null
  if (field === 'webhookTypes') return isTexts(value) ? value : null
  if (typeof value !== 'string') return null
  if (field === 'url') return value
  // A service may hide the secret behind any text; only one that is kept here is recognised.
  const fingerprint = fingerprintOf(value)
  return record.sharedSecrets.some((secret) => secret.fingerprint === fingerprint) ? fingerprint : null
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

function isSame(held: AskedField['held'], applied: AskedField['applied']): boolean {
  return Array.isArray(held) && Array.isArray(applied) ? sameSet(held, applied) : held === applied
}

function comparison(fields: readonly AskedField[], everApplied: boolean): AskedReason {
  if (!everApplied) return { code: 'never-applied', fields: {} }
  const which = (same: boolean | null) => fields.filter((field) => field.same === same).map(({ field }) => field)
  return { code: 'compared', fields: { different: which(false), same: which(true), unknown: which(null) } }
}

/** The answer's body without what may be a secret that is not known here: a service may well give it in clear. */
function withoutSecretFields(body: string | null): string | null {
  if (body === null) return null
  try {
    return JSON.stringify(
      JSON.parse(body, (name, value: unknown) =>
        namesCredential(name) && typeof value === 'string' ? redacted : value,
      ),
    )
  } catch {
    // Not JSON, cut off, or nested too deep to be walked: what cannot be looked through is not shown.
    return null
  }
}
