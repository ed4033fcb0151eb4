import type { PlainHmacScheme } from '../../../shared/signature/signatureScheme.ts'
import { keyBytes } from '../verificationSecret.ts'
import { type Change, costOf } from './causes/change.ts'
import { placeholderVariants, unloadedVariants } from './keys/missingSecrets.ts'
import { reinterpretations } from './keys/reinterpretations.ts'
import { textVariants } from './keys/textVariants.ts'
import type { KnownSecret } from './types.ts'

/** Where a key comes from: a secret, or nobody's (an empty text, a placeholder), and what became of it. */
export interface KeyOrigin {
  secret: KnownSecret | null
  changes: readonly Change[]
  cost: number
}

/** Bytes that may have been the key. Different origins can give the same bytes; all of them are listed. */
export interface Key {
  bytes: Buffer
  origins: KeyOrigin[]
}

export interface Keys {
  /** Every secret as the scheme uses it, the likeliest first. */
  plain: Key[]
  /** Everything that may have become of the secrets, the smallest change first. */
  changed: Key[]
  /** Keys that are no secret at all: empty, `undefined`, placeholders. */
  missing: Key[]
}

/**
 * All keys that may have been used, without doubles.
 * @param verified the secret that proves the header: using it is no change, whatever its standing
 */
export function possibleKeys(
  secrets: readonly KnownSecret[],
  scheme: PlainHmacScheme,
  verified: KnownSecret | null,
): Keys {
  const standingOf = (secret: KnownSecret) => (secret === verified ? [] : changeOfStanding(secret, verified))
  const known = new Map<string, Key>()
  const add = (list: Key[], origin: Omit<KeyOrigin, 'cost'>, bytes: Buffer | null) => {
    if (bytes === null) return
    const cost = costOf(origin.changes)
    const name = bytes.toString('latin1')
    const key = known.get(name)
    if (key !== undefined) {
      key.origins.push({ ...origin, cost })
      return
    }
    const made = { bytes, origins: [{ ...origin, cost }] }
    known.set(name, made)
    list.push(made)
  }
  const keys: Keys = { plain: [], changed: [], missing: [] }
  for (const secret of secrets) add(keys.plain, { secret, changes: standingOf(secret) }, keyOf(secret.bytes, scheme))
  const changed: { secret: KnownSecret; changes: readonly Change[]; bytes: Buffer; cost: number }[] = []
  for (const secret of secrets) {
    for (const { changes, bytes } of changesOf(secret, scheme)) {
      const all = [...standingOf(secret), ...changes]
      changed.push({ secret, changes: all, bytes, cost: costOf(all) })
    }
  }
  changed.sort((a, b) => a.cost - b.cost)
  for (const { secret, changes, bytes } of changed) add(keys.changed, { secret, changes }, bytes)
  for (const { changes, make } of [...unloadedVariants(scheme), ...placeholderVariants()])
    add(keys.missing, { secret: null, changes }, make())
  for (const key of known.values()) key.origins.sort((a, b) => a.cost - b.cost)
  return keys
}

/** The key as the scheme makes it, or null where the secret cannot be decoded. */
function keyOf(secret: Uint8Array, scheme: PlainHmacScheme): Buffer | null {
  return keyBytes(secret, scheme.key)
}

function* changesOf(
  secret: KnownSecret,
  scheme: PlainHmacScheme,
): Generator<{ changes: readonly Change[]; bytes: Buffer }> {
  const raw = Buffer.from(secret.bytes)
  const asIs = keyOf(raw, scheme)
  for (const { changes, make } of textVariants(raw)) {
    const text = make()
    const key = text === null || text.equals(raw) ? null : keyOf(text, scheme)
    if (text === null || key === null) continue
    if (asIs === null || !key.equals(asIs)) yield { changes, bytes: key }
    if (changes[0]?.cost !== 3 || key.length > 4096) continue
    // A stray character at an end also spoils decoding, so the two come together.
    yield* reinterpreted(text, scheme, changes, key)
  }
  yield* reinterpreted(raw, scheme, [], asIs)
}

function* reinterpreted(text: Buffer, scheme: PlainHmacScheme, before: readonly Change[], key: Buffer | null) {
  for (const { changes, make } of reinterpretations(text, scheme.key)) {
    const bytes = make()
    if (bytes !== null && (key === null || !bytes.equals(key))) yield { changes: [...before, ...changes], bytes }
  }
}

function changeOfStanding(secret: KnownSecret, verified: KnownSecret | null): Change[] {
  switch (secret.standing) {
    case 'current':
      return verified === null || verified.standing === 'current' ? [] : [{ cause: 'secret-newer', cost: 1, words: '' }]
    case 'previous':
      return [{ cause: 'secret-previous', cost: 1, words: '' }]
    case 'other':
      return [{ cause: 'secret-other-environment', cost: 2, words: '' }]
  }
}
