import { createHash } from 'node:crypto'
import { headerValues } from '../../../shared/headers.ts'
import {
  type EcdsaScheme,
  type Ed25519Scheme,
  type HashScheme,
  type RsaScheme,
  signatureAlgorithms,
} from '../../../shared/signature/signatureScheme.ts'
import { hashes, isHere } from '../hashes.ts'
import { kindOf } from '../kindOf.ts'
import { rsaAnySaltKind } from '../publicKeyKinds.ts'
import { readSignature } from '../readSignature.ts'
import { type VerificationSecret, verificationSecret } from '../keys/verificationSecret.ts'
import { bodyVariants } from './bodyVariants.ts'
import { type Change, costOf, standingChange, type Variant } from './causes/change.ts'
import type { BudgetLeft } from './createBudget.ts'
import type { DigestMethod } from './digestMethods.ts'
import { readDigest } from './digest/readDigest.ts'
import { unwrapped } from './digest/unwrapped.ts'
import { foundSecret, secretFields, changeFields, signedPart } from './finding.ts'
import { describeRewrite } from './json/describeRewrite.ts'
import type { Key } from './keys.ts'
import { bufferOf, possibleMessages } from './text/messages.ts'
import { causeOfChanges } from './proofs.ts'
import { receivedTexts } from './text/receivedTexts.ts'
import { createSearch } from './search.ts'
import type { ExplainInput, Finding, KnownSecret } from './types.ts'

/** Schemes whose signatures are verified with a public key or a joined hash, and not compared as an HMAC. */
export type CheckedScheme = Ed25519Scheme | EcdsaScheme | RsaScheme | HashScheme
export type CheckedInput = ExplainInput & { scheme: CheckedScheme }

/** Results of the checks. */
export interface Checked {
  findings: Finding[]
  tried: number
  complete: boolean
}

/** Fixed cost of a check, as the number of bytes that could be hashed in that time. */
const checkCostBytes = 20_000
/** The longest signature: RSA with 16,384 bits in hex, characters. */
const maxSignatureLength = 4_096
const maxReadings = 12
const maxFindings = 6

/** A signature as it may have been written. */
interface Reading {
  bytes: Buffer
  changes: readonly Change[]
  written: string
}

/** A secret that may have been meant, ready for checking. */
interface Candidate {
  secret: KnownSecret
  ready: VerificationSecret
  changes: readonly Change[]
}

/** The scheme, or a variation of its algorithm, padding or number format. */
interface CheckMethod {
  scheme: CheckedScheme
  name: string
  changes: readonly Change[]
  /** RSA-PSS with a salt of any length. */
  anySalt?: true
}

/**
 * Verifies variants of message, key, reading and algorithm; one that verifies is a proof. The likeliest come first,
 * because a verification takes about ten times as long as an HMAC.
 */
export function checkVariants(input: CheckedInput, budget: BudgetLeft): Checked {
  const { request, scheme } = input
  const result: Checked = { findings: [], tried: 0, complete: true }
  const found = new Map<string, CheckHit>()
  const keys = candidates(input)
  const readings = readingsOf(input)
  if (request.truncated || keys.length === 0 || readings.length === 0) return result
  const read = readSignature(request, scheme)
  const { timestamp, id } = read.kind === 'absent' ? { timestamp: null, id: null } : read
  const root = read.kind === 'found' ? read.items[0]?.root : undefined
  const url = request.urls[0] ?? ''
  const [own, ...others] = methodsOf(scheme)
  const plain: Variant = { changes: [], make: () => bufferOf(request.body) }

  /** Returns false when the budget is spent. */
  const attempt = (
    method: CheckMethod,
    message: Variant,
    used: readonly Candidate[],
    texts: readonly Reading[],
    at = url,
  ): boolean => {
    const bytes = message.make()
    if (bytes === null) return true
    const name = found.size === 0 ? '' : digestName(bytes)
    // A message needs one proof.
    if (found.has(name)) return true
    for (const key of used) {
      if (!budget.spend(bytes.length + checkCostBytes)) return false
      // The message replaces the body, so that the scheme's own check does not build it again.
      const bare = 'message' in method.scheme ? { ...method.scheme, message: '{body}' } : method.scheme
      const kind = method.anySalt === true && bare.kind === 'rsa' ? rsaAnySaltKind : kindOf(bare)
      const isRight = kind.checker({
        request: { ...request, body: bytes },
        // The compiler does not see that the kind fits the scheme.
        scheme: bare as RsaScheme,
        secret: key.ready,
        values: { timestamp, id, url: at, root },
      })
      if (isRight === null) continue
      for (const reading of texts) {
        result.tried++
        const text = 'encoding' in method.scheme ? reading.bytes.toString(method.scheme.encoding) : reading.written
        if (!isRight(text)) continue
        const hit = { method, key, message, reading, bytes }
        const known = found.get(digestName(bytes))
        if (known === undefined || costOfHit(hit) < costOfHit(known)) found.set(digestName(bytes), hit)
      }
    }
    return true
  }
  for (const group of groups()) {
    for (const step of group) {
      if (!step()) {
        result.complete = false
        break
      }
    }
    // Later groups take more changes and cannot improve a proof.
    if (found.size > 0 || !result.complete) break
  }
  const hits = [...found.values()].sort((a, b) => costOfHit(a) - costOfHit(b)).slice(0, maxFindings)
  result.findings = hits.map((hit) => proof(hit, namedChanges(hit, messagesOf(input, budget), budget)))
  return result

  function* groups(): Generator<Iterable<() => boolean>> {
    if (own === undefined) return
    const ownKeys = keys.slice(0, 2)
    const messages = messagesOf(input, budget)
    const asIs = 'message' in scheme ? messages.own(plain) : [plain]
    yield asIs.map((message) => () => attempt(own, message, keys, readings.slice(0, 1)))
    yield asIs.map((message) => () => attempt(own, message, ownKeys, readings))
    yield others.flatMap((method) =>
      asIs.map((message) => () => attempt(method, message, ownKeys, readings.slice(0, 4))),
    )
    for (const group of messages.groups())
      yield lazyTries(group, (message) => attempt(own, message, ownKeys, readings.slice(0, 2)))
  }
}

/** Maps items to tries one by one, since a group can have thousands. */
function* lazyTries<T>(items: Iterable<T>, attempt: (item: T) => boolean): Generator<() => boolean> {
  for (const item of items) yield () => attempt(item)
}

/** The messages that may have been signed, in groups, the most frequent first. */
function messagesOf(input: CheckedInput, budget: BudgetLeft) {
  const { request, scheme } = input
  const encoding = headerValues(request.headers, 'content-encoding').join(',').slice(0, 100).toLowerCase()
  const bodies = bodyVariants(bufferOf(request.body), encoding, 'wire', budget.isSpent)
  const templated = 'message' in scheme ? possibleMessages(request, scheme) : null
  const own = (body: Variant) => templated?.own(body) ?? [body]
  return {
    own,
    *groups(): Generator<Iterable<Variant>> {
      yield bodies.common().flatMap(own)
      if (templated !== null) yield templated.others()
      yield bodies.literals().flatMap(own)
      yield bodies.single().flatMap(own)
      yield bodies.profiles().flatMap(own)
    },
  }
}

/** The secrets with a usable key: current ones first, then previous ones, then those of other environments. */
function candidates({ secrets, scheme }: CheckedInput): Candidate[] {
  const standings = ['current', 'previous', 'other']
  return secrets
    .toSorted((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing))
    .map((secret, index) => ({
      secret,
      ready: verificationSecret({ id: String(index), label: secret.label, text: secret.bytes, current: true }, scheme),
      changes: standingChange(secret),
    }))
    .filter(({ ready }) => ready.key !== null || ready.publicKeys.length > 0)
}

/** Readings of the received text, the plainest first. */
function readingsOf(input: CheckedInput): Reading[] {
  const { scheme } = input
  const texts = receivedTexts(input)
  if (!('encoding' in scheme))
    return texts.slice(0, 4).map(({ text, changes }) => ({ bytes: Buffer.alloc(0), changes, written: text }))
  const found = new Map<string, Reading>()
  for (const { text, changes } of unwrapped(texts, maxSignatureLength)) {
    for (const reading of readDigest(text, scheme.encoding)) {
      if (reading.bytes.length < 32) continue
      const name = reading.bytes.toString('latin1')
      const all = [...changes, ...reading.changes]
      const known = found.get(name)
      if (known === undefined || costOf(known.changes) > costOf(all))
        found.set(name, { bytes: reading.bytes, changes: all, written: reading.written })
    }
  }
  return [...found.values()].sort((a, b) => costOf(a.changes) - costOf(b.changes)).slice(0, maxReadings)
}

function methodsOf(scheme: CheckedScheme): CheckMethod[] {
  const own = { scheme, name: methodName(scheme), changes: [] }
  const method = (other: CheckedScheme, changes: Change[]): CheckMethod => ({
    scheme: other,
    name: methodName(other),
    changes,
  })
  const algorithm: Change = { cause: 'algorithm-other', cost: 4, how: null }
  const salt: Change = { cause: 'signature-salt', cost: 3, how: null }
  const numbers: Change = { cause: 'signature-numbers', cost: 3, how: null }
  if (scheme.kind === 'ecdsa') {
    const flipped = { ...scheme, numbers: scheme.numbers === 'der' ? 'p1363' : 'der' } as const
    return [
      own,
      method(flipped, [numbers]),
      ...otherAlgorithms(scheme).flatMap((name) => [
        method({ ...scheme, algorithm: name }, [algorithm]),
        method({ ...flipped, algorithm: name }, [algorithm, numbers]),
      ]),
    ]
  }
  if (scheme.kind !== 'rsa') return [own]
  const padding = scheme.padding === 'pkcs1' ? 'pss' : 'pkcs1'
  return [
    own,
    method({ ...scheme, padding }, [algorithm]),
    {
      ...method({ ...scheme, padding: 'pss' }, scheme.padding === 'pss' ? [salt] : [algorithm, salt]),
      anySalt: true,
    },
    ...otherAlgorithms(scheme).flatMap((name) => [
      method({ ...scheme, algorithm: name }, [algorithm]),
      method({ ...scheme, algorithm: name, padding }, [algorithm]),
    ]),
  ]
}

function otherAlgorithms(scheme: EcdsaScheme | RsaScheme) {
  return signatureAlgorithms.filter((name) => name !== scheme.algorithm && isHere(name))
}

/** Such as "ECDSA-SHA256 (DER)". */
export function methodName(scheme: CheckedScheme): string {
  switch (scheme.kind) {
    case 'ed25519':
      return 'Ed25519'
    case 'ecdsa':
      return `ECDSA-${hashes[scheme.algorithm].label} (${scheme.numbers === 'der' ? 'DER' : 'raw numbers'})`
    case 'rsa':
      return `RSA-${hashes[scheme.algorithm].label} (${scheme.padding === 'pkcs1' ? 'PKCS #1' : 'PSS'})`
    case 'hash':
      return hashes[scheme.algorithm].label
  }
}

/** A message that verified. */
interface CheckHit {
  method: CheckMethod
  key: Candidate
  message: Variant
  reading: Reading
  bytes: Buffer
}

function costOfHit({ method, key, message, reading }: CheckHit): number {
  return costOf([...key.changes, ...message.changes, ...method.changes, ...reading.changes])
}

function digestName(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * The changes that lead to the message, named as for a digest: by the fewest that give these bytes, and by every writer
 * of JSON that does. Checks stop at the first that verifies, so they may have come there by a longer way.
 */
function namedChanges(
  { message, bytes }: CheckHit,
  { groups }: ReturnType<typeof messagesOf>,
  budget: BudgetLeft,
): Change[] {
  const target = { hex: digestName(bytes), length: 32, changes: [], written: 'hex', cost: 0 }
  const search = createSearch([target], budget)
  if (message.changes.length > 0)
    for (const group of groups()) search.run({ messages: () => group, minCost: 0, keys: [noKey], methods: [plainHash] })
  const [best] = search.hits.toSorted((a, b) => a.message.cost - b.message.cost)
  return best === undefined
    ? describeRewrite(
        message.changes,
        message.changes.flatMap(({ writer }) => writer ?? []),
      )
    : describeRewrite(best.message.changes, best.message.writers)
}

const noKey: Key = { bytes: Buffer.alloc(0), origins: [{ secret: null, changes: [], cost: 0 }] }
const plainHash: DigestMethod = { name: 'SHA256', hash: 'sha256', use: 'plain', changes: [] }

function proof({ method, key, reading, bytes }: CheckHit, body: readonly Change[]): Finding {
  const isText = !('encoding' in method.scheme)
  const changes = [...key.changes, ...body, ...method.changes, ...reading.changes]
  return {
    cause: causeOfChanges(changes) ?? 'digest-as-expected',
    kind: 'proof',
    why: {
      code: 'verified',
      fields: {
        method: method.name,
        causes: changes.map(({ cause }) => cause),
        key: foundSecret(key.secret),
        over: 'message' in method.scheme ? signedPart(method.scheme, body) : 'the body',
        body: changeFields(body),
        size: bytes.length,
        written: isText ? 'it came' : reading.written,
        reading: changeFields(reading.changes),
      },
    },
    secret: secretFields(key.secret),
  }
}
