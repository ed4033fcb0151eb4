import { hashedTexts } from './bodies/writtenTexts.ts'
import type { BodyVariants } from './bodyVariants.ts'
import type { Variant } from './causes/change.ts'
import type { DigestMethod } from './digestMethods.ts'
import type { Key, Keys } from './keys.ts'
import type { Messages } from './text/messages.ts'
import type { Wave } from './search.ts'

interface PairParts {
  keys: Keys
  bodies: BodyVariants
  messages: Messages
  own: readonly DigestMethod[]
  others: readonly DigestMethod[]
}

/** Maximum cost of a common change of a secret. */
const commonCost = 5

/**
 * Waves for two mistakes at once: changes of keys, bodies, messages and methods, combined in pairs, the most common first.
 * Five secrets take about 300,000 digests, which only a small body has the budget for.
 */
export function* pairs({ keys, bodies, messages, own, others }: PairParts): Generator<Wave> {
  const { plain, likeliest, changed } = keys
  const [frequent, rest] = [
    changed.filter((key) => costOf(key) <= commonCost),
    changed.filter((key) => costOf(key) > commonCost),
  ]
  const all = bodies.all()
  const ownMessages = (list: readonly Variant[]) => () => list.flatMap((body) => messages.own(body))
  const asIs = { messages: () => messages.own(bodies.asIs), minCost: 0 }
  const inOthers = { messages: () => messages.others(), minCost: 4 }
  const bodiesOf = (list: readonly Variant[]) => ({ messages: ownMessages(list), minCost: 3 })

  yield { ...bodiesOf(bodies.common()), keys: [...frequent, ...keys.missing], methods: own }
  yield { ...asIs, keys: [...frequent, ...keys.missing], methods: others }
  yield { ...inOthers, keys: [...frequent, ...keys.missing], methods: own }
  yield { ...bodiesOf(all), keys: [...plain, ...frequent], methods: own }
  yield { ...bodiesOf(all), keys: likeliest, methods: others.filter(isSimple) }
  yield { ...inOthers, keys: likeliest, methods: others.filter(isSimple) }
  yield {
    ...bodiesOf(all.filter((body) => !isRarePart(body))),
    keys: [...keys.missing, ...keys.variables, ...rest],
    methods: own,
  }
  yield { ...inOthers, keys: [...keys.missing, ...keys.variables, ...rest], methods: own }
  yield { ...asIs, keys: rest, methods: others.filter(isSimple) }
  yield { ...asIs, keys: keys.variables, methods: others.filter(isSimple) }
  yield { messages: () => hashedBodies(messages, all), minCost: 10, keys: likeliest, methods: own }
  yield { messages: () => inOtherMessages(messages, all), minCost: 7, keys: likeliest.slice(0, 1), methods: own }
}

/** A hash of another body: some guides sign a hash. */
function* hashedBodies(messages: Messages, bodies: readonly Variant[]): Generator<Variant> {
  for (const variant of bodies.flatMap((body) => messages.own(body))) {
    const bytes = variant.make()
    for (const hashed of bytes === null ? [] : hashedTexts(bytes).slice(0, 3))
      yield { changes: [...variant.changes, ...hashed.changes], make: hashed.make }
  }
}

function* inOtherMessages(messages: Messages, bodies: readonly Variant[]): Generator<Variant> {
  for (const body of bodies) if (!isReplaced(body)) yield* messages.others(body)
}

/** Whether it is a nested field, or two fields alone; there are too many to combine them with other changes. */
function isRarePart({ changes }: Variant): boolean {
  return changes.some(({ cause, cost }) => cause === 'body-part' && cost >= 10)
}

/** Texts in place of the body and compressed forms rarely come with another message. */
function isReplaced(body: Variant): boolean {
  return isRarePart(body) || body.changes.some(({ cause }) => cause === 'body-consumed' || cause === 'body-compressed')
}

function costOf(key: Key): number {
  return key.origins[0]?.cost ?? 0
}

/** Whether a method is frequent enough to be combined with another change. */
function isSimple({ separator, use }: DigestMethod): boolean {
  return separator === undefined && use !== 'key-message-key'
}
