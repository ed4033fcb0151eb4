import type { WebhookConfigAsked } from '../../shared/wireTypes.ts'
import { sameSet, type WebhookConfigField, webhookConfigFields } from '../environments/changedFields.ts'
import type { EnvironmentRecord } from '../environments/environmentRecord.ts'
import { answerObject } from '../service/answerObject.ts'
import { fingerprintOf } from '../signature/verificationSecret.ts'
import type { ApplyTools } from './applyWebhookConfig.ts'
import { noEnvironment } from '../failures/expectedFailure.ts'
import { appliedValue } from './previewWebhookConfig.ts'
import { serviceAnswer, succeededOrThrow } from './serviceAnswer.ts'

type AskedField = WebhookConfigAsked['fields'][number]

/** The service does not know this call, as it may. */
const notAnswered = new Set([404, 405, 501])

/**
 * Asks the service what it holds. Its document does not promise this call, so a service that does not know it is an
 * answer like any other; and what the answer does not say is not made up. Throws ExpectedFailure.
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
  if (call.sent && answer.status !== null && notAnswered.has(answer.status)) {
    const summary = `The service does not answer this question (${answer.status}); its document does not promise that it does. What this app applied last is all that is known.`
    return { at, answered: false, summary, fields: [], answer }
  }
  const { status, body } = succeededOrThrow(call, secrets)
  const told = answerObject(body)
  const fields = told === null ? [] : webhookConfigFields.map((field) => compare(record, field, told))
  if (!fields.some((field) => field.told)) {
    const summary = `The service answered ${status}, but without any field of a webhook-config, so nothing is known from it.`
    return { at, answered: false, summary, fields: [], answer: { ...answer, body: withoutSecretFields(answer.body) } }
  }
  const summary = summarise(fields, record.webhookConfig.applied !== null)
  return { at, answered: true, summary, fields, answer: { ...answer, body: withoutSecretFields(answer.body) } }
}

function compare(record: EnvironmentRecord, field: WebhookConfigField, told: Record<string, unknown>): AskedField {
  const applied = appliedValue(record.webhookConfig.applied, field)
  const isTold = Object.hasOwn(told, field)
  const held = isTold ? heldValue(record, field, told[field]) : null
  const unknown = !isTold || applied === null || (held === null && told[field] !== null)
  return { field, told: isTold, held, applied, same: unknown ? null : isSame(held, applied) }
}

/** What the service says of a field, where it says it in the shape of the field. */
function heldValue(record: EnvironmentRecord, field: WebhookConfigField, value: unknown): AskedField['held'] {
  if (field === 'enabled') return typeof value === 'boolean' ? value : null
  if (field === 'webhookTypes') return isTexts(value) ? value : null
  if (typeof value !== 'string') return null
  if (field === 'url') return value
  // A service may hide the secret behind any text; only one that is kept here can be told from that.
  const fingerprint = fingerprintOf(value)
  return record.sharedSecrets.some((secret) => secret.fingerprint === fingerprint) ? fingerprint : null
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

function isSame(held: AskedField['held'], applied: AskedField['applied']): boolean {
  return Array.isArray(held) && Array.isArray(applied) ? sameSet(held, applied) : held === applied
}

const words: Record<WebhookConfigField, string> = {
  url: 'the URL',
  enabled: 'the switch',
  sharedSecret: 'the shared secret',
  webhookTypes: 'the types',
}

function summarise(fields: readonly AskedField[], everApplied: boolean): string {
  if (!everApplied)
    return 'This is what the service says it holds. This app has not applied anything yet to compare with.'
  const named = (same: boolean | null) =>
    fields
      .filter((field) => field.same === same)
      .map(({ field }) => words[field])
      .join(', ')
  const [other, open, same] = [named(false), named(null), named(true)]
  return [
    other === '' ? '' : `The service says that it holds something else than this app applied last: ${other}.`,
    same === '' ? '' : `As applied: ${same}.`,
    open === '' ? '' : `Cannot be compared, because the service does not show it: ${open}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** The answer's body without what may be a secret that is not known here: a service may well give it in clear. */
function withoutSecretFields(body: string | null): string | null {
  if (body === null) return null
  try {
    return JSON.stringify(
      JSON.parse(body, (name, value: unknown) =>
        /secret|password|token/i.test(name) && typeof value === 'string' ? '[redacted]' : value,
      ),
    )
  } catch {
    // Not JSON, cut off, or nested too deep to be walked: what cannot be looked through is not shown.
    return null
  }
}
