import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sandbox } from '../../../src/sandbox/types.ts'
import type { TestHost } from '../../build/startTestHost.ts'
import { secret, signatureHeader } from './handler.ts'

/** What a handler is configured with to use a sandbox. */
export type SandboxAccess = Omit<Sandbox['credentials'], 'organizationId'>

/** The access to the sandbox of a running instance, as its page shows it. */
export async function sandboxAccess(
  client: Pick<TestHost['client'], 'sandbox' | 'environments'>,
): Promise<SandboxAccess> {
  const { text: password } = await client.environments.reveal({ id: 'sandbox', secret: 'password' })
  return { ...(await client.sandbox.get()), password }
}

/** A handler that fetches the object of each valid delivery from a sandbox, repetitions included. */
export async function startFetchingHandler(access: SandboxAccess): Promise<{ url: string; stop(): Promise<void> }> {
  const { baseUrl, authUrl, clientId, audience, username, password } = access
  const grant = { grant_type: 'password', client_id: clientId, audience, username, password }
  const got = await fetch(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(grant),
  })
  const { access_token: token } = (await got.json()) as { access_token: string }
  const { collections } = (await (await fetch(baseUrl)).json()) as { collections: Record<string, string> }
  const server = createServer((message, response) => {
    const parts: Buffer[] = []
    message.on('error', () => undefined)
    message.on('data', (part: Buffer) => parts.push(part))
    message.on('end', () => {
      const body = Buffer.concat(parts)
      const isRight = message.headers[signatureHeader] === createHmac('sha256', secret).update(body).digest('base64')
      response.writeHead(isRight ? 200 : 401).end()
      const resourceId = isRight ? resourceIn(body) : undefined
      if (resourceId === undefined) return
      const url = `${baseUrl}${collections['payment']}/${resourceId}`
      void fetch(url, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

function resourceIn(body: Buffer): string | undefined {
  try {
    return (JSON.parse(body.toString()) as { resourceId?: string } | null)?.resourceId
  } catch {
    return undefined
  }
}
