import { kindOf, type ShapeChange, textOf } from './learnShape.ts'

/** Values looked at for one change at most: long arrays tell nothing new. */
const maxValues = 2000

/** The values at a path of a shape: `*` is any member of an object, `[]` any element. Pure. */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  let values: unknown[] = [value]
  for (const name of path) values = values.flatMap((each) => membersOf(each, name)).slice(0, maxValues)
  return values
}

function membersOf(value: unknown, name: string): unknown[] {
  const kind = kindOf(value)
  if (kind === 'array') return name === '[]' ? (value as unknown[]) : []
  if (kind !== 'object') return []
  const members = value as Record<string, unknown>
  if (name === '*') return Object.values(members)
  return Object.hasOwn(members, name) ? [members[name]] : []
}

/** Whether a body departs in the way that a change names. Pure. */
export function showsChange({ kind, path, detail }: ShapeChange, value: unknown): boolean {
  switch (kind) {
    case 'new-field':
      return valuesAt(value, path).length > 0
    case 'missing-field': {
      const name = path.at(-1) ?? ''
      return valuesAt(value, path.slice(0, -1)).some(
        (parent) => kindOf(parent) === 'object' && !Object.hasOwn(parent as object, name),
      )
    }
    case 'null-value':
      return valuesAt(value, path).some((each) => kindOf(each) === 'null')
    case 'other-type':
      return valuesAt(value, path).some((each) => kindOf(each) === detail)
    case 'new-value':
      return valuesAt(value, path).some((each) => typeof each === 'string' && textOf(each) === detail)
  }
}
