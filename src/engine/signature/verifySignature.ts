import { scalarText, valueAt } from '../../shared/json/jsonPointer.ts'
import type { Verdict } from '../../shared/model.ts'
import type { SignatureScheme, TimestampSource } from '../../shared/signature/signatureScheme.ts'
import { bodyFields } from './bodyFields.ts'
import { coversBody } from './bodyProof.ts'
import { isHere } from './hashes.ts'
import { kindOf } from './kindOf.ts'
import { type ReadSignature, readSignature, type SignedItem } from './readSignature.ts'
import type { SignedRequest } from './signedRequest.ts'
import { signedUrls } from './urlForms.ts'
import type { VerificationSecret } from './keys/verificationSecret.ts'

export interface Verification {
  verdict: Verdict
  /** The secret that proved the signature, or null. */
  secretId: string | null
}

/**
 * Checks a request against every secret that its environment has, current ones first.
 * Pure: the same request, scheme and secrets give the same verdict. Age is not part of it: see signatureAge.
 */
export function verifySignature(
  request: SignedRequest,
  scheme: SignatureScheme,
  secrets: readonly VerificationSecret[],
): Verification {
  const read = readSignature(request, scheme)
  if (read.kind === 'absent') return { verdict: 'unsigned', secretId: null }
  if (read.kind === 'malformed') return { verdict: 'malformed', secretId: null }
  if (request.truncated || missingHash(scheme) !== null) return { verdict: 'cannot-tell', secretId: null }
  if (secrets.length === 0) return { verdict: 'no-secret', secretId: null }

  const urls = signedUrls(scheme, request).filter((url) => coversBody(scheme, request, url))
  let previous: VerificationSecret | undefined
  for (const secret of secrets) {
    const proves = urls.some((url) =>
      read.items.every((item) => {
        const isRight = checkerOf(request, scheme, secret, read, item, url)
        return isRight !== null && item.signatures.some(isRight)
      }),
    )
    if (!proves) continue
    if (secret.current) return { verdict: 'valid', secretId: secret.id }
    previous ??= secret
  }
  return previous === undefined
    ? { verdict: 'invalid', secretId: null }
    : { verdict: 'valid-previous', secretId: previous.id }
}

type FoundSignature = Extract<ReadSignature, { kind: 'found' }>

function checkerOf(
  request: SignedRequest,
  scheme: SignatureScheme,
  secret: VerificationSecret,
  { timestamp, id }: FoundSignature,
  { root }: SignedItem,
  url: string,
) {
  return kindOf(scheme).checker({ request, scheme, secret, values: { timestamp, id, url, root } })
}

/** Every signature of a request, in order, with the secret that proves it. */
export function checkedSignatures(
  request: SignedRequest,
  scheme: SignatureScheme,
  secrets: readonly VerificationSecret[],
): { text: string; secret: VerificationSecret | null }[] {
  const read = readSignature(request, scheme)
  if (read.kind !== 'found') return []
  const urls = request.truncated ? [] : signedUrls(scheme, request).filter((url) => coversBody(scheme, request, url))
  return read.items.flatMap((item) => {
    const checkers = secrets.flatMap((secret) =>
      urls.map((url) => ({ secret, isRight: checkerOf(request, scheme, secret, read, item, url) })),
    )
    return item.signatures.map((text) => ({
      text,
      secret: checkers.find(({ isRight }) => isRight?.(text) === true)?.secret ?? null,
    }))
  })
}

/** A hash that the scheme needs and this runtime does not make, or null. */
export function missingHash(scheme: SignatureScheme): string | null {
  const name = kindOf(scheme).hash(scheme)
  return name === null || isHere(name) ? null : name
}

/**
 * The signature that one secret gives over exactly these bytes, without the header's prefix: the digest as it would
 * be in the header. Null when this scheme cannot use the secret as a key, and for kinds that only the sender can sign.
 */
export function signatureOf(
  request: SignedRequest,
  scheme: SignatureScheme,
  secret: VerificationSecret,
): string | null {
  const read = readSignature(request, scheme)
  const { timestamp, id } = read.kind === 'absent' ? { timestamp: null, id: null } : read
  const root = read.kind === 'found' ? read.items[0]?.root : undefined
  const values = { timestamp, id, url: request.urls[0] ?? '', root }
  return kindOf(scheme).expected?.({ request, scheme, secret, values })?.toString('latin1') ?? null
}

/** How old a signature was when it came, where the sender says when it signed; null otherwise. */
export function signatureAge(
  request: SignedRequest,
  scheme: SignatureScheme,
): { signedAt: number; ageSeconds: number; tooOld: boolean } | null {
  const read = readSignature(request, scheme)
  if (read.kind !== 'found' || request.receivedAt === null) return null
  const [signature = ''] = read.signatures
  const own = kindOf(scheme).moment?.(signature, request, request.receivedAt) ?? null
  const signedAt = own?.signedAt ?? momentInRequest(request, scheme, read.timestamp)
  if (signedAt === null) return null
  const ageSeconds = (request.receivedAt - signedAt) / 1000
  // A timestamp from the future is as wrong as an old one: no sender may sign in advance.
  const tooOld = scheme.toleranceSeconds !== null && Math.abs(ageSeconds) > scheme.toleranceSeconds
  return { signedAt, ageSeconds, tooOld: tooOld || own?.expired === true }
}

function momentInRequest(request: SignedRequest, { timestamp }: SignatureScheme, read: string | null): number | null {
  if (timestamp === null) return null
  return momentOf(timestamp.from === 'body' ? fieldOfBody(request, timestamp.name) : read, timestamp)
}

/** Larger bodies are not parsed to learn their age, bytes. */
const largestBody = 1024 * 1024

/** A field of a JSON body as text, by its name or JSON pointer; null for any other body. */
function fieldOfBody(request: SignedRequest, name: string): string | null {
  if (request.body.length > largestBody) return null
  const pointer = name.startsWith('/') ? name : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const field = valueAt(bodyFields(request), pointer)
  return typeof field === 'boolean' ? null : scalarText(field)
}

function momentOf(text: string | null, { unit }: TimestampSource): number | null {
  if (text === null || text.trim() === '') return null
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) * (unit === 's' ? 1000 : 1) : Date.parse(text)
  return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? value : null
}
