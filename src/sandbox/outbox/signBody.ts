import { createHmac } from 'node:crypto'

/**
 * The signature of a notification: Base64Encode(Hmac-Sha256(sharedSecret, webhookPayload)), interface document 6.3.
 * The secret is taken as UTF-8 text.
 */
export function signBody(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('base64')
}
