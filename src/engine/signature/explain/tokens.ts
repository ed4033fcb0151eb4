import type { BasicScheme, TokenScheme } from '../../../shared/signature/signatureScheme.ts'
import { serviceScheme } from '../../../shared/signature/schemePresets.ts'
import { sameSecret } from '../sameBytes.ts'
import { type Change, costOf } from './causes/change.ts'
import { readDigest } from './digest/readDigest.ts'
import { unwrapped } from './digest/unwrapped.ts'
import { foundSecret, secretFields, observation, changeFields } from './finding.ts'
import { type Key, possibleKeys } from './keys.ts'
import { causeOfChanges } from './proofs.ts'
import { receivedTexts } from './text/receivedTexts.ts'
import type { ExplainInput, Finding, KnownSecret } from './types.ts'

/** Longer values are not tokens, characters. */
const maxTokenLength = 4_096

/** A received token or password in a form that can be compared, with the changes that lead to it. */
interface Received {
  bytes: Buffer
  changes: readonly Change[]
}

/**
 * Explains why a received token, or user and password, is not the secret. A change that makes them equal is a proof;
 * without one, lengths or parts are compared. Neither value is shown.
 */
export function tokenFindings(input: ExplainInput & { scheme: TokenScheme | BasicScheme }): {
  findings: Finding[]
  tried: number
} {
  const received = receivedValues(input)
  const [first] = received
  if (first === undefined || input.secrets.length === 0) return { findings: [], tried: 0 }
  const byStanding = input.secrets.toSorted((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing))
  const keys = possibleKeys(byStanding, { ...serviceScheme, key: { decode: 'utf8', prefix: '' } }, null)
  const proofs: { cost: number; finding: Finding }[] = []
  let tried = 0
  const compare = (list: readonly Key[]) => {
    for (const key of list) {
      for (const value of received) {
        tried++
        if (value.bytes.length !== key.bytes.length || !sameSecret(value.bytes, key.bytes)) continue
        for (const { secret, changes } of key.origins) {
          const all = [...changes, ...value.changes]
          const cause = causeOfChanges(all)
          if (cause !== null && key.bytes.length > 0)
            proofs.push({ cost: costOf(all), finding: equalFinding(cause, secret, all) })
        }
      }
    }
  }
  compare([...keys.plain, ...keys.changed, ...keys.missing, ...keys.variables])
  // Only now: a prefix that came with the token is not a typo.
  if (proofs.length === 0) compare(keys.mistyped())
  if (proofs.length > 0)
    return {
      findings: proofs
        .sort((a, b) => a.cost - b.cost)
        .slice(0, 6)
        .map(({ finding }) => finding),
      tried,
    }
  const own = byStanding.find(({ standing }) => standing === 'current')
  return { findings: own === undefined ? [] : [differsFinding(input.scheme, first.bytes, own)], tried }
}

const standings = ['current', 'previous', 'other']

function equalFinding(
  cause: NonNullable<ReturnType<typeof causeOfChanges>>,
  secret: KnownSecret | null,
  changes: readonly Change[],
): Finding {
  return {
    cause,
    kind: 'proof',
    why: {
      code: 'secret-itself',
      fields: { secret: secret === null ? null : foundSecret(secret), changes: changeFields(changes) },
    },
    secret: secret === null ? null : secretFields(secret),
  }
}

/** The received values: as the scheme reads them, then unwrapped. */
function receivedValues(input: ExplainInput & { scheme: TokenScheme | BasicScheme }): Received[] {
  const texts = receivedTexts(input)
  const found: Received[] = []
  for (const { text, changes } of unwrapped(texts, maxTokenLength)) {
    const plain: Received = { bytes: Buffer.from(text, 'latin1'), changes }
    if (input.scheme.kind === 'token') found.push(plain)
    else {
      for (const reading of readDigest(text, 'base64'))
        found.push({ bytes: reading.bytes, changes: [...changes, ...reading.changes] })
      // User and password as they are, without base64.
      if (text.includes(':'))
        found.push({
          ...plain,
          changes: [...changes, { cause: 'digest-encoding', cost: 2, how: ', which is not base64' }],
        })
    }
  }
  return found.sort((a, b) => costOf(a.changes) - costOf(b.changes))
}

function differsFinding({ kind }: TokenScheme | BasicScheme, received: Buffer, secret: KnownSecret): Finding {
  const known = Buffer.from(secret.bytes)
  if (kind === 'token') {
    const fields = { secret: foundSecret(secret), received: characters(received), known: characters(known) }
    return observation({ code: 'token-differs', fields }, secret)
  }
  const [theirs, ours] = [parts(received), parts(known)]
  const user = sameSecret(theirs.user, ours.user)
  const password = sameSecret(theirs.password, ours.password)
  const part = user ? 'password' : password ? 'user' : 'both'
  return observation({ code: 'basic-differs', fields: { secret: foundSecret(secret), part } }, secret)
}

function characters(bytes: Buffer): number {
  return bytes.toString('utf8').length
}

function parts(bytes: Buffer): { user: Buffer; password: Buffer } {
  const at = bytes.indexOf(0x3a)
  return at === -1
    ? { user: bytes, password: Buffer.alloc(0) }
    : { user: bytes.subarray(0, at), password: bytes.subarray(at + 1) }
}
