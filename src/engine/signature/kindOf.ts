import type { SchemeKind, SignatureScheme, BasicScheme, TokenScheme } from '../../shared/signature/signatureScheme.ts'
import { hashKind, hmacKind } from './digestKinds.ts'
import { httpSignatureKind } from './httpSignatureKind.ts'
import { jwtKind } from './jwtKind.ts'
import { ecdsaKind, ed25519Kind, rsaKind } from './publicKeyKinds.ts'
import type { SignatureKind } from './signatureKind.ts'
import { sameSecret } from './sameBytes.ts'

/** The request carries the shared secret itself. It proves the sender as long as the connection is private, and says nothing about the body. */
const tokenKind: SignatureKind<TokenScheme> = {
  malformedReason: () => null,
  hash: () => null,
  checker({ secret }) {
    const key = secret.key?.export()
    if (key === undefined || key.length === 0) return null
    return (token) => sameSecret(Buffer.from(token, 'latin1'), key)
  },
}

/** HTTP basic authentication: base64 of `user:password`, which is how the secret is pasted, too. */
const basicKind: SignatureKind<BasicScheme> = {
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

const kinds: { readonly [Kind in SchemeKind]: SignatureKind<Extract<SignatureScheme, { kind: Kind }>> } = {
  hmac: hmacKind,
  hash: hashKind,
  ed25519: ed25519Kind,
  ecdsa: ecdsaKind,
  rsa: rsaKind,
  token: tokenKind,
  basic: basicKind,
  jwt: jwtKind,
  'http-signature': httpSignatureKind,
}

/** How schemes of this one's kind are checked. */
export function kindOf<S extends SignatureScheme>(scheme: S): SignatureKind<S> {
  // The table has the kind of each scheme under its name; the compiler does not follow a name through a union.
  return kinds[scheme.kind] as unknown as SignatureKind<S>
}
