import { createHash } from 'node:crypto'
import { headerValues } from '../../../shared/headers.ts'
import type { SignatureEncoding } from '../../../shared/signature/signatureScheme.ts'
import { hashes, type HashName, isHere } from '../hashes.ts'
import { bodyVariants } from './bodyVariants.ts'
import type { Change, Variant } from './causes/change.ts'
import type { Checked } from './checkVariants.ts'
import type { BudgetLeft } from './createBudget.ts'
import { type Reading, readDigest } from './digest/readDigest.ts'
import { unwrapped } from './digest/unwrapped.ts'
import { changeFields } from './finding.ts'
import { describeRewrite } from './json/describeRewrite.ts'
import { bufferOf } from './text/messages.ts'
import { causeOfChanges } from './proofs.ts'
import type { ExplainInput } from './types.ts'

/** A hash of the body that came with the request. */
export interface ClaimedHash {
  text: string
  /** Such as "the token's claim payload_hash". */
  where: string
  /** The hash and the encoding that the scheme asks for. */
  hash: HashName
  encoding: SignatureEncoding
}

/**
 * Finds the variant of the body, the hash and the encoding that give a claimed hash. Empty if none does: the hash may then
 * be of another body.
 */
export function hashedBody(
  { request }: Pick<ExplainInput, 'request'>,
  claimed: ClaimedHash,
  budget: BudgetLeft,
): Pick<Checked, 'findings' | 'tried'> {
  const body = bufferOf(request.body)
  const encoding = headerValues(request.headers, 'content-encoding').join(',').slice(0, 100).toLowerCase()
  const bodies = bodyVariants(body, encoding, 'wire', budget.isSpent)
  const readings = readingsOf(claimed)
  let tried = 0
  const hit = ({ changes, make }: Variant, names: readonly HashName[]) => {
    const bytes = make()
    if (bytes === null) return null
    for (const name of names) {
      if (!budget.spend(bytes.length)) return null
      tried++
      const digest = createHash(name).update(bytes).digest()
      const reading = readings.find(({ bytes: wanted }) => digest.equals(wanted))
      if (reading !== undefined) return { changes, name, reading, size: bytes.length }
    }
    return null
  }
  const sameLength = (Object.keys(hashes) as HashName[]).filter(
    (name) => isHere(name) && readings.some(({ bytes }) => bytes.length === hashes[name].bytes),
  )
  const asIs = hit(bodies.asIs, sameLength)
  if (asIs !== null) return { findings: proofOf(claimed, asIs), tried }
  // A changed body is tried with the hash of the scheme only.
  const own = sameLength.filter((name) => name === claimed.hash)
  for (const group of [bodies.common(), bodies.literals(), bodies.single(), bodies.profiles(), bodies.combined()]) {
    for (const variant of group) {
      const found = hit(variant, own)
      if (budget.isSpent()) return { findings: [], tried }
      const findings = found === null ? [] : proofOf(claimed, found)
      if (findings.length > 0) return { findings, tried }
    }
  }
  return { findings: [], tried }
}

interface HashHit {
  changes: readonly Change[]
  name: HashName
  reading: Reading
  size: number
}

/** Returns no finding where nothing was changed. */
function proofOf(claimed: ClaimedHash, { changes, name, reading, size }: HashHit): Checked['findings'] {
  const body = describeRewrite(
    changes,
    changes.flatMap(({ writer }) => writer ?? []),
  )
  const other: Change[] = name === claimed.hash ? [] : [{ cause: 'algorithm-other', cost: 4, how: null }]
  const all = [...body, ...other, ...reading.changes]
  const cause = causeOfChanges(all)
  if (cause === null) return []
  const spelled = other.length > 0 || reading.changes.length > 0
  const fields = {
    where: claimed.where,
    hash: hashes[name].label,
    written: reading.written,
    expected: spelled ? `${hashes[claimed.hash].label} in ${claimed.encoding}` : null,
    causes: all.map((change) => change.cause),
    body: changeFields(body),
    size,
  }
  return [{ cause, kind: 'proof', why: { code: 'body-hash-recomputed', fields }, secret: null }]
}

/** Every hash that can be read from the text, the plainest reading first. */
function readingsOf({ text, encoding }: ClaimedHash): Reading[] {
  return unwrapped([{ text, changes: [] }])
    .flatMap((part) =>
      [...readDigest(part.text, encoding)].map((reading) => ({
        ...reading,
        changes: [...part.changes, ...reading.changes],
      })),
    )
    .filter(({ bytes }) => bytes.length >= 16 && bytes.length <= 64)
}
