import { createHmac, randomUUID } from 'node:crypto'
import { json, startScriptedServer } from '../test/build/startScriptedServer.ts'

const sharedSecret = 'a secret of our own'

export interface NotificationFields {
  id?: string
  action: string
  resourceType: string
  resourceId: string
  createdAtUtc?: string
  changes?: unknown
}

/** A small service on loopback: gives tokens and the objects put there, or fails for as long as it is set to. */
export async function startOwnService() {
  const objects = new Map<string, unknown>()
  let refusal: number | null = null
  const server = await startScriptedServer(({ path }, response) => {
    if (path === '/oauth/token') return json(response, 200, { access_token: 'a token', expires_in: 3600 })
    const object = objects.get(path.split('/').at(-1) ?? '')
    if (refusal === null && object !== undefined) return json(response, 200, object)
    if (refusal === null) return json(response, 404, { title: 'Not found' })
    // Long enough that nothing is retried while the picture is taken.
    response.setHeader('retry-after', '120')
    return json(response, refusal, { title: 'Maintenance' })
  })
  return {
    /** Settings of an environment that works with it. */
    settings: {
      authUrl: server.url,
      baseUrl: server.url,
      clientId: 'client',
      audience: 'audience',
      username: 'master@example.com',
      password: 'a password',
      sharedSecret,
    },
    put: (id: string, object: Record<string, unknown>) => objects.set(id, { id, ...object }),
    /** From now on every object is answered with this status; null: no longer. */
    fail: (status: number | null) => {
      refusal = status
    },
    /** Sends a signed notification to a receiver's address. */
    notify: async (url: string, fields: NotificationFields) => {
      const body = JSON.stringify({
        id: randomUUID(),
        organizationId: 'org-1',
        createdAtUtc: new Date().toISOString(),
        changes: null,
        ...fields,
      })
      const signature = createHmac('sha256', sharedSecret).update(body).digest('base64')
      const answer = await fetch(url, { method: 'POST', headers: { 'x-service-webhook-hmac': signature }, body })
      if (!answer.ok) throw new Error(`The receiver answered ${answer.status}.`)
    },
    stop: server.stop,
  }
}
