/**
 * How a sender signs, as data.
 * The service: `Base64Encode(Hmac-Sha256(sharedSecret, webhookPayload))` in one header (interface document, section 6.3).
 */
export interface SignatureScheme {
  id: string
  /** Header that carries the signature; names compare without case. */
  header: string
  algorithm: 'sha256'
  encoding: 'base64'
}

export const serviceScheme: SignatureScheme = {
  id: 'service',
  header: 'x-service-webhook-hmac',
  algorithm: 'sha256',
  encoding: 'base64',
}

/** The service's scheme with the signature in another header, for an environment that says so. */
export function schemeWithHeader(scheme: SignatureScheme, header: string): SignatureScheme {
  return header === '' || header === scheme.header ? scheme : { ...scheme, header }
}
