import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox } from '../../../src/sandbox/types.ts'
import type { TestHost } from '../../build/startTestHost.ts'
import { secret, signatureHeader } from './handler.ts'

/** Configuration of a handler that uses a sandbox. */
export type SandboxAccess = Omit<Sandbox['credentials'], 'organizationId'>

/** The access to the sandbox of a running instance, as its page shows it. */
export async function sandboxAccess(
  client: Pick<TestHost['client'], 'sandbox' | 'environments'>,
): Promise<SandboxAccess> {
  const { text: password } = await client.environments.reveal({ id: 'sandbox', secret: 'password' })
  return { ...(await client.sandbox.get()), password }
}

/** Work of a handler for a valid delivery once it is answered. @param fetchObject asks the sandbox as a client of the service does */
export type Work = (
  notification: { id: string; resourceId: string },
  fetchObject: (id: string) => Promise<void>,
) => void | Promise<void>

const onceForEach: Work = async ({ resourceId }, fetchObject) => fetchObject(resourceId)

/**
 * A handler that works on valid deliveries with objects of a sandbox.
 * @param work absent: it fetches the object of each, repetitions included
 * @param takesHalves it takes a body that breaks off for the one before
 */
export async function startFetchingHandler(
  access: SandboxAccess,
  work = onceForEach,
  takesHalves = false,
): Promise<{ url: string; statuses: ReadonlySet<number>; stop(): Promise<void> }> {
  const { baseUrl, authUrl, clientId, audience, username, password } = access
  const grant = { grant_type: 'password', client_id: clientId, audience, username, password }
  const got = await fetch(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(grant),
  })
  const { access_token: token } = (await got.json()) as { access_token: string }
  const { collections } = (await (await fetch(baseUrl)).json()) as { collections: Record<string, string> }
  const statuses = new Set<number>()
  const fetchObject = async (id: string) => {
    const headers = { authorization: `Bearer ${token}` }
    // The request for the last delivery may meet a sandbox that has stopped.
    const answer = await fetch(`${baseUrl}${collections['payment']}/${id}`, { headers }).catch(() => null)
    if (answer !== null) statuses.add(answer.status)
  }
  let last: Parameters<Work>[0] | null = null
  const server = createServer((message, response) => {
    const parts: Buffer[] = []
    message.on('error', () => {
      if (takesHalves && last !== null) void work(last, fetchObject)
    })
    message.on('data', (part: Buffer) => parts.push(part))
    message.on('end', () => {
      const body = Buffer.concat(parts)
      const isRight = message.headers[signatureHeader] === createHmac('sha256', secret).update(body).digest('base64')
      response.writeHead(isRight ? 200 : 401).end()
      const notification = isRight ? notificationIn(body) : null
      if (notification === null) return
      last = notification
      void work(notification, fetchObject)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    statuses,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function notificationIn(body: Buffer): Parameters<Work>[0] | null {
  try {
    const { id, resourceId } = JSON.parse(body.toString()) as { id?: unknown; resourceId?: unknown }
    return typeof id === 'string' && typeof resourceId === 'string' ? { id, resourceId } : null
  } catch {
    return null
  }
}
