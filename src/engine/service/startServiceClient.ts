import type { OutboundRequest, OutboundResult } from '../outbound/outboundRequest.ts'
import type { Outbound } from '../outbound/startOutbound.ts'
import type { ServiceCredentials } from './serviceCredentials.ts'
import { startTokens, type Token, type TokenFailure, type Tokens } from './startTokens.ts'

/** A call to the service's API: either no token could be had, or the request was sent and this became of it. */
export type ServiceCall =
  | { sent: false; failure: TokenFailure }
  | { sent: true; request: OutboundRequest; result: OutboundResult }

export interface WebhookConfigPatch {
  url?: string
  enabled?: boolean
  sharedSecret?: string
  webhookTypes?: string[]
}

/** The client of the service: what interface.md documents, and the follow-up GET. */
export interface ServiceClient {
  token(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  forgetTokens(environmentId: string): void
  patchWebhookConfig(credentials: ServiceCredentials, patch: WebhookConfigPatch): Promise<ServiceCall>
  createReadonlyUser(credentials: ServiceCredentials, email: string): Promise<ServiceCall>
  /** `url` comes from followUpUrl, which has proved that it stays below the base URL. */
  getObject(credentials: ServiceCredentials, url: string): Promise<ServiceCall>
}

const organizationPath = '/api/organization/v1/current-organization'

export function startServiceClient(outbound: Outbound, now: () => number = Date.now): ServiceClient {
  const tokens = startTokens(outbound, now)
  const call = async (credentials: ServiceCredentials, request: OutboundRequest) =>
    callWithToken(outbound, tokens, credentials, request)

  return {
    token: async (credentials) => tokens.renew(credentials),
    forgetTokens: (environmentId) => tokens.forget(environmentId),
    patchWebhookConfig: async (credentials, patch) =>
      call(credentials, jsonRequest('PATCH', urlOf(credentials, '/webhook-config'), patch)),
    createReadonlyUser: async (credentials, email) =>
      call(credentials, jsonRequest('POST', urlOf(credentials, '/readonly'), { email })),
    getObject: async (credentials, url) =>
      call(credentials, { method: 'GET', url, headers: [['accept', 'application/json']] }),
  }
}

/** Sends with a bearer token; a 401 is answered with one new token and one more try, and then it stands. */
async function callWithToken(
  outbound: Outbound,
  tokens: Tokens,
  credentials: ServiceCredentials,
  request: OutboundRequest,
): Promise<ServiceCall> {
  const token = await tokens.get(credentials)
  if (!token.ok) return { sent: false, failure: token }
  const first = await sendWith(outbound, request, token)
  if (!first.result.ok || first.result.status !== 401) return first
  const another = await tokens.replace(credentials, token.accessToken)
  if (another === null) return first
  return another.ok ? sendWith(outbound, request, another) : { sent: false, failure: another }
}

async function sendWith(outbound: Outbound, request: OutboundRequest, token: Token) {
  const authorized: OutboundRequest = {
    ...request,
    headers: [...request.headers, ['authorization', `Bearer ${token.accessToken}`]],
  }
  return { sent: true as const, request: authorized, result: await outbound.send(authorized) }
}

function urlOf(credentials: ServiceCredentials, path: string): string {
  return credentials.baseUrl.replace(/\/+$/, '') + organizationPath + path
}

function jsonRequest(method: 'POST' | 'PATCH', url: string, body: unknown): OutboundRequest {
  return {
    method,
    url,
    headers: [
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
    ],
    body: JSON.stringify(body),
  }
}
