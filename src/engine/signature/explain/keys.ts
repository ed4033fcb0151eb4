import type { DigestScheme, KeyForm } from '../../../shared/signature/signatureScheme.ts'
import { keyBytes } from '../keys/verificationSecret.ts'
import { type Change, costOf, standingChange } from './causes/change.ts'
import { placeholderVariants, unloadedVariants, variableVariants } from './keys/missingSecrets.ts'
import { reinterpretations } from './keys/reinterpretations.ts'
import { textVariants } from './keys/textVariants.ts'
import { typoVariants } from './keys/typos.ts'
import type { KnownSecret } from './types.ts'

/** Where a key comes from: a secret, or null for an empty text or a placeholder, and its changes. */
export interface KeyOrigin {
  secret: KnownSecret | null
  changes: readonly Change[]
  cost: number
}

/** Bytes that may have been the key, with every origin that gives these bytes. */
export interface Key {
  bytes: Buffer
  origins: KeyOrigin[]
}

export interface Keys {
  /** Every secret as the scheme uses it, the likeliest first. */
  plain: Key[]
  /** The likeliest of them, for waves with hundreds of messages. */
  likeliest: Key[]
  /** The secrets after a change, the smallest change first. */
  changed: Key[]
  /** Keys in place of a secret that was not loaded: empty, `undefined`, placeholders. */
  missing: Key[]
  /** Names of senders' variables in place of the secret. */
  variables: Key[]
  /** The secrets of this environment with one wrong character; thousands, so they are made on demand. */
  mistyped(): Key[]
}

/**
 * Returns all keys that may have been used, without duplicates.
 * @param verified the secret that verifies the header; using it is not a change, even if it is an old one
 */
export function possibleKeys(
  secrets: readonly KnownSecret[],
  scheme: DigestScheme,
  verified: KnownSecret | null,
): Keys {
  const standingOf = (secret: KnownSecret) => (secret === verified ? [] : changeOfUse(secret, verified))
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
  const mistyped = () => {
    const list: Key[] = []
    for (const secret of secrets.filter(({ standing }) => standing !== 'other')) {
      for (const { changes, make } of typoVariants(Buffer.from(secret.bytes), scheme.key)) {
        const text = make()
        const key = text === null ? null : (keyOf(text, scheme) ?? lenientKey(text, scheme.key))
        add(list, { secret, changes: [...standingOf(secret), ...changes] }, key)
      }
    }
    return list
  }
  const keys: Keys = { plain: [], likeliest: [], changed: [], missing: [], variables: [], mistyped }
  for (const secret of secrets) add(keys.plain, { secret, changes: standingOf(secret) }, keyOf(secret.bytes, scheme))
  keys.likeliest = keys.plain.slice(0, maxLikeliest)
  const changed: { secret: KnownSecret; changes: readonly Change[]; bytes: Buffer; cost: number }[] = []
  for (const secret of secrets) {
    for (const { changes, bytes } of changesOf(secret, scheme)) {
      const all = [...standingOf(secret), ...changes]
      const cost = costOf(all)
      // A rare change of another environment's secret is unlikely.
      if (secret.standing !== 'other' || cost <= maxCostOfOthers) changed.push({ secret, changes: all, bytes, cost })
    }
  }
  changed.sort((a, b) => a.cost - b.cost)
  for (const { secret, changes, bytes } of changed) add(keys.changed, { secret, changes }, bytes)
  for (const { changes, make } of [...unloadedVariants(scheme), ...placeholderVariants()])
    add(keys.missing, { secret: null, changes }, make())
  for (const { changes, make } of variableVariants()) add(keys.variables, { secret: null, changes }, make())
  for (const key of known.values()) key.origins.sort((a, b) => a.cost - b.cost)
  return keys
}

const maxLikeliest = 2
const maxCostOfOthers = 7

/** The key as the scheme makes it, or null where the secret cannot be decoded. */
function keyOf(secret: Uint8Array, scheme: DigestScheme): Buffer | null {
  return keyBytes(secret, scheme.key)
}

/** Decodes a text that should be refused: decoders of JavaScript and PHP skip or stop at characters that they cannot read. */
function lenientKey(text: Buffer, { decode, prefix }: KeyForm): Buffer | null {
  if (decode === 'utf8' || decode === 'sha1') return null
  const written = text.toString('latin1')
  const key = Buffer.from(written.startsWith(prefix) ? written.slice(prefix.length) : written, decode)
  return key.length === 0 ? null : key
}

/**
 * The key where something stands before the secret's prefix: it is not found there and decoded like the rest, while a
 * lenient decoder skips the quote, the space or the byte order mark that hides it. All of them give these bytes, so none
 * of them can be named alone.
 */
function hiddenPrefix(raw: Buffer, { decode, prefix }: KeyForm): { changes: readonly Change[]; bytes: Buffer } | null {
  if ((decode !== 'base64' && decode !== 'base64url') || prefix === '' || !raw.toString('latin1').startsWith(prefix))
    return null
  const changes: Change[] = [
    {
      cause: 'secret-prefix',
      cost: 3,
      how: ` with its prefix ${prefix} decoded, too, as when a quote, white space or a byte order mark stands before it`,
    },
  ]
  return { changes, bytes: Buffer.from(raw.toString('latin1'), decode) }
}

function* changesOf(
  secret: KnownSecret,
  scheme: DigestScheme,
): Generator<{ changes: readonly Change[]; bytes: Buffer }> {
  const raw = Buffer.from(secret.bytes)
  const asIs = keyOf(raw, scheme)
  const hidden = hiddenPrefix(raw, scheme.key)
  for (const { changes, make } of textVariants(raw)) {
    const text = make()
    const key = text === null || text.equals(raw) ? null : (keyOf(text, scheme) ?? lenientKey(text, scheme.key))
    if (text === null || key === null) continue
    if (hidden !== null && key.equals(hidden.bytes)) yield hidden
    else if (asIs === null || !key.equals(asIs)) yield { changes, bytes: key }
    if (changes[0]?.cost !== 3 || key.length > 4096) continue
    // A stray character at an end often comes with wrong decoding.
    yield* reinterpreted(text, scheme, changes, key)
  }
  yield* reinterpreted(raw, scheme, [], asIs)
}

function* reinterpreted(text: Buffer, scheme: DigestScheme, before: readonly Change[], key: Buffer | null) {
  for (const { changes, make } of reinterpretations(text, scheme.key)) {
    const bytes = make()
    if (bytes !== null && (key === null || !bytes.equals(key))) yield { changes: [...before, ...changes], bytes }
  }
}

/** @param verified where it is an old secret, the current one is the change */
function changeOfUse(secret: KnownSecret, verified: KnownSecret | null): Change[] {
  const isNewer = secret.standing === 'current' && verified !== null && verified.standing !== 'current'
  return isNewer ? [{ cause: 'secret-newer', cost: 1, how: null }] : standingChange(secret)
}
