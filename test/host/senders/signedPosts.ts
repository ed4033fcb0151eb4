import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { nextDelivery, type TestHost } from '../../build/startTestHost.ts'

/** The body of a notification with this id. */
export function body(id: string): string {
  return JSON.stringify({ action: 'create', id, resourceId: `r-${id}`, resourceType: 'Payment', changes: null })
}

/** The signature that the service gives a body. */
export function signature(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64')
}

/** Posts as the service does to the receiver of an environment; both answer the delivery that it becomes. */
export function signedPosts(receiver: () => { host: TestHost['host']; url: string }) {
  const post = async (text: string, headers: Record<string, string>) => {
    const { id } = JSON.parse(text) as { id: string }
    const { host, url } = receiver()
    const arrival = nextDelivery(host, ({ notificationId }) => notificationId === id)
    const { status } = await fetch(url, { method: 'POST', headers, body: text })
    expect(status).toBe(200)
    return arrival
  }
  const postSigned = async (secret: string, id: string) =>
    post(body(id), { 'x-service-webhook-hmac': signature(secret, body(id)) })
  return { post, postSigned }
}
