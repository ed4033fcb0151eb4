import type { BasicScheme, TokenScheme } from '../../shared/signature/signatureScheme.ts'
import { sameSecret } from './sameBytes.ts'
import type { SignatureKind } from './signatureKind.ts'

/** The request carries the shared secret itself. It proves the sender as long as the connection is private, and says nothing about the body. */
export const tokenKind: SignatureKind<TokenScheme> = {
  malformedReason: () => null,
  hash: () => null,
  checker({ secret }) {
    const key = secret.key?.export()
    if (key === undefined || key.length === 0) return null
    return (token) => sameSecret(Buffer.from(token, 'latin1'), key)
  },
}

/** HTTP basic authentication: base64 of `user:password`, which is how the secret is pasted, too. */
export const basicKind: SignatureKind<BasicScheme> = {
  malformedReason: (text, { header }) =>
    /^[A-Za-z0-9+/]+={0,2}$/.test(text.trim()) && decoded(text).includes(0x3a)
      ? null
      : { code: 'not-basic', fields: { header } },
  hash: () => null,
  checker({ secret }) {
    const key = secret.key?.export()
    if (key === undefined || !key.includes(0x3a)) return null
    return (text) => sameSecret(decoded(text), key)
  },
}

function decoded(text: string): Buffer {
  return Buffer.from(text.trim(), 'base64')
}
