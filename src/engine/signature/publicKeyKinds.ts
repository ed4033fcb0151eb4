import { constants, type KeyObject, verify } from 'node:crypto'
import type {
  EcdsaScheme,
  Ed25519Scheme,
  RsaScheme,
  SignatureEncoding,
} from '../../shared/signature/signatureScheme.ts'
import { isHere } from './hashes.ts'
import type { PublicKey } from './keys/readPublicKeys.ts'
import type { SignatureKind } from './signatureKind.ts'
import { signedMessage } from './signedMessage.ts'

export const ed25519Kind: SignatureKind<Ed25519Scheme> = {
  ...publicKeyKind<Ed25519Scheme>('ed25519', (_scheme, key, message, signature) =>
    signature.length === ed25519Bytes ? verify(null, message, key, signature) : false,
  ),
  hash: () => null,
  malformedReason(text, { encoding }) {
    const signature = decode(text, encoding)
    if (signature === null) return { code: 'not-encoded', fields: { encoding } }
    const bytes = signature.length
    return bytes === ed25519Bytes ? null : { code: 'signature-length', fields: { bytes, wanted: ed25519Bytes } }
  },
}

const ed25519Bytes = 64

export const ecdsaKind: SignatureKind<EcdsaScheme> = publicKeyKind(
  'ec',
  ({ algorithm, numbers }, key, message, signature) =>
    verify(algorithm, message, { key, dsaEncoding: numbers === 'der' ? 'der' : 'ieee-p1363' }, signature),
)

export const rsaKind: SignatureKind<RsaScheme> = publicKeyKind(
  'rsa',
  ({ algorithm, padding }, key, message, signature) =>
    verify(
      algorithm,
      message,
      padding === 'pkcs1'
        ? { key, padding: constants.RSA_PKCS1_PADDING }
        : { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
      signature,
    ),
)

/** RSA-PSS with a salt of any length: what a signer gives that was left to its own default. It explains, and decides nothing. */
export const rsaAnySaltKind: SignatureKind<RsaScheme> = publicKeyKind('rsa', ({ algorithm }, key, message, signature) =>
  verify(
    algorithm,
    message,
    { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
    signature,
  ),
)

type Verify<S> = (scheme: S, key: KeyObject, message: Buffer, signature: Buffer) => boolean

/** Only keys of the type that the scheme names are used, whatever was pasted. */
function publicKeyKind<S extends Ed25519Scheme | EcdsaScheme | RsaScheme>(
  type: PublicKey['type'],
  isRight: Verify<S>,
): SignatureKind<S> {
  return {
    malformedReason: (text, { encoding }) =>
      decode(text, encoding) === null ? { code: 'not-encoded', fields: { encoding } } : null,
    hash: (scheme) => ('algorithm' in scheme ? scheme.algorithm : null),
    checker({ request, scheme, secret, values }) {
      const keys = secret.publicKeys.filter((key) => key.type === type)
      if (keys.length === 0 || ('algorithm' in scheme && !isHere(scheme.algorithm))) return null
      const message = Buffer.concat(signedMessage(scheme, request, values))
      return (text) => {
        const signature = decode(text, scheme.encoding)
        return signature !== null && keys.some(({ key }) => neverThrows(() => isRight(scheme, key, message, signature)))
      }
    },
  }
}

/** Crypto throws for a signature that it cannot read, which is not right either. */
export function neverThrows(isRight: () => boolean): boolean {
  try {
    return isRight()
  } catch {
    return false
  }
}

const alphabets: Readonly<Record<SignatureEncoding, RegExp>> = {
  hex: /^(?:[0-9a-fA-F]{2})+$/,
  base64: /^[A-Za-z0-9+/]{2,}={0,2}$/,
  base64url: /^[A-Za-z0-9_-]{2,}={0,2}$/,
}

/** A signature of at most 16 kbit is 4,096 hex digits. */
const longestSignature = 8_192

function decode(text: string, encoding: SignatureEncoding): Buffer | null {
  return text.length <= longestSignature && alphabets[encoding].test(text) ? Buffer.from(text, encoding) : null
}
