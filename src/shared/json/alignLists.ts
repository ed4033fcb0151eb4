import { diffArrays } from 'diff'

/** One step through two lists: places in each, counted from 0. */
export type Alignment =
  /** The same element on both sides, equal or known by the same id. */
  | { kind: 'same'; before: number; after: number }
  /** The same element, which is now on the other side of elements that stayed. */
  | { kind: 'moved'; before: number; after: number }
  /** Different elements in the same place between two that stayed. */
  | { kind: 'changed'; before: number; after: number }
  | { kind: 'gone'; before: number }
  | { kind: 'added'; after: number }

export interface AlignedLists {
  steps: Alignment[]
  /** Elements of kind `same` are equal all through; otherwise they only have the same id. */
  equal: boolean
}

/** With more elements taken away and added, the lists are compared place by place: they have little in common. */
const maxEdits = 500

/** Members by which objects in a list are known, the first that all of them have. */
const idMembers = ['id', 'uuid', 'guid', '_id', 'key', 'code', 'name']

/**
 * Pairs the elements of two lists, so that one inserted or moved element is one change. Elements are known by an id that
 * all of them have and no two share, or else by their text. Null where the lists have too little in common. Pure.
 * @param textOf an element as text; null when no more text may be made, which gives the alignment up
 */
export function alignLists(
  before: readonly unknown[],
  after: readonly unknown[],
  textOf: (value: unknown) => string | null,
): AlignedLists | null {
  const ids = idsOf(before, after)
  const keys = ids ?? textsOf(before, after, textOf)
  if (keys === null) return null
  const changes = diffArrays(keys.before, keys.after, { maxEditLength: maxEdits })
  if (changes === undefined) return null
  const steps: Alignment[] = []
  let from = 0
  let to = 0
  let gone: number[] = []
  let added: number[] = []
  const close = () => {
    // The remaining elements of both sides between two that stayed are one place with another value.
    const paired = ids === null ? Math.min(gone.length, added.length) : 0
    for (const [index, place] of added.entries()) {
      const old = gone[index]
      if (index < paired && old !== undefined) steps.push({ kind: 'changed', before: old, after: place })
      else steps.push({ kind: 'added', after: place })
    }
    for (const place of gone.slice(paired)) steps.push({ kind: 'gone', before: place })
    gone = []
    added = []
  }
  const moves = movesIn(changes)
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    if (!isAdded && !isRemoved) close()
    for (const key of value) {
      const moved = moves.get(key)
      if (!isAdded && !isRemoved) steps.push({ kind: 'same', before: from, after: to })
      else if (isAdded && moved !== undefined) steps.push({ kind: 'moved', before: moved, after: to })
      else if (isAdded) added.push(to)
      else if (moved === undefined) gone.push(from)
      if (!isAdded) from += 1
      if (!isRemoved) to += 1
    }
  }
  close()
  return { steps, equal: ids === null }
}

interface Keys {
  before: string[]
  after: string[]
}

/** Elements that were removed in one place and added in another, once each: key to its place before. */
function movesIn(changes: readonly { value: string[]; added: boolean; removed: boolean }[]): Map<string, number> {
  const goneAt = new Map<string, number[]>()
  const added = new Map<string, number>()
  let from = 0
  for (const change of changes) {
    for (const [index, key] of change.value.entries()) {
      if (change.removed) goneAt.set(key, [...(goneAt.get(key) ?? []), from + index])
      if (change.added) added.set(key, (added.get(key) ?? 0) + 1)
    }
    if (!change.added) from += change.value.length
  }
  const moves = new Map<string, number>()
  for (const [key, [place, another]] of goneAt) {
    if (place !== undefined && another === undefined && added.get(key) === 1) moves.set(key, place)
  }
  return moves
}

/** The elements' ids, where all elements of both lists are objects with one that no other of its list has. */
function idsOf(before: readonly unknown[], after: readonly unknown[]): Keys | null {
  for (const member of idMembers) {
    const keys = { before: idsBy(member, before), after: idsBy(member, after) }
    if (keys.before !== null && keys.after !== null) return { before: keys.before, after: keys.after }
  }
  return null
}

function idsBy(member: string, list: readonly unknown[]): string[] | null {
  const seen = new Set<string>()
  for (const element of list) {
    if (typeof element !== 'object' || element === null || !Object.hasOwn(element, member)) return null
    const id = (element as Record<string, unknown>)[member]
    if (typeof id !== 'string' && typeof id !== 'number') return null
    const key = `${typeof id} ${id}`
    if (seen.has(key)) return null
    seen.add(key)
  }
  return [...seen]
}

function textsOf(
  before: readonly unknown[],
  after: readonly unknown[],
  textOf: (value: unknown) => string | null,
): Keys | null {
  const keys: Keys = { before: [], after: [] }
  for (const [list, texts] of [
    [before, keys.before],
    [after, keys.after],
  ] as const) {
    for (const element of list) {
      const text = textOf(element)
      if (text === null) return null
      texts.push(text)
    }
  }
  return keys
}
