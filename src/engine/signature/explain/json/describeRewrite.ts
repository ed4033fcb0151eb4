import type { CauseId } from '../../../../shared/codes/causes.ts'
import type { Change, JsonChanges, JsonWriter } from '../causes/change.ts'

/** More families of writers than these give nobody a hint, so none is named. */
const mostNamed = 3

/**
 * Describes what a writer of JSON did by what is different in the bytes. A profile claims all that its writer does, but a
 * body without slashes has none escaped; and several writers often give the same bytes.
 * @param writers every known writer that gives these bytes
 */
export function describeRewrite(changes: readonly Change[], writers: readonly JsonWriter[]): Change[] {
  return changes.map((change) => {
    if (change.writer === undefined) return change
    const { layout } = change.writer
    const changed = change.writer.changed()
    const names = namesOf(writers)
    const story = names === null ? ' serialised as JSON again' : ` as ${names} it`
    // When time was up before it could be compared, only the least is said.
    if (changed === null) return { ...change, cause: 'body-reserialised', words: story }
    const cause = isTrue(change.cause, changed, layout) ? change.cause : causeOf(changed, layout)
    const details = described(changed, layout)
    return { ...change, cause, words: details === '' ? story : `${story} (${details})` }
  })
}

function isTrue(cause: CauseId, changed: JsonChanges, layout: string): boolean {
  if (cause === 'body-reserialised') return true
  if (cause === 'body-formatting') return changed.spacing
  if (cause === 'body-python-spacing') return changed.spacing && layout === spaced
  return facts.some(([fact, itsCause]) => itsCause === cause && changed[fact])
}

/** The layout of Python's json.dumps. */
const spaced = 'with a space after each comma and colon'

/** What can change beside the white space, the weightiest first. */
const facts: readonly [keyof JsonChanges, CauseId, string][] = [
  ['order', 'body-key-order', 'its keys in another order'],
  ['nulls', 'body-nulls-dropped', 'without the fields that are null'],
  ['duplicates', 'body-duplicate-keys', 'with only the last of equal keys'],
  ['numbers', 'body-number-rewritten', 'its numbers rewritten'],
  ['slashes', 'body-escaped-slashes', 'its slashes escaped otherwise'],
  ['html', 'body-html-escapes', 'ASCII characters such as < and & escaped otherwise'],
  ['unicode', 'body-escaped-unicode', 'characters beyond ASCII escaped otherwise'],
  ['emptyObjects', 'body-reserialised', '{} as []'],
  ['escapes', 'body-reserialised', 'control characters escaped otherwise'],
]

function causeOf(changed: JsonChanges, layout: string): CauseId {
  const [, cause] = facts.find(([fact]) => changed[fact]) ?? []
  if (cause !== undefined) return cause
  return layout === spaced ? 'body-python-spacing' : 'body-formatting'
}

function described(changed: JsonChanges, layout: string): string {
  const parts = facts.filter(([fact]) => changed[fact]).map(([, , words]) => words)
  return [...parts, ...(changed.spacing ? [layout] : [])].join(', ')
}

/** Such as "X writes" or "X or Y write": of each family the writer with the fewest options. Null for too many. */
function namesOf(writers: readonly JsonWriter[]): string | null {
  const families = new Map<string, string>()
  for (const { name } of writers) {
    const family = /^[^\s'(]+/.exec(name)?.[0] ?? name
    const known = families.get(family)
    if (known === undefined || name.length < known.length) families.set(family, name)
  }
  const names = [...families.values()]
  const last = names.pop()
  if (last === undefined || names.length >= mostNamed) return null
  return names.length === 0 ? `${last} writes` : `${names.join(', ')} or ${last} write`
}
