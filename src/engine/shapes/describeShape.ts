import { isClosed, type JsonKind, type Shape, type ShapeNode } from './learnShape.ts'
import type { TextFormat } from './textFormats.ts'

/** One place of a shape, as a row of a table. */
export interface ShapeField {
  /** Member names from the root; `*` is any member of a map, `[]` any element. Empty for the root. */
  path: string[]
  /** The most frequent first. */
  types: (JsonKind | 'integer')[]
  /** Number of values, and of the objects that could have had it. */
  count: number
  of: number
  examples: string[]
  /** The few values that it has, or null. */
  values: string[] | null
  format: TextFormat | null
  min: number | null
  max: number | null
  lengths: { min: number; max: number } | null
}

/** The places of a shape in the order in which they came, each after its parent. Pure. */
export function describeShape({ root }: Shape): ShapeField[] {
  const rows: ShapeField[] = []
  const walk = (node: ShapeNode, path: string[], of: number): void => {
    rows.push(rowOf(node, path, of))
    const objects = node.kinds.get('object') ?? 0
    for (const [name, member] of node.members ?? []) walk(member, [...path, name], objects)
    if (node.map !== null) walk(node.map, [...path, '*'], node.map.count)
    if (node.elements !== null) walk(node.elements, [...path, '[]'], node.elements.count)
  }
  walk(root, [], root.count)
  return rows
}

function rowOf(node: ShapeNode, path: string[], of: number): ShapeField {
  const kinds = [...node.kinds].toSorted(([, a], [, b]) => b - a).map(([kind]) => kind)
  return {
    path,
    types: kinds.map((kind) => (kind === 'number' && node.whole ? 'integer' : kind)),
    count: node.count,
    of,
    examples: node.examples,
    values: isClosed(node) ? node.distinct : null,
    format: node.formats?.values().next().value ?? null,
    min: node.min,
    max: node.max,
    lengths: node.lengths,
  }
}
