import type { ServiceAnswer, WebhookConfigInput } from '../../../shared/wireTypes.ts'
import type { AppliedBy } from '../../environments/application.ts'
import { type WebhookConfigField } from '../../../shared/codes/webhookConfig.ts'
import { wantedUrl } from '../../environments/changedFields.ts'
import type { EnvironmentRecord } from '../../environments/environmentRecord.ts'
import { noteApplication } from '../../environments/noteApplication.ts'
import type { Environments } from '../../environments/openEnvironments.ts'
import type { SecretSeal } from '../../environments/secretSeal.ts'
import type { ServiceClient, WebhookConfigPatch } from '../../service/startServiceClient.ts'
import type { KeyedQueues } from '../../../shared/basics/queues.ts'
import { ExpectedFailure, noEnvironment } from '../../failures/expectedFailure.ts'
import { planApplication, withRequested } from './planApplication.ts'
import { reasonOf, refusalOf, serviceAnswer } from './serviceAnswer.ts'

export interface ApplyTools {
  environments: Environments
  client: ServiceClient
  seal: SecretSeal
  /** Serializes applications per environment, so that `applied` is what the service accepted last. */
  turns: KeyedQueues
  /** Where the service of an environment reaches the receiver, without a path. */
  originFor: (record: EnvironmentRecord) => string
  now: () => number
}

interface Applied {
  record: EnvironmentRecord
  answer: ServiceAnswer
  sent: WebhookConfigField[]
}

/**
 * Sets the webhook-config at the service. Saves the wanted values first: nothing is lost if the service refuses, and a
 * new secret already verifies deliveries that arrive before the service's answer. Throws ExpectedFailure.
 * @param given the wanted values, or a function that derives them from the record once its turn has come
 */
export async function applyWebhookConfig(
  tools: ApplyTools,
  environmentId: string,
  given: WebhookConfigInput | ((record: EnvironmentRecord) => WebhookConfigInput),
  by: AppliedBy = 'person',
): Promise<Applied> {
  return tools.turns(environmentId, async () => {
    const { environments } = tools
    const before = environments.get(environmentId)
    if (before === undefined) throw noEnvironment(environmentId)
    const input = typeof given === 'function' ? given(before) : given
    const { fields, problem } = planApplication(tools, before, input)
    if (problem !== null) throw new ExpectedFailure(problem)
    const wanted = await environments.change(environmentId, (record) => withRequested(tools, record, input))
    return fields.length === 0
      ? { record: wanted, answer: { status: null, body: null, durationMs: 0 }, sent: [] }
      : sendFields(tools, wanted, fields, by)
  })
}

/** Sends exactly the fields that differ from what is known of the service. Throws ExpectedFailure. */
export async function repairWebhookConfig(tools: ApplyTools, environmentId: string): Promise<Applied> {
  const record = tools.environments.get(environmentId)
  if (record === undefined) throw noEnvironment(environmentId)
  if (record.webhookConfig.applied === null && record.webhookConfig.held === null) {
    throw new ExpectedFailure({ code: 'webhook-config-never-applied', fields: {} })
  }
  return applyWebhookConfig(tools, environmentId, { send: 'changed' }, 'repair')
}

/** Sends the wanted fields and records the result. */
async function sendFields(
  tools: ApplyTools,
  wanted: EnvironmentRecord,
  fields: WebhookConfigField[],
  by: AppliedBy,
): Promise<Applied> {
  const { environments, client, now } = tools
  const { id } = wanted
  const credentials = environments.credentials(id, 'master')
  if (credentials === undefined) throw noEnvironment(id)
  const patch = patchOf(wanted, fields, tools)
  const call = await client.patchWebhookConfig(credentials, patch)
  const secrets = [...(patch.sharedSecret === undefined ? [] : [patch.sharedSecret]), ...credentials.hidden]
  const answer = serviceAnswer(call, secrets)
  const refusal = refusalOf(call, secrets)
  if (environments.get(id) === undefined) throw noEnvironment(id)
  const status = call.sent ? answer.status : null
  const facts = { at: now(), by, asked: call.sent, status, ...reasonOf(refusal) }
  const noted = environments.change(id, (current) => noteApplication(current, patch, facts))
  if (refusal !== null) {
    // A failed write of the history must not hide the service's answer.
    await noted.catch(() => undefined)
    throw refusal
  }
  return { record: await noted, answer, sent: fields }
}

function patchOf(record: EnvironmentRecord, fields: WebhookConfigField[], tools: ApplyTools): WebhookConfigPatch {
  const { enabled, webhookTypes } = record.webhookConfig.desired
  const secret = fields.includes('sharedSecret') ? tools.environments.reveal(record.id, 'sharedSecret') : null
  return {
    ...(fields.includes('url') ? { url: wantedUrl(record, tools.originFor(record)) } : {}),
    ...(fields.includes('enabled') ? { enabled } : {}),
    ...(fields.includes('webhookTypes') ? { webhookTypes } : {}),
    ...(secret === null ? {} : { sharedSecret: secret }),
  }
}
