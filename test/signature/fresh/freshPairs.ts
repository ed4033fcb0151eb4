import { buildInput } from '../explain/buildInput.ts'
import { families, type Family, rightSigning, signed, type Signing } from '../explain/mistakes/families.ts'
import { causesAt, type Mistake } from '../explain/mistakes/mistake.ts'
import { bodyMistakes } from '../explain/mistakes/bodyMistakes.ts'
import { digestMistakes } from '../explain/mistakes/digestMistakes.ts'
import { messageMistakes } from '../explain/mistakes/messageMistakes.ts'
import { secretMistakes } from '../explain/mistakes/secretMistakes.ts'
import { freshBodies } from './freshBodies.ts'
import { type FreshCase, numbers } from './freshCase.ts'
import { bodyOf, givenOf } from './freshHmac.ts'
import { freshDigests, freshMessages } from './freshMessages.ts'
import { freshSecrets } from './freshSecrets.ts'

/** A typo beside another mistake is a thing of chance: it is left to single mistakes. */
const secrets = [...secretMistakes, ...freshSecrets.filter(({ causes }) => !causes.includes('secret-typo'))]
const bodies = [...bodyMistakes, ...freshBodies].filter(({ on }) => on === 'plain' || on === 'pretty' || on === 'wide')
const messages = [...messageMistakes, ...freshMessages]
const digests = [...digestMistakes, ...freshDigests].filter(({ only }) => only !== 'wire')

const kinds: readonly (readonly [readonly Mistake[], readonly Mistake[]])[] = [
  [secrets, bodies],
  [secrets, bodies],
  [secrets, messages],
  [bodies, digests],
  [secrets, digests],
  [bodies, messages],
]

/** Two mistakes at once, of different parts of a signature. The same cases each time. */
export function freshPairs(count: number): FreshCase[] {
  const pick = numbers(17)
  const cases = new Map<string, FreshCase>()
  for (let at = 0; cases.size < count && at < count * 40; at++) {
    const sender = families[at % families.length] as Family
    const [firsts, seconds] = kinds[Math.floor(at / families.length) % kinds.length] as (typeof kinds)[number]
    const first = firsts[pick(firsts.length)] as Mistake
    const second = seconds[pick(seconds.length)] as Mistake
    const made = pairOf(sender, first, second, pick(2) === 0 ? 'wire' : 'receiver')
    if (made !== null) cases.set(made.name, made)
  }
  return [...cases.values()]
}

function pairOf(sender: Family, first: Mistake, second: Mistake, direction: 'wire' | 'receiver'): FreshCase | null {
  const other = direction === 'wire' ? 'receiver' : 'wire'
  if (first.only === other || second.only === other) return null
  const body = bodyOf(sender, first.on === undefined ? second : first)
  if (first.on !== undefined && second.on !== undefined && first.on !== second.on) return null
  const right = rightSigning(sender, body)
  const once = changed(first, right, sender)
  const alone = changed(second, right, sender)
  const twice = once === null ? null : changed(second, { ...right, ...once }, sender)
  if (once === null || alone === null || twice === null) return null
  const both: Signing = { ...right, ...once, ...twice }
  const text = signed(sender, both)
  // A second mistake that undoes or hides the first one leaves a single one.
  const others = [right, { ...right, ...once }, { ...right, ...alone }].map((signing) => signed(sender, signing))
  if (others.includes(text)) return null
  return {
    name: `${sender.id}, ${direction}: ${first.name} and ${second.name}`,
    group: 'pair',
    truth: [causesAt(first, { ...right, ...once }, sender), namesOf(second)],
    make: () =>
      direction === 'wire'
        ? buildInput({ ...givenOf(sender, body), header: both.header(text) })
        : buildInput({ ...givenOf(sender, body), header: right.header(signed(sender, right)), digest: text }),
  }
}

/** A digest that is only written otherwise has a name for how; a line feed between two parts may be either one's. */
function namesOf({ causes, spelling }: Mistake): readonly string[] {
  if (spelling === true)
    return [...causes, 'digest-prefix', 'digest-quoted', 'digest-whitespace', 'digest-wrapped', 'digest-separated']
  if (causes.includes('message-template')) return [...causes, 'body-whitespace', 'body-final-newline']
  return causes.includes('digest-encoding') ? [...causes, 'digest-wrapped'] : causes
}

/** Null where the second mistake cannot be made any more, such as parsing what is no JSON now. */
function changed(mistake: Mistake, before: Signing, sender: Family): Partial<Signing> | null {
  try {
    return mistake.change(before, sender)
  } catch {
    return null
  }
}
