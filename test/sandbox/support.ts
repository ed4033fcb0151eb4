import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { webhookTypes } from '../../src/shared/model.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import type { OutboxEntry } from '../../src/shared/wireTypes.ts'
import type { Sandbox, SandboxOptions } from '../../src/sandbox/types.ts'

export const configPath = '/api/organization/v1/current-organization/webhook-config'
export const readonlyPath = '/api/organization/v1/current-organization/readonly'
export const secret = 'A7B6Fgl2KFI921gJ'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** The body parsed, or an empty object. */
  json: Record<string, unknown>
}

export interface CallOptions {
  method?: string
  token?: string
  /** Sent as JSON; a text or bytes go as they are. */
  body?: unknown
  headers?: Record<string, string> | string[]
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** One HTTP call over a socket of its own. */
export function call(url: string, { method = 'GET', token, body, headers = {} }: CallOptions = {}): Promise<Answer> {
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const bytes = body === undefined ? undefined : Buffer.from(raw ? body : JSON.stringify(body))
  const own = {
    ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve, reject) => {
    const sent = Array.isArray(headers) ? headers : { ...own, ...headers }
    const outgoing = request(url, { method, agent: false, headers: sent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

/** A sandbox that is stopped at the end of the test. Calling stop in the test itself is fine too. */
export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ port: 0, timeFactor: 10_000, ...options })
  let stopping: Promise<void> | null = null
  const stop = (): Promise<void> => (stopping ??= sandbox.stop())
  onTestFinished(stop)
  return { ...sandbox, stop }
}

/** The body of a right token request of the master user. */
export function passwordGrant(sandbox: Sandbox): Record<string, string> {
  const { clientId, audience, username, password } = sandbox.credentials
  return { grant_type: 'password', client_id: clientId, audience, username, password, scope: 'offline_access' }
}

export function askToken(sandbox: Sandbox, body: unknown): Promise<Answer> {
  return call(`${sandbox.url}/oauth/token`, { method: 'POST', body })
}

export async function obtainToken(sandbox: Sandbox, more: Record<string, string> = {}): Promise<string> {
  const { status, json } = await askToken(sandbox, { ...passwordGrant(sandbox), ...more })
  if (status !== 200) {
    throw new Error(`token: ${status} ${JSON.stringify(json)}`)
  }
  return String(json['access_token'])
}

export interface Received {
  path: string
  rawHeaders: string[]
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
  /** The body parsed, or an empty object. */
  json: Record<string, unknown>
  at: number
}

export interface Hook {
  url: string
  received: Received[]
  /** Resolves when `wanted` deliveries have arrived. */
  count(wanted: number): Promise<Received[]>
}

type Decide = (nth: number) => number | null | Promise<number>

/** A receiver. `decide` gives the status for the nth delivery (from 1), now or later, or null to never answer. */
export async function openHook(decide: Decide = () => 200): Promise<Hook> {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const { rawHeaders, headers, url = '' } = incoming
      received.push({ path: url, rawHeaders, headers, bytes, json: parse(bytes.toString('utf8')), at: Date.now() })
      const decided = decide(received.length)
      if (decided !== null) {
        void Promise.resolve(decided).then((status) => response.writeHead(status).end())
      }
      for (const look of waiting) {
        look()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in/key`,
    received,
    count: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length >= wanted) {
            waiting.delete(look)
            resolve(received)
          }
        }
        waiting.add(look)
        look()
      }),
  }
}

/** Enables notifications of all types to a url, over HTTP as a client does. */
export async function configure(sandbox: Sandbox, url: string, more: Record<string, unknown> = {}): Promise<Answer> {
  const token = await obtainToken(sandbox)
  const body = { url, enabled: true, sharedSecret: secret, webhookTypes, ...more }
  return call(`${sandbox.url}${configPath}`, { method: 'PATCH', token, body })
}

/** Resolves once the newest outbox entry (or the one at `index`, newest first) is as wanted. */
export function outboxEntry(sandbox: Sandbox, wanted: OutboxEntry['state'], index = 0): Promise<OutboxEntry> {
  return new Promise((resolve) => {
    let stop = (): void => {}
    const look = (): void => {
      const entry = sandbox.outbox()[index]
      if (entry?.state === wanted) {
        stop()
        resolve(entry)
      }
    }
    stop = sandbox.onChange(look)
    look()
  })
}
