import type { MalformedWhy } from '../../shared/codes/signatures.ts'
import { headerValues } from '../../shared/headers.ts'
import {
  type SignatureAlgorithm,
  signatureAlgorithms,
  type SignatureEncoding,
  signatureEncodings,
  type SignatureScheme,
} from '../../shared/signature/signatureScheme.ts'
import { pairsIn, signaturesIn } from '../../shared/signature/signaturesIn.ts'
import type { SignedRequest } from './signedRequest.ts'

/** What a request says about its signature. `signatures` are the digests as text, without prefix; at least one. */
export type ReadSignature =
  | { kind: 'absent' }
  | { kind: 'malformed'; why: MalformedWhy }
  | { kind: 'found'; signatures: string[]; timestamp: string | null; id: string | null }

/** Reads the signature, and what is signed along with it, from where the scheme puts them. Pure; never throws. */
export function readSignature(request: SignedRequest, scheme: SignatureScheme): ReadSignature {
  const values = headerValues(request.headers, scheme.header)
  const [value] = values
  if (value === undefined) return { kind: 'absent' }
  const { header } = scheme
  if (values.length > 1)
    return malformed({ code: 'signature-header-repeated', fields: { header, times: values.length } })
  const signatures = signaturesIn(value, scheme.form)
  if (signatures.length === 0) {
    const { kind: form } = scheme.form
    const text = scheme.form.kind === 'pairs' ? scheme.form.key : scheme.form.prefix
    return malformed({ code: 'signature-part-missing', fields: { header, form, text } })
  }
  const wellFormed = signatures.filter((text) =>
    digestPatterns.get(`${scheme.algorithm} ${scheme.encoding}`)?.test(text),
  )
  if (wellFormed.length === 0) return malformed({ code: 'signature-shape-wrong', fields: shapeOf(scheme) })
  const timestamp = timestampOf(request, scheme, value)
  if (timestamp === null && scheme.message.includes('{timestamp}')) {
    return malformed({ code: 'signed-timestamp-missing', fields: { name: scheme.timestamp?.name ?? null } })
  }
  const id = scheme.idHeader === null ? null : (headerValues(request.headers, scheme.idHeader)[0] ?? null)
  if (id === null && scheme.message.includes('{id}')) {
    return malformed({ code: 'signed-id-missing', fields: { header: scheme.idHeader } })
  }
  return { kind: 'found', signatures: wellFormed, timestamp, id }
}

function malformed(why: MalformedWhy): ReadSignature {
  return { kind: 'malformed', why }
}

function timestampOf(request: SignedRequest, scheme: SignatureScheme, value: string): string | null {
  const source = scheme.timestamp
  if (source === null) return null
  switch (source.from) {
    case 'header':
      return headerValues(request.headers, source.name)[0] ?? null
    case 'pair':
      return scheme.form.kind === 'pairs'
        ? (pairsIn(value, scheme.form.separator).find(([key]) => key === source.name)?.[1] ?? null)
        : null
    case 'body':
      // It only tells the age, and nothing is parsed on the way to the answer: see signatureAge.
      return null
  }
}

/** Bytes of a digest. */
export const digestLength: Record<SignatureAlgorithm, number> = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 }

/** Every pattern is made once: readSignature is on the way to the answer. */
const digestPatterns = new Map(
  signatureAlgorithms.flatMap((algorithm) =>
    signatureEncodings.map((encoding) => [`${algorithm} ${encoding}`, digestPattern(algorithm, encoding)] as const),
  ),
)

function digestPattern(algorithm: SignatureAlgorithm, encoding: SignatureEncoding): RegExp {
  const bytes = digestLength[algorithm]
  if (encoding === 'hex') return new RegExp(`^[0-9a-f]{${bytes * 2}}$`)
  const letters = Math.ceil((bytes * 4) / 3)
  return encoding === 'base64'
    ? new RegExp(`^[A-Za-z0-9+/]{${letters}}={${(3 - (bytes % 3)) % 3}}$`)
    : new RegExp(`^[A-Za-z0-9_-]{${letters}}={0,2}$`)
}

/** What a digest of the scheme looks like. */
function shapeOf({ algorithm, encoding }: SignatureScheme) {
  const bytes = digestLength[algorithm]
  const characters = encoding === 'hex' ? bytes * 2 : Math.ceil(bytes / 3) * 4
  return { algorithm, bytes, characters, encoding }
}
