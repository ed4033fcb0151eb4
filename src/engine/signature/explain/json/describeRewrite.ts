import type { CauseId } from '../../../../shared/codes/causes.ts'
import type { JsonLayout, JsonRewrite } from '../../../../shared/codes/changes.ts'
import { type Change, changed as changedHow, type JsonChanges, type JsonWriter } from '../causes/change.ts'

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
    const howOf = (differences: readonly JsonRewrite[], shown: JsonLayout | null) =>
      changedHow('json-written-again', { writers: namesOf(writers), changed: [...differences], layout: shown })
    // When time was up before it could be compared, only the least is said.
    if (changed === null) return { ...change, cause: 'body-reserialised', how: howOf([], null) }
    const cause = isTrue(change.cause, changed, layout) ? change.cause : causeOf(changed, layout)
    const differences = facts.flatMap(([fact, , name]) => (changed[fact] ? [name] : []))
    return { ...change, cause, how: howOf(differences, changed.spacing ? layout : null) }
  })
}

function isTrue(cause: CauseId, changed: JsonChanges, layout: JsonLayout): boolean {
  if (cause === 'body-reserialised') return true
  if (cause === 'body-formatting') return changed.spacing
  if (cause === 'body-python-spacing') return changed.spacing && layout === spaced
  return facts.some(([fact, itsCause]) => itsCause === cause && changed[fact])
}

/** The layout of Python's json.dumps. */
const spaced: JsonLayout = 'spaced'

/** What can change beside the white space, the weightiest first. */
const facts: readonly [keyof JsonChanges, CauseId, JsonRewrite][] = [
  ['order', 'body-key-order', 'order'],
  ['nulls', 'body-nulls-dropped', 'nulls'],
  ['duplicates', 'body-duplicate-keys', 'duplicates'],
  ['numbers', 'body-number-rewritten', 'numbers'],
  ['slashes', 'body-escaped-slashes', 'slashes'],
  ['html', 'body-html-escapes', 'html'],
  ['unicode', 'body-escaped-unicode', 'unicode'],
  ['emptyObjects', 'body-reserialised', 'empty-objects'],
  ['escapes', 'body-reserialised', 'escapes'],
]

function causeOf(changed: JsonChanges, layout: JsonLayout): CauseId {
  const [, cause] = facts.find(([fact]) => changed[fact]) ?? []
  if (cause !== undefined) return cause
  return layout === spaced ? 'body-python-spacing' : 'body-formatting'
}

/** Of each family of writers the name of the one with the fewest options; none where there are too many. */
function namesOf(writers: readonly JsonWriter[]): string[] {
  const families = new Map<string, string>()
  for (const { name } of writers) {
    const family = /^[^\s'(]+/.exec(name)?.[0] ?? name
    const known = families.get(family)
    if (known === undefined || name.length < known.length) families.set(family, name)
  }
  const names = [...families.values()]
  return names.length > mostNamed ? [] : names
}
