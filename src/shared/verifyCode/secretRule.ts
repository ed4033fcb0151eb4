import type { PlainHmacScheme } from '../signature/signatureScheme.ts'

/** A program's message on stderr about a secret that is no key, in words safe in any literal. */
export const secretFault: Record<PlainHmacScheme['key']['decode'], string> = {
  utf8: 'the secret is empty',
  hex: 'the secret is not hex',
  base64: 'the secret is not base64',
}

/**
 * The whole of a secret that can be decoded, as a regular expression for any language. Most decoders skip what they do
 * not know, down to an empty key, and then anyone can sign.
 */
export const decodable = {
  hex: '([0-9A-Fa-f]{2})+',
  base64: '([A-Za-z0-9+/]{4})*[A-Za-z0-9+/]{2,4}={0,2}',
}
