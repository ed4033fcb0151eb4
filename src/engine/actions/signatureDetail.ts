import { createHash } from 'node:crypto'
import type { AgeReason } from '../../shared/codes/signature/signatures.ts'
import { isVerified, type Verdict } from '../../shared/model.ts'
import type { SignatureScheme } from '../../shared/signature/signatureScheme.ts'
import type { Explanation, Signature } from '../../shared/wireTypes.ts'
import { ageSentence, malformedSentence } from '../../shared/words/signature/signatures.ts'
import { type ReadSignature, readSignature, signatureHeaderValues } from '../signature/readSignature.ts'
import { bodyProven, provenFields } from '../signature/bodyProof.ts'
import { kindOf } from '../signature/kindOf.ts'
import { signaturePointer } from '../signature/keys/secretPlaces.ts'
import { signedMessage } from '../signature/signedMessage.ts'
import type { SignedRequest } from '../signature/signedRequest.ts'
import type { VerificationSecret } from '../signature/keys/verificationSecret.ts'
import { checkedSignatures, missingHash, signatureAge, signatureOf } from '../signature/verifySignature.ts'

/** Bytes of the signed message that are shown at each end. */
const shownBytes = 16
/** Signatures of one delivery that are shown, and characters of each. */
const shownSignatures = 20
const longestShown = 1_000

/**
 * The check spelled out: what came, what the secret gives, which secret it was, over which bytes. Pure.
 * @param checked.secrets all that are accepted, for signatures that other ones prove
 * @param checked.secret the one that proved the signature; where none did, the one it should have been, or undefined
 */
export function signatureDetail(
  request: SignedRequest,
  scheme: SignatureScheme,
  checked: { verdict: Verdict; secret: VerificationSecret | undefined; secrets: readonly VerificationSecret[] },
  explanation: Explanation,
): Signature {
  const read = readSignature(request, scheme)
  const received = scheme.pointer === undefined ? signatureHeaderValues(request, scheme) : signaturesOf(read)
  const age = isVerified(checked.verdict) ? signatureAge(request, scheme) : null
  const { secret } = checked
  // A signature that is not right proves nothing, whatever it would cover.
  const proven = isVerified(checked.verdict) && bodyProven(request, scheme, secret)
  const malformedWhy = read.kind === 'malformed' ? read.why : null
  const ageWhy = isVerified(checked.verdict) && age === null ? noAgeReason(request, scheme) : null
  return {
    verdict: checked.verdict,
    scheme: scheme.id,
    header: scheme.header,
    pointer: signaturePointer(scheme),
    received: received.length === 0 ? null : received.join(', '),
    expected: secret === undefined || request.truncated ? null : signatureOf(request, scheme, secret),
    secret: secret === undefined ? null : { label: secret.label, fingerprint: secret.fingerprint },
    signatures: checkedSignatures(request, scheme, checked.secrets)
      .slice(0, shownSignatures)
      .map(({ text, secret: by }) => ({
        text: text.slice(0, longestShown),
        secret: by === null ? null : { label: by.label, fingerprint: by.fingerprint },
      })),
    bodyProven: proven,
    bodyFields: proven === 'partly' ? provenFields(request, scheme) : null,
    carriesSecret: scheme.kind === 'token' || scheme.kind === 'basic',
    malformed: malformedWhy === null ? null : malformedSentence(malformedWhy),
    malformedWhy,
    cannotTell: checked.verdict === 'cannot-tell' ? noVerdictReason(request, scheme) : null,
    age:
      age === null
        ? null
        : { signedAt: new Date(age.signedAt).toISOString(), seconds: age.ageSeconds, tooOld: age.tooOld },
    ageProblem: ageWhy === null ? null : ageSentence(ageWhy),
    ageWhy,
    signed: signedBytes(request, scheme),
    explanation,
  }
}

/** A stored verdict may be from a runtime without the hash: where this one has it, another check gives a verdict. */
function noVerdictReason({ truncated }: SignedRequest, scheme: SignatureScheme): Signature['cannotTell'] {
  if (truncated) return { code: 'body-incomplete' }
  const missing = missingHash(scheme)
  if (missing !== null) return { code: 'hash-missing', hash: missing }
  return { code: 'hash-was-missing', hash: kindOf(scheme).hash(scheme) ?? '' }
}

function signaturesOf(read: ReadSignature): string[] {
  return read.kind === 'found' ? read.signatures : []
}

/** Without a timestamp, anyone who has seen a delivery can replay it. */
function noAgeReason(
  { receivedAt }: SignedRequest,
  { timestamp, toleranceSeconds }: SignatureScheme,
): AgeReason | null {
  if (timestamp === null || toleranceSeconds === null || receivedAt === null) return null
  const { from, name } = timestamp
  return { code: 'age-unknown', fields: { allowedSeconds: toleranceSeconds, from, name } }
}

function signedBytes(request: SignedRequest, scheme: SignatureScheme): Signature['signed'] {
  const read = readSignature(request, scheme)
  const { timestamp, id } = read.kind === 'absent' ? { timestamp: null, id: null } : read
  const root = read.kind === 'found' ? read.items[0]?.root : undefined
  const parts =
    'message' in scheme
      ? signedMessage(scheme, request, { timestamp, id, url: request.urls[0] ?? '', root })
      : [request.body]
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  // Only the ends are put together: the body may be large.
  const first = Buffer.concat(parts.map((part) => part.subarray(0, shownBytes))).subarray(0, shownBytes)
  const last = Buffer.concat(parts.map((part) => part.subarray(-shownBytes))).subarray(-shownBytes)
  return {
    size: parts.reduce((size, part) => size + part.length, 0),
    sha256: hash.digest('hex'),
    first: first.toString('hex'),
    last: last.toString('hex'),
  }
}
