import { trimEnd } from '../../shared/basics/trimEnd.ts'
import type { OutboundRequest, OutboundResult } from '../outbound/outboundRequest.ts'
import { defaultDeadlineMs, type Outbound } from '../outbound/startOutbound.ts'
import type { ServiceCredentials } from './serviceCredentials.ts'
import { startTokens, type Tokens } from './startTokens.ts'
import type { Token, TokenFailure } from './token.ts'

/** One request that was sent, credentials included, and its outcome. */
export interface Exchange {
  request: OutboundRequest
  result: OutboundResult
  /** The header that carries the credential, lower case, where it is not `authorization`. */
  keyHeader?: string
}

/** A call to the service's API: either no token could be had, or the request was sent with this outcome. */
export type ServiceCall = ({ sent: false; failure: TokenFailure } | ({ sent: true } & Exchange)) & {
  /** The same request with a token that was not accepted (401), before it was sent again with a new one. */
  refused: Exchange | null
}

export interface WebhookConfigPatch {
  url?: string
  enabled?: boolean
  sharedSecret?: string
  webhookTypes?: string[]
}

/** The client of the service: what interface.md documents, and the follow-up GET. */
export interface ServiceClient {
  token(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  /** The same for credentials that are not stored: neither the token nor a refusal is kept. */
  tryToken(credentials: ServiceCredentials): Promise<Token | TokenFailure>
  forgetTokens(environmentId: string): void
  /** The clock of an environment's service jumped ahead: it may refuse the tokens, and each that it refuses is replaced. */
  clockJumped(environmentId: string): void
  /** Why the identity provider refused the credentials of an environment when it was last asked; null when it did not. */
  tokenFailure(environmentId: string): TokenFailure | null
  /** Calls the listener when the identity provider has answered, or could not. Returns how to stop listening. */
  onToken(listener: () => void): () => void
  patchWebhookConfig(credentials: ServiceCredentials, patch: WebhookConfigPatch): Promise<ServiceCall>
  /** Not documented: a service may well answer 404 or 405. */
  getWebhookConfig(credentials: ServiceCredentials): Promise<ServiceCall>
  createReadonlyUser(credentials: ServiceCredentials, email: string): Promise<ServiceCall>
  /** `url` comes from followUpUrl, which has proved that it stays below the base URL. */
  getObject(credentials: ServiceCredentials, url: string, signal?: AbortSignal): Promise<ServiceCall>
  /** Fetches a sender's public document, without credentials and truncated at `maxBodyBytes`. */
  getPublished(url: string, maxBodyBytes: number): Promise<OutboundResult>
  /** Like getObject, at a different sender's API with a key that the user gave. `url` comes from senderFollowUpUrl. */
  getWithKey(key: ApiKey, url: string, signal?: AbortSignal): Promise<ServiceCall>
}

export interface ApiKey {
  /** Empty: a bearer token in `Authorization`. */
  header: string
  text: string
}

interface CallTools {
  outbound: Outbound
  tokens: Tokens
  /** For all of a call, ms. */
  deadlineMs: number
}

const organizationPath = '/api/organization/v1/current-organization'

/** @param deadlineMs for one call with all that belongs to it: a token, the request, and both again after a 401 */
export function startServiceClient(
  outbound: Outbound,
  now: () => number = Date.now,
  deadlineMs = defaultDeadlineMs,
): ServiceClient {
  const tokens = startTokens(outbound, now)
  const tools: CallTools = { outbound, tokens, deadlineMs }
  const call = async (credentials: ServiceCredentials, request: OutboundRequest) =>
    callWithToken(tools, credentials, request)

  return {
    token: async (credentials) => tokens.renew(credentials),
    tryToken: async (credentials) => tokens.tryOut(credentials),
    forgetTokens: (environmentId) => tokens.forget(environmentId),
    clockJumped: (environmentId) => tokens.liftPause(environmentId),
    tokenFailure: (environmentId) => tokens.refusal(environmentId),
    onToken: tokens.onOutcome,
    patchWebhookConfig: async (credentials, patch) =>
      call(credentials, jsonRequest('PATCH', urlOf(credentials, '/webhook-config'), patch)),
    getWebhookConfig: async (credentials) => call(credentials, getRequest(urlOf(credentials, '/webhook-config'))),
    createReadonlyUser: async (credentials, email) =>
      call(credentials, jsonRequest('POST', urlOf(credentials, '/readonly'), { email })),
    getObject: async (credentials, url, signal) => call(credentials, { ...getRequest(url), signal }),
    getPublished: async (url, maxBodyBytes) =>
      outbound.send({ method: 'GET', url, headers: [['accept', '*/*']], deadlineMs, maxBodyBytes }),
    getWithKey: async ({ header, text }, url, signal) => {
      const name = header === '' ? 'authorization' : header.toLowerCase()
      const plain = getRequest(url)
      const headers = [...plain.headers, [name, header === '' ? `Bearer ${text}` : text] satisfies [string, string]]
      const request: OutboundRequest = { ...plain, headers, signal, deadlineMs }
      return { sent: true, request, result: await outbound.send(request), keyHeader: name, refused: null }
    },
  }
}

/** Sends with a bearer token; a 401 is answered with one new token and one more try, and then it is final. */
async function callWithToken(
  { outbound, tokens, deadlineMs }: CallTools,
  credentials: ServiceCredentials,
  request: OutboundRequest,
): Promise<ServiceCall> {
  const end = performance.now() + deadlineMs
  const left = () => Math.max(1, Math.ceil(end - performance.now()))
  const wait = async <T>(token: Promise<T>) => {
    const outcome = await withinTime(token, left(), request.signal)
    return typeof outcome === 'string' ? noTokenYet(outcome, deadlineMs) : outcome.ended
  }

  const token = await wait(tokens.get(credentials))
  if (!token.ok) return { sent: false, failure: token, refused: null }
  const first = await sendWith(outbound, { ...request, deadlineMs: left() }, token)
  if (!first.result.ok || first.result.status !== 401) return { sent: true, ...first, refused: null }
  const another = await wait(tokens.replace(credentials, token.accessToken))
  if (another === null) return { sent: true, ...first, refused: null }
  if (!another.ok) return { sent: false, failure: another, refused: first }
  const second = await sendWith(outbound, { ...request, deadlineMs: left() }, another)
  return { sent: true, ...second, refused: first }
}

async function sendWith(outbound: Outbound, request: OutboundRequest, token: Token): Promise<Exchange> {
  const authorized: OutboundRequest = {
    ...request,
    headers: [...request.headers, ['authorization', `Bearer ${token.accessToken}`]],
  }
  return { request: authorized, result: await outbound.send(authorized) }
}

function noTokenYet(why: 'late' | 'cancelled', deadlineMs: number): TokenFailure {
  const failure = { ok: false as const, status: null, lasting: false, notBefore: null }
  return why === 'late'
    ? { ...failure, code: 'DEADLINE', why: { code: 'provider-late', fields: { limitMs: deadlineMs } } }
    : { ...failure, code: 'ABORT_ERR', why: { code: 'token-cancelled', fields: {} } }
}

function urlOf(credentials: ServiceCredentials, path: string): string {
  return trimEnd(credentials.baseUrl, '/') + organizationPath + path
}

function getRequest(url: string): OutboundRequest {
  return { method: 'GET', url, headers: [['accept', 'application/json']] }
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

/** Waits for work that others wait for too, and that therefore goes on when this caller gives up. */
async function withinTime<T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<{ ended: T } | 'late' | 'cancelled'> {
  if (signal?.aborted === true) return 'cancelled'
  let onAbort: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined
  const givenUp = new Promise<'late' | 'cancelled'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ms)
    onAbort = () => resolve('cancelled')
    signal?.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work.then((ended) => ({ ended })), givenUp])
  } finally {
    clearTimeout(timer)
    if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort)
  }
}
