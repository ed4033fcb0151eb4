import { headerValues } from '../../../shared/headers.ts'
import { atPresentHeader, isDigest } from '../../../shared/signature/signatureScheme.ts'
import { verificationSecret } from '../keys/verificationSecret.ts'
import { verifySignature } from '../verifySignature.ts'
import { bodyVariants } from './bodyVariants.ts'
import { createBudget } from './createBudget.ts'
import { decodeTargets } from './decodeTarget.ts'
import { withoutCommand } from './digest/unwrapped.ts'
import { type Keys, possibleKeys } from './keys.ts'
import { bufferOf, possibleMessages } from './text/messages.ts'
import { explainOther } from './explainOther.ts'
import { observe, observeAge } from './observe.ts'
import { type Compared, otherDeliveries } from './otherDeliveries.ts'
import { findingsOf } from './proofs.ts'
import { receivedTexts } from './text/receivedTexts.ts'
import { createSearch, type Search } from './search.ts'
import { observation } from './finding.ts'
import type { Budget, Explanation, ExplainInput, Finding, KnownSecret, SearchInput } from './types.ts'
import { waves } from './waves.ts'

/**
 * Finds by recomputation why a signature does not match, or what the user's own code hashed instead. A proof is an
 * equality of whole digests; without one, the result lists what was tried.
 * @param untilProof stops at the first proof; `complete` is then true only if nothing else could improve it
 * Pure: no clock, no I/O; the budget is asked before every try. Never throws for any bytes.
 */
export function explain(input: ExplainInput, budget: Budget, { untilProof = false } = {}): Explanation {
  if (input.isProven === true && input.target.direction === 'wire')
    return { ...nothingTried, state: 'not-needed', findings: observeAge(input) }
  const scheme = atPresentHeader(input.scheme, (name) => headerValues(input.request.headers, name).length > 0)
  return isDigest(scheme)
    ? explainDigest({ ...input, scheme }, budget, untilProof)
    : explainOther({ ...input, scheme }, budget)
}

function explainDigest(input: SearchInput, budget: Budget, untilProof: boolean): Explanation {
  const { request, scheme, target } = input
  const verified = verifiedBy(input)
  if (target.direction === 'wire' && verified !== null && verified.standing === 'current') {
    return { ...nothingTried, state: 'not-needed', findings: observeAge(input) }
  }
  const observations = observe(input)
  const texts =
    target.direction === 'wire' ? receivedTexts(input) : [{ text: withoutCommand(target.digest), changes: [] }]
  const targets = request.truncated ? [] : decodeTargets(texts, scheme)
  if (
    targets.length === 0 ||
    (input.secrets.length === 0 && target.direction === 'wire' && request.body.length === 0)
  ) {
    const unread = target.direction === 'receiver' && targets.length === 0 && !request.truncated
    return {
      ...nothingTried,
      state: 'unexplained',
      findings: [...(unread ? [unreadableDigest()] : []), ...observations],
    }
  }

  const budgetLeft = createBudget(budget)
  const search = createSearch(targets, budgetLeft, untilProof)
  const keys = possibleKeys(
    verifiedFirst(input.secrets, verified),
    scheme,
    target.direction === 'receiver' ? verified : null,
  )
  const encoding = headerValues(request.headers, 'content-encoding').join(',').slice(0, 100).toLowerCase()
  const bodies = bodyVariants(bufferOf(request.body), encoding, target.direction, budgetLeft.isSpent)
  let complete = true
  let others: Compared | null = null
  for (const wave of waves(scheme, keys, bodies, possibleMessages(request, scheme))) {
    complete = search.run(wave)
    // After the first wave, because a later one may spend the budget.
    others ??= otherDeliveries(input, targets, keys.plain, budgetLeft)
    if (!complete) break
  }
  const proofs = [
    ...findingsOf(search.hits, input, verified, {
      compare: ({ message }) => complete || !untilProof || message.size < maxComparedBytes,
    }),
    ...(others?.findings ?? []),
  ]
  return {
    state: proofs.length > 0 ? 'explained' : 'unexplained',
    findings: [...proofs, ...observations],
    ruledOut: proofs.length > 0 ? [] : ruledOut(search, keys, targets.length, others?.compared ?? 0),
    notTried: [...search.missingHashes].map((hash) => ({ code: 'hash-missing', hash })),
    tried: search.counts().tried + (others?.tried ?? 0),
    complete: complete && others?.complete !== false,
  }
}

/** Larger bodies are proven, but the difference is not described: that takes longer than the proof, bytes. */
const maxComparedBytes = 1_000_000

function unreadableDigest(): Finding {
  return observation({ code: 'pasted-digest-unreadable', fields: {} })
}

const nothingTried = { ruledOut: [], notTried: [], tried: 0, complete: true }

/** Returns the secret of this environment that verifies the header over the raw bytes, or null. */
function verifiedBy({ request, scheme, secrets }: SearchInput): KnownSecret | null {
  const own = secrets.filter(({ standing }) => standing !== 'other')
  const ready = own.map((secret, index) =>
    verificationSecret(
      { id: String(index), label: secret.label, text: secret.bytes, current: secret.standing === 'current' },
      scheme,
    ),
  )
  const { secretId } = verifySignature(request, scheme, ready)
  return secretId === null ? null : (own[Number(secretId)] ?? null)
}

function verifiedFirst(secrets: readonly KnownSecret[], verified: KnownSecret | null): KnownSecret[] {
  const rank = (secret: KnownSecret) =>
    secret === verified ? 0 : secret.standing === 'current' ? 1 : secret.standing === 'previous' ? 2 : 3
  return secrets.toSorted((a, b) => rank(a) - rank(b))
}

function ruledOut(search: Search, keys: Keys, readings: number, others: number): Explanation['ruledOut'] {
  const { keys: used, messages, methods } = search.counts()
  const kinds: [string, number][] = [
    [keys.plain.length === 1 ? 'secret as it is' : 'secrets as they are', keys.plain.length],
    ['other forms of the key', Math.max(0, used - keys.plain.length)],
    ['ways to write the body and its message', messages],
    ['algorithms and ways to use them', methods],
    [readings === 1 ? 'reading of the digest' : 'readings of the digest', readings],
    ['other deliveries', others],
  ]
  return kinds.filter(([, count]) => count > 0).map(([what, count]) => ({ what, count }))
}
