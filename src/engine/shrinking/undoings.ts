import { allEdits, type Candidate, type Edits, headerEdit, nodeEdit } from './candidate.ts'
import {
  isContainer,
  isLeaf,
  type JsonNode,
  type PlacedNode,
  placedNodes,
  scalar,
  type ScalarNode,
  textNode,
  textOf,
  writeNode,
} from './jsonNode.ts'

/** One part of a request, and the ways to make it ordinary: if the request passes then, the part has to do with the fault. */
export interface Undoing {
  /** Id of the node or header. */
  id: number
  variants: readonly Edits[]
}

/** Undoings that are tried together: first those that keep the shape of the request. */
export interface UndoingSet {
  undoings: readonly Undoing[]
  /** Index of the variant of each; the last one where it has fewer. */
  variant: number
}

/**
 * The sets to try in this order, until the request passes with one: values of examples first, because they have the shape that
 * a handler expects. Pure.
 * @param examples bodies of other deliveries of the same kind
 */
export function undoingSets({ headers, body, format }: Candidate, examples: readonly JsonNode[]): UndoingSet[] {
  const nodes = placedNodes(body)
  const leaves = nodes.filter(({ node, parent }) => isLeaf(node) && parent !== null).toSorted(byMeaning)
  const odd = leaves.filter(({ node }) => isOdd(node))
  const undoing = ({ node }: PlacedNode): Undoing => ({ id: node.id, variants: plainVariants(node, format) })
  const ofOdd = odd.map(undoing)
  const ofAll = leaves.map(undoing)
  const dropped = headers.map(({ id }): Undoing => ({ id, variants: [headerEdit(id, null)] }))
  const lowered = headers
    .filter(({ name }) => name !== name.toLowerCase())
    .map((header): Undoing => ({ id: header.id, variants: [loweredHeader(header)] }))
  const removed = nodes
    .filter(({ depth }) => depth === 1)
    .toSorted(byMeaning)
    .map(({ node: { id } }): Undoing => ({ id, variants: [nodeEdit(id, null)] }))
  const sets: UndoingSet[] = [
    ...examples.map((example) => ({ undoings: likeExample(odd, example), variant: 0 })),
    ...[0, 1, 2, 3].map((variant) => ({ undoings: ofOdd, variant })),
    { undoings: lowered, variant: 0 },
    { undoings: dropped, variant: 0 },
    ...examples.map((example) => ({ undoings: likeExample(leaves, example), variant: 0 })),
    ...[0, 1].map((variant) => ({ undoings: ofAll, variant })),
    { undoings: removed, variant: 0 },
  ]
  return sets.filter(({ undoings }) => undoings.length > 0)
}

/** Puts the values of an example into the places where it has other ones. */
function likeExample(leaves: readonly PlacedNode[], example: JsonNode): Undoing[] {
  const values = new Map(placedNodes(example).map(({ node, place }) => [place, node]))
  return leaves.flatMap(({ node, place }): Undoing[] => {
    const value = values.get(place)
    if (value === undefined || writeNode(value) === writeNode(node)) return []
    return [{ id: node.id, variants: [nodeEdit(node.id, foreign(value, node.id))] }]
  })
}

/** A value from elsewhere at a place of the request: no id of its parts is one of the request. */
function foreign(node: JsonNode, id = -1): JsonNode {
  if (node.kind === 'object')
    return { ...node, id, members: node.members.map((member) => ({ ...member, value: foreign(member.value) })) }
  return node.kind === 'array' ? { ...node, id, items: node.items.map((item) => foreign(item)) } : { ...node, id }
}

/** The edits of some undoings of a set. */
export function editsOf(undoings: readonly Undoing[], variant: number): Edits {
  return allEdits(undoings.flatMap(({ variants }) => variants[Math.min(variant, variants.length - 1)] ?? []))
}

export function loweredHeader({ id, name, value }: Candidate['headers'][number]): Edits {
  return headerEdit(id, { id, name: name.toLowerCase(), value })
}

/** Names that say what a message is about. Changing one often makes a handler ignore the message, which shows little. */
const says = new Set(['type', 'event', 'events', 'topic', 'action', 'kind', 'object', 'id', 'version'])

/** Parts whose change shows little come first: they are the first ones that a search leaves out. */
function byMeaning(a: PlacedNode, b: PlacedNode): number {
  const rank = ({ place, depth }: PlacedNode) => (says.has(place.split('.').at(-1) ?? '') ? 0 : 1) * 1000 + depth
  return rank(a) - rank(b)
}

const ordinaryText = /^[ -~]{1,60}$/

/** Whether handlers often fail for such a value. */
function isOdd(node: JsonNode): boolean {
  switch (node.kind) {
    case 'null':
    case 'object':
    case 'array':
      return true
    case 'text': {
      const text = textOf(node)
      return !ordinaryText.test(text) || text.trim() !== text
    }
    case 'number':
      return !/^[1-9]\d{0,8}$/.test(node.json)
    case 'true':
    case 'false':
      return false
  }
}

/** Ordinary values in place of one without further nodes in it; removing it is the last. Pure. */
export function plainVariants(node: JsonNode, format: Candidate['format']): Edits[] {
  const { id } = node
  const values = isContainer(node) ? plainContainers(node, id) : plainScalars(node)
  const fitting = format === 'form' ? values.filter(({ kind }) => kind === 'text') : values
  return [...fitting.map((value) => nodeEdit(id, value)), nodeEdit(id, null)]
}

function plainContainers(node: JsonNode, id: number): JsonNode[] {
  if (node.kind !== 'array') return []
  const items: JsonNode[] = [{ id: -1, kind: 'object', members: [] }, textNode(-1, 'a'), scalar(-1, '1')]
  return items.map((item): JsonNode => ({ id, kind: 'array', items: [item] }))
}

function plainScalars(node: ScalarNode): JsonNode[] {
  const { id, kind, json } = node
  switch (kind) {
    case 'null':
      return [textNode(id, 'a'), { id, kind: 'object', members: [] }, scalar(id, '1')]
    case 'true':
      return [scalar(id, 'false')]
    case 'false':
      return [scalar(id, 'true')]
    case 'number':
      return ['1', '0', '100'].filter((plain) => plain !== json).map((plain) => scalar(id, plain))
    case 'text': {
      const plain = Array.from(textOf(node))
        .filter((point) => /[ -~]/.test(point))
        .join('')
        .trim()
      const texts = plain === '' || plain === textOf(node) ? ['a', 'b'] : [plain.slice(0, 10).trim(), 'a']
      return texts.map((text) => textNode(id, text)).filter((made) => made.json !== json)
    }
  }
}
