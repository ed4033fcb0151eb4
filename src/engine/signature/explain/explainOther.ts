import { headerValues } from '../../../shared/headers.ts'
import { credentialOf } from '../../../shared/signature/signatureScheme.ts'
import { contentDigestHolds } from '../httpSignatureKind.ts'
import { readSignature } from '../readSignature.ts'
import { verificationSecret } from '../keys/verificationSecret.ts'
import { verifySignature } from '../verifySignature.ts'
import { type Checked, checkVariants } from './checkVariants.ts'
import { type BudgetLeft, createBudget } from './createBudget.ts'
import { foundSecret, observation } from './finding.ts'
import { hashedBody } from './hashedBody.ts'
import { httpSignatureFindings } from './httpSignatures.ts'
import { observeAge, observeBody, observeMissing } from './observe.ts'
import { tokenFindings } from './tokens.ts'
import type { Budget, Explanation, ExplainInput, Finding } from './types.ts'
import { observeTokenTimes, webTokenFindings } from './webTokens.ts'

/**
 * Explains failed signatures other than digests of a shared secret: public keys, tokens, passwords and JSON web tokens. A
 * signature that verifies after a change is a proof; anything else is an observation. Pure; never throws.
 */
export function explainOther(input: ExplainInput, budget: Budget): Explanation {
  const { request, scheme, secrets } = input
  const own = secrets
    .filter(({ standing }) => standing === 'current')
    .map(({ bytes, label }, index) =>
      verificationSecret({ id: String(index), label, text: bytes, current: true }, scheme),
    )
  const nothing = { ruledOut: [], notTried: [] }
  const times = [...(scheme.kind === 'jwt' ? observeTokenTimes({ ...input, scheme }) : []), ...observeAge(input)]
  const seen = [...times, ...observeKeys(input)]
  const left = createBudget(budget)
  if (verifySignature(request, scheme, own).verdict === 'valid') {
    // A digest that the signature does not cover can be wrong while the signature is right.
    const digest = scheme.kind === 'http-signature' ? observeContentDigest(input, left) : []
    return { ...nothing, state: 'not-needed', findings: [...digest, ...seen], tried: 0, complete: true }
  }
  const { findings, tried, complete } = input.target.direction === 'wire' ? search(input, left) : nothingFound
  const proofs = findings.filter(({ kind }) => kind === 'proof')
  return {
    ...nothing,
    state: proofs.length > 0 ? 'explained' : 'unexplained',
    findings: [
      ...proofs,
      ...observeBody(input),
      ...findings.filter(({ kind }) => kind === 'observation'),
      ...(proofs.length > 0 ? [] : observeMalformed(input)),
      ...observeMissing(input),
      ...seen,
    ],
    tried,
    complete,
  }
}

const nothingFound: Checked = { findings: [], tried: 0, complete: true }

function search(input: ExplainInput, budget: BudgetLeft): Checked {
  const { scheme } = input
  switch (scheme.kind) {
    case 'hmac':
      return nothingFound
    case 'hash':
    case 'ed25519':
    case 'ecdsa':
    case 'rsa':
      return checkVariants({ ...input, scheme }, budget)
    case 'http-signature': {
      const digest = observeContentDigest(input, budget)
      const checked = httpSignatureFindings({ ...input, scheme }, budget)
      return { ...checked, findings: [...checked.findings, ...digest] }
    }
    case 'token':
    case 'basic':
      return { ...tokenFindings({ ...input, scheme }), complete: true }
    case 'jwt':
      return webTokenFindings({ ...input, scheme }, budget)
  }
}

/** Explains a wrong Content-Digest. A variant of the body that gives the digest is a proof. */
function observeContentDigest({ request }: ExplainInput, budget: BudgetLeft): Finding[] {
  const values = headerValues(request.headers, 'content-digest')
  if (values.length === 0 || contentDigestHolds(request)) return []
  const entries = values
    .join(', ')
    .slice(0, 8_192)
    .matchAll(/(sha-256|sha-512)=:([A-Za-z0-9+/=]{1,200}):/g)
  const proofs = [...entries].slice(0, 2).flatMap(([, name = '', text = '']) => {
    const hash = name === 'sha-512' ? 'sha512' : 'sha256'
    return hashedBody({ request }, { text, where: 'the header Content-Digest', hash, encoding: 'base64' }, budget)
      .findings
  })
  return [...proofs.slice(0, 1), observation({ code: 'content-digest-differs', fields: { header: 'Content-Digest' } })]
}

function observeMalformed({ request, scheme }: ExplainInput): Finding[] {
  const read = readSignature(request, scheme)
  return read.kind === 'malformed' ? [observation({ code: 'signature-malformed', fields: { why: read.why } })] : []
}

/** Observes unusable and expired public keys. */
function observeKeys({ request, scheme, secrets }: ExplainInput): Finding[] {
  if (credentialOf(scheme) !== 'public-key') return []
  return secrets
    .filter(({ standing }) => standing === 'current')
    .flatMap((secret): Finding[] => {
      const { publicKeys } = verificationSecret(
        { id: '', label: secret.label, text: secret.bytes, current: true },
        scheme,
      )
      const wanted = { ed25519: 'an Ed25519 key', ecdsa: 'a key on an elliptic curve', rsa: 'an RSA key' }[
        scheme.kind as 'rsa'
      ] as string | undefined
      const type = scheme.kind === 'ecdsa' ? 'ec' : scheme.kind
      const unusable = publicKeys.length === 0 || (wanted !== undefined && publicKeys.every((key) => key.type !== type))
      const fields = {
        secret: foundSecret(secret),
        wanted: wanted ?? 'a public key',
        found: [...new Set(publicKeys.map(({ size }) => size))].slice(0, 5),
      }
      const expired = publicKeys.filter(
        ({ validUntil }) => validUntil !== null && request.receivedAt !== null && request.receivedAt > validUntil,
      )
      return [
        ...(unusable ? [observation({ code: 'public-key-of-another-kind', fields }, secret)] : []),
        ...expired.slice(0, 3).map(({ subject, validUntil }) =>
          observation(
            {
              code: 'certificate-expired',
              fields: { secret: foundSecret(secret), subject, until: new Date(validUntil ?? 0).toISOString() },
            },
            secret,
          ),
        ),
      ]
    })
}
