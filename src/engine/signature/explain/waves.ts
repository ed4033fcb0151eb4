import type { BodyVariants } from './bodyVariants.ts'
import type { Variant } from './causes/change.ts'
import { type DigestMethod, otherMethods, ownMethod } from './digestMethods.ts'
import type { DigestScheme } from '../../../shared/signature/signatureScheme.ts'
import type { Key, Keys } from './keys.ts'
import type { Messages } from './text/messages.ts'
import { pairs } from './pairs.ts'
import type { Wave } from './search.ts'

/** Keys that go along with another change: the ones that are very common on their own. */
const commonKeyCost = 5

/**
 * The whole search in the order of how often things happen, so that a budget that is spent early still found what is
 * common. Large bodies never come to the last waves: their budget of bytes is spent before.
 */
export function* waves(scheme: DigestScheme, keys: Keys, bodies: BodyVariants, messages: Messages): Generator<Wave> {
  const own = [ownMethod(scheme)]
  const otherOnes = otherMethods(scheme).filter(({ use }) => use === 'plain' || keys.plain.length > 0)
  const all = (variants: Iterable<Variant>) => ownMessages(messages, variants)
  const unchanged = messages.own(bodies.asIs)
  const asIs = { messages: () => unchanged, least: 0 }
  const literals = (max?: number) => ({ messages: () => all(bodies.literals().slice(0, max)), least: 6 })
  // Its cheapest ones are likely, too, and were tried by then.
  const common = { messages: () => all(bodies.common()), least: 4 }
  const others = { messages: () => messages.others(), least: 4 }
  const frequent = keys.changed.filter((key) => cheapest(key) <= commonKeyCost)
  const [likeliest] = keys.plain

  yield { ...asIs, keys: keys.plain, methods: own }
  yield { ...literals(), keys: keys.plain, methods: own }
  yield { ...literals(3), keys: keys.missing, methods: own }
  // Before JSON is written again, which takes a large body's whole budget.
  yield { ...asIs, keys: frequent.filter((key) => isOf(key, likeliest)), methods: own }
  if (likeliest !== undefined) {
    yield { ...asIs, keys: [likeliest], methods: otherOnes.filter(isLikely) }
    yield { ...asIs, keys: keys.missing.slice(0, 6), methods: own }
    yield { messages: () => all(bodies.likely()), least: 3, keys: [likeliest], methods: own }
  }
  if (likeliest !== undefined) yield { ...common, keys: [likeliest], methods: own }
  yield { ...common, keys: keys.plain, methods: own }
  yield { ...asIs, keys: [...frequent, ...keys.missing], methods: own }
  yield { messages: () => all(bodies.single()), least: 4, keys: keys.likeliest, methods: own }
  yield { messages: () => all(bodies.profiles()), least: 8, keys: keys.likeliest, methods: own }
  yield { ...asIs, keys: keysFor(keys), methods: otherOnes }
  yield { ...others, keys: keys.plain, methods: own }
  yield { ...asIs, keys: keys.missing.slice(0, 4), methods: otherOnes.filter(isJoined) }
  yield { ...asIs, keys: [...keys.changed, ...keys.variables], methods: own }
  yield { messages: () => all(bodies.combined()), least: 8, keys: keys.likeliest.slice(0, 1), methods: own }
  yield { ...asIs, least: 6, keys: keys.mistyped, methods: own }
  yield { messages: () => messages.moments(), least: 4, keys: keys.likeliest, methods: own }
  yield* pairs({ keys, bodies, messages, own, others: otherOnes })
}

function* ownMessages(messages: Messages, variants: Iterable<Variant>): Generator<Variant> {
  for (const variant of variants) yield* messages.own(variant)
}

/** Whether it is what most often happens to the likeliest secret: white space, quotes, decoding. */
function isOf(key: Key, likeliest: Key | undefined): boolean {
  const [origin] = key.origins
  if (origin === undefined || origin.secret !== likeliest?.origins[0]?.secret || origin.cost >= commonKeyCost)
    return false
  return origin.cost < 4 || origin.changes.some(({ cause }) => cause === 'secret-decoded')
}

function cheapest(key: Key): number {
  return key.origins[0]?.cost ?? 0
}

/** A plain hash needs no key; it is tried even when no secret is known. */
const nobody: Key = { bytes: Buffer.alloc(0), origins: [{ secret: null, changes: [], cost: 0 }] }

function keysFor(keys: Keys): readonly Key[] {
  return keys.plain.length > 0 ? keys.plain : [nobody]
}

function isJoined({ use, glue }: DigestMethod): boolean {
  return use === 'key-then-message' && glue === undefined
}

/** Another well-known hash, or no HMAC at all. */
function isLikely({ use, hash }: DigestMethod): boolean {
  return (use === 'hmac' || use === 'plain') && ['sha256', 'sha1', 'sha512', 'md5', 'sha384'].includes(hash)
}
