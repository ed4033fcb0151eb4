import type { ObjectPage, ObjectSummary } from '../../../shared/wireTypes.ts'

export type ListedObjects = Pick<ObjectPage, 'items' | 'next'>

/** What tells objects of one environment apart: types compare without case, ids exactly. */
export function objectKey({ resourceType, resourceId }: Pick<ObjectSummary, 'resourceType' | 'resourceId'>): string {
  return `${resourceType.toLowerCase()}\n${resourceId}`
}

/**
 * A first page that was read again, with what had been loaded below it. Objects move up when something is heard of them, so
 * what the new page has goes from the rest. When the two have nothing in common, the gap between them is not known, and
 * the new page stands alone. Pure.
 */
export function mergePages(known: ListedObjects, first: ListedObjects): ListedObjects {
  if (first.next === null) return first
  const fresh = new Set(first.items.map(objectKey))
  const rest = known.items.filter((item) => !fresh.has(objectKey(item)))
  if (rest.length === known.items.length || rest.length === 0) return first
  return { items: [...first.items, ...rest], next: known.next }
}

/** An older page put below. Pure. */
export function addPage(known: ListedObjects, older: ListedObjects): ListedObjects {
  const listed = new Set(known.items.map(objectKey))
  return { items: [...known.items, ...older.items.filter((item) => !listed.has(objectKey(item)))], next: older.next }
}
