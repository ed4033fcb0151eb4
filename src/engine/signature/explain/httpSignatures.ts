import { headerValues } from '../../../shared/headers.ts'
import type { HttpSignatureScheme } from '../../../shared/signature/signatureScheme.ts'
import { serviceScheme } from '../../../shared/signature/schemePresets.ts'
import { checkerOf, type Entry, readEntries } from '../httpSignatureKind.ts'
import { verificationSecret } from '../keys/verificationSecret.ts'
import { type Change, standingChange, type Variant } from './causes/change.ts'
import type { Checked } from './checkVariants.ts'
import type { BudgetLeft } from './createBudget.ts'
import { ownMethod } from './digestMethods.ts'
import { foundSecret, secretFields, observation, changeFields } from './finding.ts'
import { signatureBases } from './httpBases.ts'
import { possibleKeys } from './keys.ts'
import { signingMistake } from './signingMistake.ts'
import { causeOfChanges, findingsOf } from './proofs.ts'
import { receivedTexts } from './text/receivedTexts.ts'
import { createSearch } from './search.ts'
import type { ExplainInput, Finding, KnownSecret } from './types.ts'

type HttpInput = ExplainInput & { scheme: HttpSignatureScheme }

/** Explains why an HTTP message signature is invalid: its key, its algorithm, or a line of its signature base. */
export function httpSignatureFindings(input: HttpInput, budget: BudgetLeft): Checked {
  const entries = receivedTexts(input).flatMap(({ text }) => readEntries(text, input.request))
  const missing = entries.filter((entry) => entry.input === null).slice(0, 3)
  const entry = entries.find((one) => one.input !== null)
  const checked = entry === undefined ? nothingFound : findingsOfEntry(input, entry, budget)
  return { ...checked, findings: [...checked.findings, ...missing.map((one) => withoutInput(input, one))] }
}

const nothingFound: Checked = { findings: [], tried: 0, complete: true }

function findingsOfEntry(input: HttpInput, entry: Entry, budget: BudgetLeft): Checked {
  const bases = signatureBases(entry, input.request)
  return input.scheme.algorithm === 'hmac-sha256'
    ? searchKeys(input, entry, bases, budget)
    : checkPublicKeys(input, entry, bases, budget)
}

/** Searches for the digest that a shared secret makes. */
function searchKeys(input: HttpInput, { signature }: Entry, bases: readonly Variant[], budget: BudgetLeft): Checked {
  const scheme = { ...serviceScheme, key: input.scheme.key } as typeof serviceScheme
  if (signature.length < 16) return nothingFound
  const target = { hex: signature.toString('hex'), length: signature.length, changes: [], written: 'base64', cost: 0 }
  const search = createSearch([target], budget)
  const keys = possibleKeys(input.secrets, scheme, null)
  const methods = [ownMethod(scheme)]
  const own = bases.slice(0, 1)
  const waves = [
    { list: bases, used: keys.plain },
    { list: own, used: keys.changed },
    { list: own, used: [...keys.missing, ...keys.variables] },
    { list: own, used: keys.mistyped },
    { list: bases, used: [...keys.changed, ...keys.missing] },
  ]
  const complete = waves.every(({ list, used }) =>
    search.run({ messages: () => list, minCost: 0, keys: used, methods }),
  )
  const findings = findingsOf(search.hits, { ...input, scheme }, null, { over: 'the signature base' })
  return { findings, tried: search.counts().tried, complete }
}

/** Verifies each base with the public keys, then the scheme's own base by other algorithms. */
function checkPublicKeys(
  input: HttpInput,
  { signature }: Entry,
  bases: readonly Variant[],
  budget: BudgetLeft,
): Checked {
  const { algorithm } = input.scheme
  const result = { findings: [] as Finding[], tried: 0, complete: true }
  for (const secret of input.secrets) {
    const ready = verificationSecret({ id: '', label: secret.label, text: secret.bytes, current: true }, input.scheme)
    const isRight = checkerOf(algorithm, ready)
    for (const { changes, make } of isRight === null ? [] : bases) {
      const base = make()
      if (base === null) continue
      if (!budget.spend(base.length + checkCostBytes)) return { ...result, complete: false }
      result.tried++
      const all = [...standingChange(secret), ...changes]
      if (isRight?.(base, signature) === true) return { ...result, findings: verified(input, secret, all, base.length) }
    }
    const base = bases[0]?.make() ?? null
    for (const { key } of base === null ? [] : ready.publicKeys) {
      const way = signingMistake({ algorithm: jwtNames[algorithm] ?? '', key, message: base as Buffer, signature })
      if (way !== null)
        return { ...result, findings: verified(input, secret, [...standingChange(secret), ...way], base?.length ?? 0) }
    }
  }
  return result
}

/** Fixed cost of a check, as the number of bytes that could be hashed in that time. */
const checkCostBytes = 20_000

const jwtNames: Readonly<Record<string, string>> = {
  'ecdsa-p256-sha256': 'ES256',
  'ecdsa-p384-sha384': 'ES384',
  'rsa-v1_5-sha256': 'RS256',
  'rsa-pss-sha512': 'PS512',
}

/** Returns no finding without a change: the signature itself is right then. */
function verified(input: HttpInput, secret: KnownSecret, changes: readonly Change[], size: number): Finding[] {
  const cause = causeOfChanges(changes)
  if (cause === null) return []
  const fields = {
    method: `the HTTP signature (${input.scheme.algorithm})`,
    causes: changes.map((change) => change.cause),
    key: foundSecret(secret),
    over: 'the signature base',
    body: changeFields(changes.filter((change) => change.cause.startsWith('message-'))),
    size,
    written: 'it came',
    reading: [],
  }
  return [{ cause, kind: 'proof', why: { code: 'verified', fields }, secret: secretFields(secret) }]
}

/** Observes a signature without a Signature-Input, which would name what it covers. */
function withoutInput({ request }: HttpInput, { label }: Entry): Finding {
  const inputs = headerValues(request.headers, 'signature-input').join(', ').slice(0, 8_192)
  const labels = [...inputs.matchAll(/(?:^|,)\s*([a-z*][a-z0-9_.*-]{0,63})=\(/g)].map(([, known = '']) => known)
  return observation({ code: 'signature-input-missing', fields: { label, labels: labels.slice(0, 5) } })
}
