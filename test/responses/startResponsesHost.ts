import { request as httpRequest } from 'node:http'
import type { Delivery, Environment, ResponseRule } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, startTestHost } from '../build/startTestHost.ts'

export interface Sent {
  method?: string
  /** Path below the receiver path. */
  below?: string
  headers?: Record<string, string>
  body?: string
}

export interface Got {
  /** 0 where the connection broke before the end of the head. */
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** How the connection failed, such as ECONNRESET; null where the answer was whole. */
  broke: string | null
}

/** A rule that answers 500, with changes. */
export function aRule(change: Partial<ResponseRule> = {}): ResponseRule {
  return { id: 'rule', name: 'Rule', enabled: true, when: {}, answer: { status: 500 }, ...change }
}

/** A host with response rules, tested through its receiver. */
export async function startResponsesHost() {
  const folder = scratchFolder()
  let { host, client } = await startTestHost(folder.path)
  let made = 0
  return {
    get client() {
      return client
    },
    get host() {
      return host
    },
    /** A new environment with these rules. */
    withRules: async (rules: ResponseRule[], open: { methods?: 'GET'[]; subPaths?: boolean } = {}) => {
      made += 1
      const environment = await client.environments.create({ name: `Rules ${made}`, kind: 'sender' })
      await client.environments.setResponseRules({ id: environment.id, rules, ...open })
      return environment
    },
    send: async (environment: Environment, sent: Sent = {}): Promise<Got> =>
      exchange(host.receiverOrigin, environment.receiverPath, sent),
    /** Sends a request, and reads the stored delivery. */
    sendAndRead: async (environment: Environment, sent: Sent = {}): Promise<{ got: Got; delivery: Delivery }> => {
      const arrival = nextDelivery(host, ({ environmentId }) => environmentId === environment.id)
      const got = await exchange(host.receiverOrigin, environment.receiverPath, sent)
      const { id } = await arrival
      return { got, delivery: await client.deliveries.get({ id }) }
    },
    restart: async () => {
      await host.stop()
      ;({ host, client } = await startTestHost(folder.path))
    },
    stop: async () => {
      await host.stop()
      folder.remove()
    },
  }
}

export type ResponsesHost = Awaited<ReturnType<typeof startResponsesHost>>

async function exchange(origin: string, path: string, { method = 'POST', below = '', headers = {}, body }: Sent) {
  const { hostname: host, port } = new URL(origin)
  return new Promise<Got>((resolve) => {
    const got: Got = { status: 0, headers: {}, text: '', broke: null }
    const fail = ({ code = 'failed' }: NodeJS.ErrnoException) => resolve({ ...got, broke: code })
    const outgoing = httpRequest({ host, port, path: path + below, method, headers, agent: false }, (incoming) => {
      got.status = incoming.statusCode ?? 0
      got.headers = incoming.headers
      incoming.setEncoding('utf8')
      incoming.on('data', (chunk: string) => (got.text += chunk))
      incoming.on('end', () => resolve(got))
      incoming.on('error', fail)
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
