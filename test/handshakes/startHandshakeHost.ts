import { request as httpRequest } from 'node:http'
import type { Delivery, Environment } from '../../src/shared/wireTypes.ts'
import { scratchFolder } from '../build/startServe.ts'
import { nextDelivery, startTestHost } from '../build/startTestHost.ts'

export const json = { 'content-type': 'application/json' }

export interface Sent {
  method?: string
  query?: string
  headers?: Record<string, string | string[]>
  body?: string
}

interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A host that senders are registered at, over its real receiver. */
export async function startHandshakeHost() {
  const folder = scratchFolder()
  const { host, client } = await startTestHost(folder.path)
  let made = 0
  return {
    client,
    receiverOrigin: host.receiverOrigin,
    /** A new environment of this sender. */
    create: async (signatureScheme: string, input: object = {}): Promise<Environment> => {
      made += 1
      return client.environments.create({
        name: `${signatureScheme} ${made}`,
        kind: 'sender',
        signatureScheme,
        ...input,
      })
    },
    /** Sends exactly this to an environment, and answers what came back with what was stored of it. */
    send: async (environment: Environment, request: Sent): Promise<Answered & { delivery: Delivery }> => {
      const arrival = nextDelivery(host, ({ environmentId }) => environmentId === environment.id)
      const answer = await exchange(host.receiverOrigin, environment.receiverPath, request)
      const { id } = await arrival
      return { ...answer, delivery: await client.deliveries.get({ id }) }
    },
    stop: async () => {
      await host.stop()
      folder.remove()
    },
  }
}

export type HandshakeHost = Awaited<ReturnType<typeof startHandshakeHost>>

/** By Node's own client: fetch would change the target and the headers. */
async function exchange(origin: string, path: string, { method = 'POST', query = '', headers = {}, body }: Sent) {
  const { hostname: host, port } = new URL(origin)
  return new Promise<Answered>((resolve, reject) => {
    const outgoing = httpRequest({ host, port, path: path + query, method, headers }, (incoming) => {
      const chunks: Uint8Array[] = []
      incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk))
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
