import type { BodyVariants } from './bodyVariants.ts'
import type { Variant } from './causes/change.ts'
import { type DigestMethod, otherMethods, ownMethod } from './digestMethods.ts'
import type { DigestScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Key, Keys } from './keys.ts'
import type { Messages } from './text/messages.ts'
import { pairs } from './pairs.ts'
import type { Wave } from './search.ts'

/** Changed keys up to this cost are common enough to be combined with another change. */
const commonKeyCost = 5

/**
 * The search as waves, the most frequent mistakes first, so that a small budget still finds them. A large body spends its
 * budget of bytes before the last waves.
 */
export function* waves(scheme: DigestScheme, keys: Keys, bodies: BodyVariants, messages: Messages): Generator<Wave> {
  const own = [ownMethod(scheme)]
  const wrongMethods = otherMethods(scheme).filter(({ use }) => use === 'plain' || keys.plain.length > 0)
  const all = (variants: Iterable<Variant>) => ownMessages(messages, variants)
  const unchanged = messages.own(bodies.asIs)
  const asIs = { messages: () => unchanged, minCost: 0 }
  const literals = (max?: number) => ({ messages: () => all(bodies.literals().slice(0, max)), minCost: 6 })
  // The cheapest of these were tried with the likely ones.
  const common = { messages: () => all(bodies.common()), minCost: 4 }
  const others = { messages: () => messages.others(), minCost: 4 }
  const frequent = keys.changed.filter((key) => cheapest(key) <= commonKeyCost)
  const [likeliest] = keys.plain

  yield { ...asIs, keys: keys.plain, methods: own }
  yield { ...literals(), keys: keys.plain, methods: own }
  yield { ...literals(3), keys: keys.missing, methods: own }
  // Before JSON is rewritten, which takes the whole budget of a large body.
  yield { ...asIs, keys: frequent.filter((key) => isCommonSlip(key, likeliest)), methods: own }
  if (likeliest !== undefined) {
    yield { ...asIs, keys: [likeliest], methods: wrongMethods.filter(isLikely) }
    yield { ...asIs, keys: keys.missing.slice(0, 6), methods: own }
    yield { messages: () => all(bodies.likely()), minCost: 3, keys: [likeliest], methods: own }
  }
  if (likeliest !== undefined) yield { ...common, keys: [likeliest], methods: own }
  yield { ...common, keys: keys.plain, methods: own }
  yield { ...asIs, keys: [...frequent, ...keys.missing], methods: own }
  yield { messages: () => all(bodies.single()), minCost: 4, keys: keys.likeliest, methods: own }
  yield { messages: () => all(bodies.profiles()), minCost: 8, keys: keys.likeliest, methods: own }
  yield { ...asIs, keys: keysFor(keys), methods: wrongMethods }
  yield { ...others, keys: keys.plain, methods: own }
  yield { ...asIs, keys: keys.missing.slice(0, 4), methods: wrongMethods.filter(isJoined) }
  yield { ...asIs, keys: [...keys.changed, ...keys.variables], methods: own }
  yield { messages: () => all(bodies.combined()), minCost: 8, keys: keys.likeliest.slice(0, 1), methods: own }
  yield { ...asIs, minCost: 6, keys: keys.mistyped, methods: own }
  yield { messages: () => messages.moments(), minCost: 4, keys: keys.likeliest, methods: own }
  yield* pairs({ keys, bodies, messages, own, others: wrongMethods })
}

function* ownMessages(messages: Messages, variants: Iterable<Variant>): Generator<Variant> {
  for (const variant of variants) yield* messages.own(variant)
}

/** Whether a key is the likeliest secret after a frequent mistake: white space, quotes, decoding. */
function isCommonSlip(key: Key, likeliest: Key | undefined): boolean {
  const [origin] = key.origins
  if (origin === undefined || origin.secret !== likeliest?.origins[0]?.secret || origin.cost >= commonKeyCost)
    return false
  return origin.cost < 4 || origin.changes.some(({ cause }) => cause === 'secret-decoded')
}

function cheapest(key: Key): number {
  return key.origins[0]?.cost ?? 0
}

/** The key of plain hashes, which are tried even without a secret. */
const noKey: Key = { bytes: Buffer.alloc(0), origins: [{ secret: null, changes: [], cost: 0 }] }

function keysFor(keys: Keys): readonly Key[] {
  return keys.plain.length > 0 ? keys.plain : [noKey]
}

function isJoined({ use, separator }: DigestMethod): boolean {
  return use === 'key-then-message' && separator === undefined
}

/** A frequent mistake of method: another well-known hash, or a plain hash. */
function isLikely({ use, hash }: DigestMethod): boolean {
  return (use === 'hmac' || use === 'plain') && ['sha256', 'sha1', 'sha512', 'md5', 'sha384'].includes(hash)
}
