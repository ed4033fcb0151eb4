import type { Fields, Json } from '../state/state.ts'
import type { ObjectKind } from '../kinds/objectKind.ts'

/** Fields that the service sets. A client may send them back as it read them; they are left as they are. */
const ownFields = new Set(['id', 'organizationId', 'createdAtUtc', 'updatedAtUtc'])
const deepest = 8
const longest = 16_384
const decimal = /^-?\d{1,30}(\.\d{1,18})?$/

export type CheckedFields = { ok: true; fields: Fields } | { ok: false; errors: Record<string, string[]> }

/** All states that objects of a kind can be in. */
export function statesOf(kind: ObjectKind): string[] {
  const moves = Object.entries(kind.moves)
  const states = moves.flatMap(([state, { usual, rare }]) => [state, usual, ...(rare === undefined ? [] : [rare])])
  return [...new Set(states)]
}

/** Whether a parsed JSON value is at most `levels` deep. It stops there, so that hostile depth cannot exhaust the stack. */
function isShallow(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return true
  }
  return levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1))
}

function shapeOf(value: Json): string {
  if (value === null) {
    return 'null'
  }
  return Array.isArray(value) ? 'array' : typeof value
}

function problemOf(name: string, value: Json, present: Json, kind: ObjectKind): string | null {
  if (!isShallow(value, deepest) || JSON.stringify(value).length > longest) {
    return `The value is nested deeper than ${deepest} levels or longer than ${longest} characters.`
  }
  if (name === 'status' && !statesOf(kind).some((state) => state === value)) {
    return `Use one of: ${statesOf(kind).join(', ')}.`
  }
  // A field that is null now is a text that is not known yet; such a field may become null again.
  const expected = present === null ? 'string' : shapeOf(present)
  const nullable = present === null
  if (shapeOf(value) !== expected && !(nullable && value === null)) {
    return `Expected ${expected}${nullable ? ' or null' : ''}, got ${shapeOf(value)}.`
  }
  if (/amount|balance|price/i.test(name) && typeof value === 'string' && !decimal.test(value)) {
    return 'Expected a decimal number as text, such as "1250.00".'
  }
  return null
}

/**
 * The fields of a request's body that may be merged into an object: known fields of the right shape. Unknown fields beside known
 * ones are ignored; a body of nothing but unknown fields is an error, because then nothing of it would happen.
 */
export function checkFields(given: Fields, present: Fields, kind: ObjectKind): CheckedFields {
  const fields: Fields = {}
  const errors: Record<string, string[]> = {}
  const names = Object.keys(given)
  const known = names.filter((name) => Object.hasOwn(present, name))
  for (const name of known.filter((name) => !ownFields.has(name))) {
    const value = given[name] ?? null
    const problem = problemOf(name, value, present[name] ?? null, kind)
    if (problem === null) {
      fields[name] = value
    } else {
      errors[name] = [problem]
    }
  }
  if (names.length > 0 && known.length === 0) {
    const possible = Object.keys(present).filter((name) => !ownFields.has(name))
    errors['$'] = [`None of the fields is known. Known are: ${possible.join(', ')}.`]
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, fields }
}
