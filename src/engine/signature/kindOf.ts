import type { SchemeKind, SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import { basicKind, tokenKind } from './secretKinds.ts'
import { hashKind, hmacKind } from './digestKinds.ts'
import { httpSignatureKind } from './httpSignatureKind.ts'
import { jwtKind } from './jwtKind.ts'
import { ecdsaKind, ed25519Kind, rsaKind } from './publicKeyKinds.ts'
import type { SignatureKind } from './signatureKind.ts'

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
