import { createHash, createHmac } from 'node:crypto'
import {
  type HashScheme,
  type HmacScheme,
  type SignatureAlgorithm,
  signatureAlgorithms,
  type SignatureEncoding,
  signatureEncodings,
} from '../../shared/signature/signatureScheme.ts'
import { isHere } from './hashes.ts'
import { sameBytes } from './sameBytes.ts'
import type { ProofInput, SignatureKind } from './signatureKind.ts'
import { signedMessage } from './signedMessage.ts'
import type { VerificationSecret } from './keys/verificationSecret.ts'

/** An HMAC of the message. */
export const hmacKind: SignatureKind<HmacScheme> = digestKind(({ request, scheme, secret, values }) =>
  digestOfParts(scheme, secret, signedMessage(scheme, request, values)),
)

/** A plain hash of a message with the secret in it. */
export const hashKind: SignatureKind<HashScheme> = digestKind(({ request, scheme, secret, values }) => {
  const key = secret.key?.export()
  if (key === undefined || key.length === 0 || !isHere(scheme.algorithm)) return null
  const hash = createHash(scheme.algorithm)
  for (const part of signedMessage(scheme, request, { ...values, secret: key })) hash.update(part)
  return Buffer.from(hash.digest(scheme.encoding), 'latin1')
})

function digestKind<S extends HmacScheme | HashScheme>(
  expected: (input: ProofInput<S>) => Buffer | null,
): SignatureKind<S> {
  return {
    malformedReason(text, { algorithm, encoding }) {
      if (digestPatterns.get(`${algorithm} ${encoding}`)?.test(text) === true) return null
      const bytes = digestLength[algorithm]
      const characters = encoding === 'hex' ? bytes * 2 : Math.ceil(bytes / 3) * 4
      return { code: 'signature-shape-wrong', fields: { algorithm, bytes, characters, encoding } }
    },
    hash: ({ algorithm }) => algorithm,
    checker(input) {
      const digest = expected(input)
      // The texts are compared, not the decoded bytes: another spelling of the same bytes is not what the sender sends.
      return digest === null ? null : (signature) => sameBytes(digest, Buffer.from(signature, 'latin1'))
    },
    expected,
  }
}

/** The digest of a message as it would be in the header; null when the secret does not fit the scheme, or its hash is not available here. */
export function digestOfParts(
  { algorithm, encoding }: Pick<HmacScheme, 'algorithm' | 'encoding'>,
  { key }: VerificationSecret,
  parts: readonly Uint8Array[],
): Buffer | null {
  if (key === null || !isHere(algorithm)) return null
  const hmac = createHmac(algorithm, key)
  for (const part of parts) hmac.update(part)
  return Buffer.from(hmac.digest(encoding), 'latin1')
}

/** Bytes of a digest. */
export const digestLength: Record<SignatureAlgorithm, number> = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 }

/** Every pattern is made once: this is on the way to the answer. */
const digestPatterns = new Map(
  signatureAlgorithms.flatMap((algorithm) =>
    signatureEncodings.map((encoding) => [`${algorithm} ${encoding}`, digestPattern(algorithm, encoding)] as const),
  ),
)

function digestPattern(algorithm: SignatureAlgorithm, encoding: SignatureEncoding): RegExp {
  const bytes = digestLength[algorithm]
  if (encoding === 'hex') return /* linear: exact counts from the start */ new RegExp(`^[0-9a-f]{${bytes * 2}}$`)
  const letters = Math.ceil((bytes * 4) / 3)
  return encoding === 'base64'
    ? /* linear: exact counts from the start */ new RegExp(`^[A-Za-z0-9+/]{${letters}}={${(3 - (bytes % 3)) % 3}}$`)
    : /* linear: exact counts from the start */ new RegExp(`^[A-Za-z0-9_-]{${letters}}={0,2}$`)
}
