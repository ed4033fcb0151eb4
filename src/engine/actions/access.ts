import type { ReadonlyUserResult, TokenResult } from '../../shared/wireTypes.ts'
import { callSentence } from '../../shared/words/callFailures.ts'
import type { EnvironmentChange } from '../environments/changedEnvironment.ts'
import type { Environments } from '../environments/openEnvironments.ts'
import { answerObject, textOrNull } from '../service/answerObject.ts'
import { hideSecrets } from '../service/hideSecrets.ts'
import type { Identity, ServiceCredentials } from '../service/serviceCredentials.ts'
import type { ServiceClient } from '../service/startServiceClient.ts'
import { tokenClaims } from '../service/tokenClaims.ts'
import { ExpectedFailure, noEnvironment } from '../failures/expectedFailure.ts'
import { serviceAnswer, succeededOrThrow } from './webhookConfig/serviceAnswer.ts'
import { trimEnd } from '../../shared/basics/trimEnd.ts'

interface AccessTools {
  environments: Environments
  client: ServiceClient
  now: () => number
}

/**
 * Asks for a token now, to see whether the credentials work. A refusal is an answer, not an error.
 * @param tried credentials that replace stored ones for this test; nothing of them is kept
 */
export async function testCredentials(
  tools: AccessTools,
  environmentId: string,
  identity: Identity,
  tried: EnvironmentChange = {},
): Promise<TokenResult> {
  const isStored = Object.keys(tried).length === 0
  const credentials = tools.environments.credentials(environmentId, identity, tried)
  if (credentials === undefined) throw noEnvironment(environmentId)
  const token = await (isStored ? tools.client.token(credentials) : tools.client.tryToken(credentials))
  if (!token.ok) {
    const { code, why, status } = token
    const error = { code, message: callSentence(why), status, why }
    return { ok: false, expiresAt: null, scope: null, claims: null, error }
  }
  if (isStored) {
    await tools.environments.change(environmentId, (record) => ({
      ...record,
      proofs: { ...record.proofs, token: record.proofs.token ?? tools.now() },
    }))
  }
  return {
    ok: true,
    expiresAt: new Date(token.expiresAt).toISOString(),
    scope: token.scope,
    claims: withoutHidden(tokenClaims(token.accessToken), credentials.hidden),
    error: null,
  }
}

/** Claims repeat the audience and often the client id. */
function withoutHidden(claims: Record<string, string>, hidden: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, hideSecrets(value, hidden)]))
}

/**
 * Creates a read-only user with the master credentials and, if `wish.store` is set, uses it for follow-ups. Throws
 * ExpectedFailure.
 */
export async function createReadonlyUser(
  tools: AccessTools,
  environmentId: string,
  wish: { email: string; store: boolean },
): Promise<ReadonlyUserResult> {
  const { environments, client } = tools
  const credentials = environments.credentials(environmentId, 'master')
  if (credentials === undefined) throw noEnvironment(environmentId)
  const call = await client.createReadonlyUser(credentials, wish.email)
  const { body } = succeededOrThrow(call, credentials.hidden)
  const answer = answerObject(body)
  const readonlyPassword = textOrNull(answer?.['readonlyPassword'])
  if (readonlyPassword === null) {
    throw new ExpectedFailure(
      { code: 'readonly-password-missing', fields: {} },
      serviceAnswer(call, credentials.hidden),
    )
  }
  const readonlyEmail = textOrNull(answer?.['readonlyEmail']) ?? wish.email
  // The service shows the password only once, so return it whatever happens here.
  const storeProblem = wish.store
    ? await environments.update(environmentId, { readonlyUsername: readonlyEmail, readonlyPassword }).then(
        () => null,
        (error: unknown) =>
          `The password could not be stored: ${error instanceof Error ? error.message : String(error)}`,
      )
    : null
  if (wish.store) client.forgetTokens(environmentId)
  return {
    stored: wish.store && storeProblem === null,
    storeProblem,
    handover: handover(credentials, readonlyEmail),
    id: textOrNull(answer?.['id']),
    name: textOrNull(answer?.['name']),
    phone: textOrNull(answer?.['phone']),
    email: textOrNull(answer?.['email']),
    readonlyEmail,
    readonlyPassword,
  }
}

/**
 * Text to send to a new read-only user with everything needed to obtain a token, except the password and hidden values.
 * Pure.
 */
function handover({ authUrl, baseUrl, clientId, audience, hidden }: ServiceCredentials, username: string): string {
  const shown = (text: string) => (hidden.includes(text) ? '(you get it apart from this text)' : text)
  return [
    'Your read only access',
    '',
    `Obtain a token: POST ${trimEnd(authUrl, '/')}/oauth/token with a JSON body of these fields`,
    '  grant_type: password',
    `  client_id: ${shown(clientId)}`,
    `  audience: ${shown(audience)}`,
    `  username: ${username}`,
    '  password: (you get it apart from this text)',
    '',
    `Then read with it: GET ${trimEnd(baseUrl, '/')}/... with the header "Authorization: Bearer TOKEN".`,
    'Anything but GET is not for this user.',
    '',
  ].join('\n')
}
