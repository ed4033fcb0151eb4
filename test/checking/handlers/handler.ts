/** A handler of webhooks as developers write them: `good` does all it should, `typical` is from a tutorial, `careless` hardly checks. */
export type Care = 'good' | 'typical' | 'careless'

export interface Handler {
  url: string
  /** How often it did its work. */
  effects(): number
  stop(): Promise<void>
}

/** Secret for the service's scheme: base64 of an HMAC-SHA256 over the raw body. */
export const secret = 'a shared secret of 32 characters'
export const signatureHeader = 'x-service-webhook-hmac'
