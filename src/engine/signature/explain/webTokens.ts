import { createHmac } from 'node:crypto'
import { isSecretJwtAlgorithm, type JwtAlgorithm, type JwtScheme } from '../../../shared/signature/signatureScheme.ts'
import { serviceScheme } from '../../../shared/signature/schemePresets.ts'
import { isHere } from '../hashes.ts'
import { isSigned, type Jwt, readJwt, wrongClaim } from '../jwtKind.ts'
import { sameBytes } from '../sameBytes.ts'
import { type VerificationSecret, verificationSecret } from '../keys/verificationSecret.ts'
import { type Change, standingChange } from './causes/change.ts'
import { createSearch } from './search.ts'
import type { BudgetLeft } from './createBudget.ts'
import type { Checked } from './checkVariants.ts'
import { ownMethod } from './digestMethods.ts'
import { unwrapped } from './digest/unwrapped.ts'
import { foundSecret, secretFields, observation, changeFields } from './finding.ts'
import { type ClaimedHash, hashedBody } from './hashedBody.ts'
import { possibleKeys } from './keys.ts'
import { signingMistake } from './signingMistake.ts'
import { causeOfChanges, findingsOf } from './proofs.ts'
import { receivedTexts } from './text/receivedTexts.ts'
import type { ExplainInput, Finding, KnownSecret } from './types.ts'

type JwtInput = ExplainInput & { scheme: JwtScheme }

/** Longer values are not tokens, characters. */
const maxTokenLength = 16_384

/** Explains why a JSON web token is not valid: its algorithm, its key, or one of its claims. */
export function webTokenFindings(input: JwtInput, budget: BudgetLeft): Checked {
  const none: Checked = { findings: [], tried: 0, complete: true }
  const found = tokenIn(input)
  if (found === null || input.request.truncated) return none
  const { text, token, changes } = found
  const swapped = algorithmFindings(input, token)
  if (swapped !== null) return { ...none, findings: swapped, tried: input.secrets.length }
  const algorithm = input.scheme.algorithms.find((name) => name === token.algorithm)
  if (algorithm === undefined) return none
  for (const secret of input.secrets) {
    const ready = verificationSecretOf(secret, input.scheme)
    if (!isSigned(token, algorithm, { secret: ready })) continue
    const standing = standingChange(secret)
    const claim = wrongClaim(text, { request: input.request, scheme: input.scheme, values: valuesOf(input) })
    if (claim !== null) return { ...none, ...claimFindings(input, token, claim, secret, budget) }
    const all = [...standing, ...changes]
    const cause = causeOfChanges(all)
    return { ...none, tried: 1, findings: cause === null ? [] : [verified(cause, algorithm, secret, all, token)] }
  }
  return isSecretJwtAlgorithm(algorithm)
    ? otherKeys(input, token, algorithm, budget)
    : mistakenAlgorithms(input, found, algorithm)
}

/** Observes a token that is expired or not valid yet. Its signature can still be right. */
export function observeTokenTimes(input: JwtInput): Finding[] {
  const { receivedAt } = input.request
  const claims = tokenIn(input)?.token.claims
  if (claims === undefined || receivedAt === null) return []
  const moment = (name: string) => {
    const value = claims[name]
    return typeof value === 'number' && Math.abs(value) < 8.64e12 ? value * 1000 : null
  }
  const seen = (code: 'jwt-expired' | 'jwt-not-yet-valid', at: number) =>
    observation({
      code,
      fields: { at: new Date(at).toISOString(), seconds: Math.round(Math.abs(receivedAt - at) / 1000) },
    })
  const [expires, notBefore] = [moment('exp'), moment('nbf')]
  return [
    ...(expires !== null && receivedAt > expires ? [seen('jwt-expired', expires)] : []),
    ...(notBefore !== null && receivedAt + leewayMs < notBefore ? [seen('jwt-not-yet-valid', notBefore)] : []),
  ]
}

/** Clocks differ by some seconds. */
const leewayMs = 60_000

interface TokenFound {
  text: string
  token: Jwt
  changes: readonly Change[]
}

function tokenIn(input: JwtInput): TokenFound | null {
  for (const { text, changes } of unwrapped(receivedTexts(input), maxTokenLength)) {
    const token = readJwt(text)
    if (token !== null) return { text, token, changes }
  }
  return null
}

function verificationSecretOf(secret: KnownSecret, scheme: JwtScheme): VerificationSecret {
  return verificationSecret({ id: secret.fingerprint, label: secret.label, text: secret.bytes, current: true }, scheme)
}

function valuesOf({ request }: JwtInput) {
  return { timestamp: null, id: null, url: request.urls[0] ?? '' }
}

/** Finds `alg: none`, and a shared secret where public keys are used. Null where the algorithm is right. */
function algorithmFindings({ scheme, secrets }: JwtInput, token: Jwt): Finding[] | null {
  if (token.algorithm.toLowerCase() === 'none') return [observation({ code: 'jwt-unsigned', fields: {} })]
  if (!isSecretJwtAlgorithm(token.algorithm) || scheme.algorithms.some(isSecretJwtAlgorithm)) return null
  const hash = `sha${token.algorithm.slice(2)}` as 'sha256'
  const forged = secrets.find(
    ({ bytes }) =>
      isHere(hash) &&
      [Buffer.from(bytes), Buffer.from(Buffer.from(bytes).toString('latin1').trim(), 'latin1')].some((key) =>
        sameBytes(createHmac(hash, key).update(token.signed).digest(), token.signature),
      ),
  )
  if (forged === undefined)
    return [observation({ code: 'jwt-algorithm-swapped', fields: { algorithm: token.algorithm } })]
  return [
    {
      cause: 'jwt-key-confusion',
      kind: 'proof',
      why: { code: 'signed-with-public-key', fields: { algorithm: token.algorithm, secret: foundSecret(forged) } },
      secret: secretFields(forged),
    },
  ]
}

const claimCauses = {
  iss: 'jwt-issuer',
  aud: 'jwt-audience',
  'body-hash': 'jwt-body-hash',
  'url-hash': 'jwt-url-hash',
  url: 'jwt-url-hash',
} as const

/** Explains a wrong claim; for a hash of the body, finds the variant of the body that it was made of. */
function claimFindings(
  input: JwtInput,
  token: Jwt,
  claim: keyof typeof claimCauses,
  secret: KnownSecret,
  budget: BudgetLeft,
): Pick<Checked, 'findings' | 'tried'> {
  const { bodyHash, urlHash, url } = input.scheme.claims
  const name = { iss: 'iss', aud: 'aud', 'body-hash': bodyHash ?? '', 'url-hash': urlHash ?? '', url: url ?? '' }[claim]
  const received: unknown = token.claims[name]
  const proof = (why: Extract<Finding['why'], { code: 'claim-differs' | 'claim-missing' }>): Finding => ({
    cause: why.code === 'claim-missing' ? 'jwt-claim-missing' : claimCauses[claim],
    kind: 'proof',
    why,
    secret: secretFields(secret),
  })
  const fields = { claim, name, secret: foundSecret(secret) }
  if (received === undefined || received === null)
    return { findings: [proof({ code: 'claim-missing', fields })], tried: 1 }
  const text = typeof received === 'string' ? received : JSON.stringify(received)
  const differs = proof({
    code: 'claim-differs',
    fields: { ...fields, received: text.slice(0, longestClaim), wanted: wantedValues(input, claim) },
  })
  if (claim !== 'body-hash') return { findings: [differs], tried: 1 }
  const { bodyHashEncoding: encoding = 'hex' } = input.scheme.claims
  const claimed: ClaimedHash = { text, where: `the token's claim ${name}`, hash: 'sha256', encoding }
  const hashed = hashedBody(input, claimed, budget)
  // A hash that is explained belongs to this body.
  return { findings: hashed.findings.length > 0 ? hashed.findings : [differs], tried: hashed.tried }
}

const longestClaim = 300

/** The values that a claim may have; none for a hash. */
function wantedValues({ scheme, request }: JwtInput, claim: keyof typeof claimCauses): string[] {
  const { setting, claims } = scheme
  if (claim === 'iss' && claims.issuers.length > 0) return [...claims.issuers]
  if (claim === 'iss' || claim === 'aud') return [setting?.value ?? '']
  return claim === 'url' ? request.urls.slice(0, 1) : []
}

/** Searches for the form of a shared secret that signed the token. */
function otherKeys(input: JwtInput, token: Jwt, algorithm: JwtAlgorithm, budget: BudgetLeft): Checked {
  const hash = ({ HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const)[algorithm as 'HS256']
  const scheme = {
    ...serviceScheme,
    algorithm: hash,
    encoding: 'base64url' as const,
    key: { decode: 'utf8' as const, prefix: '' },
  }
  const target = {
    hex: token.signature.toString('hex'),
    length: token.signature.length,
    changes: [],
    written: 'base64url',
    cost: 0,
  }
  if (target.length < 16) return { findings: [], tried: 0, complete: true }
  const search = createSearch([target], budget)
  const keys = possibleKeys(input.secrets, scheme, null)
  const asIs = { messages: () => [{ changes: [], make: () => token.signed }], minCost: 0 }
  let complete = true
  for (const used of [keys.plain, keys.changed, keys.missing, keys.variables, keys.mistyped])
    complete = complete && search.run({ ...asIs, keys: used, methods: [ownMethod(scheme)] })
  const findings = findingsOf(search.hits, { ...input, scheme }, null, { over: 'the token' })
  return { findings, tried: search.counts().tried, complete }
}

/** Public keys that verify the token in another way than its algorithm says. */
function mistakenAlgorithms(input: JwtInput, { token, changes }: TokenFound, algorithm: JwtAlgorithm): Checked {
  for (const secret of input.secrets) {
    for (const { key } of verificationSecretOf(secret, input.scheme).publicKeys) {
      const way = signingMistake({ algorithm, key, message: token.signed, signature: token.signature })
      if (way === null) continue
      const all = [...standingChange(secret), ...way, ...changes]
      const cause = causeOfChanges(all)
      if (cause !== null)
        return { findings: [verified(cause, algorithm, secret, all, token)], tried: 1, complete: true }
    }
  }
  return { findings: unknownKey(input, token), tried: input.secrets.length, complete: true }
}

function unknownKey(input: JwtInput, token: Jwt): Finding[] {
  const known = input.secrets.flatMap((secret) => verificationSecretOf(secret, input.scheme).publicKeys)
  const { kid } = token
  if (kid === null || known.every((key) => key.kid === null) || known.some((key) => key.kid === kid)) return []
  return [observation({ code: 'jwt-key-unknown', fields: { kid: kid.slice(0, 100), known: known.length } })]
}

function verified(
  cause: NonNullable<ReturnType<typeof causeOfChanges>>,
  algorithm: string,
  secret: KnownSecret,
  changes: readonly Change[],
  token: Jwt,
): Finding {
  const reading = changes.filter(({ cause }) => !/^(?:secret|signature|algorithm)-/.test(cause))
  return {
    cause,
    kind: 'proof',
    why: {
      code: 'verified',
      fields: {
        method: `the token's signature (${algorithm})`,
        causes: changes.map((change) => change.cause),
        key: foundSecret(secret),
        over: 'the token',
        body: [],
        size: token.signed.length,
        written: 'a token',
        reading: changeFields(reading),
      },
    },
    secret: secretFields(secret),
  }
}
