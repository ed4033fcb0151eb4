import { type CauseId, causeIds } from '../../../shared/codes/signature/causes.ts'
import { describeRewrite } from './json/describeRewrite.ts'
import type { Change } from './causes/change.ts'
import type { Hit } from './search.ts'
import { changesOf, type Proof, proofCost, proofFinding, signedPart } from './finding.ts'
import type { SearchInput, Finding, KnownSecret } from './types.ts'

/** Further findings repeat the first ones. */
const maxFindings = 12

const catalogue: readonly (CauseId | '')[] = causeIds

/**
 * Turns hits into findings, the smallest change first, then in the order of the catalogue, without duplicates.
 * @param options `compare`: whether there is time to compare the bytes; `over`: the name of the signed bytes
 */
export function findingsOf(
  hits: readonly Hit[],
  input: SearchInput,
  verified: KnownSecret | null,
  { compare = () => true, over }: { compare?: (hit: Hit) => boolean; over?: string } = {},
): Finding[] {
  const { direction } = input.target
  const proofs = hits
    .map((hit) => withRealChanges(hit, compare(hit)))
    .flatMap((hit) => hit.key.origins.map((origin): Proof => ({ hit, origin })))
    .map((proof) => ({ proof, cause: mainCause(proof, input, verified), cost: proofCost(proof) }))
    .sort((a, b) => a.cost - b.cost || catalogue.indexOf(a.cause ?? '') - catalogue.indexOf(b.cause ?? ''))
  const seen = new Set<string>()
  const findings: Finding[] = []
  for (const { proof, cause } of proofs) {
    if (cause === null) continue
    // One finding for each message, method and secret: longer ways to the same bytes add nothing.
    const summary = [
      JSON.stringify(proof.hit.message.changes.map(({ how }) => how)),
      proof.hit.method.name,
      secretOf(proof),
      proof.hit.truncated,
    ].join('|')
    if (seen.size === seen.add(summary).size || findings.length === maxFindings) continue
    findings.push(proofFinding(proof, cause, direction, over ?? signedPart(input.scheme, proof.hit.message.changes)))
  }
  return findings
}

/** Returns the hit with a message that is described by the actual differences of the bytes. */
function withRealChanges(hit: Hit, compare: boolean): Hit {
  const { message } = hit
  const known = compare
    ? message.changes
    : message.changes.map((change) =>
        change.writer === undefined ? change : { ...change, writer: { ...change.writer, changed: () => null } },
      )
  return { ...hit, message: { ...message, changes: describeRewrite(known, message.writers) } }
}

function secretOf({ hit, origin }: Proof): string {
  return hit.method.use === 'plain' || origin.secret === null
    ? ''
    : `${origin.secret.fingerprint} ${origin.secret.environment ?? ''}`
}

/** Returns the cause that a proof is named after: its largest change. Null where there is nothing to explain. */
function mainCause(proof: Proof, input: SearchInput, verified: KnownSecret | null): CauseId | null {
  const changes = changesOf(proof)
  const spelling = changes.every(({ cause }) => cause.startsWith('digest-') && cause !== 'digest-truncated')
  if (input.target.direction === 'receiver' && spelling) return verified === null ? 'digest-as-expected' : 'same-digest'
  if (changes.length === 0) return input.scheme.bodyHashParameter === null ? null : 'body-hash-differs'
  return causeOfChanges(changes)
}

/** Returns the cause of the largest change, the first of the catalogue among equal ones; null without a change. */
export function causeOfChanges(changes: readonly Change[]): CauseId | null {
  let main = changes[0]
  for (const change of changes) {
    if (
      main === undefined ||
      change.cost > main.cost ||
      (change.cost === main.cost && catalogue.indexOf(change.cause) < catalogue.indexOf(main.cause))
    )
      main = change
  }
  return main?.cause ?? null
}
