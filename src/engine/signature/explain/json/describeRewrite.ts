import type { CauseId } from '../../../../shared/codes/signature/causes.ts'
import type { Change, JsonChanges, JsonWriter } from '../causes/change.ts'

/** Maximum number of families of writers that are named; more give no hint. */
const maxNamed = 3

/**
 * Describes a rewrite of JSON by the actual differences in the bytes. A profile lists all that its writer does, but a body
 * without slashes has none escaped; and several writers often give the same bytes.
 * @param writers every known writer that gives these bytes
 */
export function describeRewrite(changes: readonly Change[], writers: readonly JsonWriter[]): Change[] {
  return changes.map((change) => {
    if (change.writer === undefined) return change
    const { writer } = change
    const changed = writer.changed()
    // Not compared in time, so no difference is named.
    if (changed === null) return { ...change, cause: 'body-reserialised', how: rewriteWords(writers, []) }
    const cause = isTrue(change.cause, changed, writer) ? change.cause : causeOf(changed, writer)
    const differences = facts.flatMap(([fact, , words]) => (changed[fact] ? [words] : []))
    return {
      ...change,
      cause,
      how: rewriteWords(writers, [...differences, ...(changed.spacing ? [writer.layout] : [])]),
    }
  })
}

function isTrue(cause: CauseId, changed: JsonChanges, { isSpaced }: JsonWriter): boolean {
  if (cause === 'body-reserialised') return true
  if (cause === 'body-formatting') return changed.spacing
  if (cause === 'body-python-spacing') return changed.spacing && isSpaced
  return facts.some(([fact, itsCause]) => itsCause === cause && changed[fact])
}

/** Possible changes other than white space, the weightiest first. */
const facts: readonly [keyof JsonChanges, CauseId, words: string][] = [
  ['order', 'body-key-order', 'its keys in another order'],
  ['nulls', 'body-nulls-dropped', 'without the fields that are null'],
  ['duplicates', 'body-duplicate-keys', 'with only the last of equal keys'],
  ['numbers', 'body-number-rewritten', 'its numbers rewritten'],
  ['slashes', 'body-escaped-slashes', 'its slashes escaped differently'],
  ['html', 'body-html-escapes', 'ASCII characters such as < and & escaped differently'],
  ['unicode', 'body-escaped-unicode', 'characters beyond ASCII escaped differently'],
  ['emptyObjects', 'body-reserialised', '{} as []'],
  ['escapes', 'body-reserialised', 'control characters escaped differently'],
]

function causeOf(changed: JsonChanges, { isSpaced }: JsonWriter): CauseId {
  const [, cause] = facts.find(([fact]) => changed[fact]) ?? []
  if (cause !== undefined) return cause
  return isSpaced ? 'body-python-spacing' : 'body-formatting'
}

/** " as X or Y write it (its keys in another order)". */
function rewriteWords(writers: readonly JsonWriter[], details: readonly string[]): string {
  const names = namesOf(writers)
  const last = names.at(-1)
  const written =
    last === undefined
      ? ' serialised as JSON again'
      : names.length === 1
        ? ` as ${last} writes it`
        : ` as ${names.slice(0, -1).join(', ')} or ${last} write it`
  return details.length === 0 ? written : `${written} (${details.join(', ')})`
}

/** Returns one name for each family of writers, with the fewest options; none where there are too many. */
function namesOf(writers: readonly JsonWriter[]): string[] {
  const families = new Map<string, string>()
  for (const { name } of writers) {
    const family = /^[^\s'(]+/.exec(name)?.[0] ?? name
    const known = families.get(family)
    if (known === undefined || name.length < known.length) families.set(family, name)
  }
  const names = [...families.values()]
  return names.length > maxNamed ? [] : names
}
