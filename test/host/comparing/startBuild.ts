import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type App, startApp } from '../../forwarding/startApp.ts'
import type { TestHost } from '../../build/startTestHost.ts'

/** A delivery as the app of these tests sees it. */
export interface Handled {
  place: number
  action: string
  object: string
  /** The object as the API answered it; null for 404. */
  fetched: Record<string, unknown> | null
}

type Handle = (handled: Handled) => { status?: number; json?: unknown } | Promise<{ status?: number; json?: unknown }>

/** The answer of a build without faults: with an id and a time of its own. */
export const good: Handle = ({ fetched, object }) => ({
  json: {
    requestId: randomUUID(),
    handledAt: new Date().toISOString(),
    order: { id: object, state: fetched?.['state'] ?? null },
  },
})

/** A build that fetches the object of each delivery from the API on this port, as a client of the service, and answers with it. */
export async function startBuild({ client }: Pick<TestHost, 'client'>, apiPort: number, handle: Handle): Promise<App> {
  const { text: password } = await client.environments.reveal({ id: 'sandbox', secret: 'password' })
  const { username } = await client.sandbox.get()
  let token: string | null = null
  const origin = `http://127.0.0.1:${apiPort}`

  async function fetchObject(id: string): Promise<Record<string, unknown> | null> {
    token ??= await fetchToken()
    const answer = await fetch(`${origin}/api/trust/v1/payments/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (answer.status === 401) {
      token = await fetchToken()
      return fetchObject(id)
    }
    return answer.ok ? ((await answer.json()) as Record<string, unknown>) : null
  }

  async function fetchToken(): Promise<string> {
    const answer = await fetch(`${origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', username, password }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }

  async function respond(body: Buffer, response: ServerResponse): Promise<void> {
    const { id, action, resourceId } = JSON.parse(body.toString()) as Record<'id' | 'action' | 'resourceId', string>
    const place = Number(id.replace('notification-', ''))
    const { status = 200, json } = await handle({
      place,
      action,
      object: resourceId,
      fetched: await fetchObject(resourceId),
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json ?? {}))
  }

  return startApp(({ body }, response) => {
    respond(body, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
}
