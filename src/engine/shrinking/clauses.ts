import type { ShrinkClause } from '../../shared/wireTypes.ts'
import { type Candidate, type Edits, headerEdit, nodeEdit } from './candidate.ts'
import {
  isContainer,
  isLeaf,
  type JsonNode,
  type PlacedNode,
  placedNodes,
  scalar,
  textNode,
  textOf,
  writeNode,
} from './jsonNode.ts'
import { loweredHeader, plainVariants } from './undoings.ts'

/** A part of the smallest request that may be needed for the fault, and how to undo it: the first that passes counts. */
export interface Part {
  id: number
  clause: Pick<ShrinkClause, 'place' | 'in' | 'what' | 'value'>
  undone: readonly { edits: Edits; to: ShrinkClause['undone'] }[]
}

/** All parts of a request, the body's first. Pure. */
export function partsOf({ headers, body, format }: Candidate): Part[] {
  const ofBody = placedNodes(body)
    .filter(({ node, parent }) => parent !== null && isLeaf(node))
    .map((placed) => bodyPart(placed, format))
  return [...ofBody, ...headers.flatMap(headerParts)]
}

function bodyPart({ node, place }: PlacedNode, format: Candidate['format']): Part {
  const { id } = node
  const variants = plainVariants(node, format).map((edits) => undoneBy(id, edits))
  return { id, clause: { place, in: 'body', ...described(node) }, undone: [...neighbours(node), ...variants] }
}

/** Edits of one part, with what is in its place then. */
export function undoneBy(id: number, edits: Edits): Part['undone'][number] {
  const made = edits.nodes.get(id) ?? null
  return { edits, to: made === null ? { kind: 'removed' } : { kind: 'value', value: writeNode(made) } }
}

/** Describes a value for the sentence about it. */
function described(node: JsonNode): Pick<ShrinkClause, 'what' | 'value'> {
  if (node.kind === 'null') return { what: 'null', value: 'null' }
  if (isContainer(node) || node.json === '""') return { what: 'empty', value: writeNode(node) }
  if (node.kind === 'text' && isRun(textOf(node))) return { what: 'length', value: String(textOf(node).length) }
  return { what: 'value', value: node.json }
}

/** A text that the search has made of one letter, because only its length counts. */
function isRun(text: string): boolean {
  return text.length > 2 && /^a+$/.test(text)
}

/** The value next to it, which shows where a limit lies. */
function neighbours(node: JsonNode): Part['undone'][number][] {
  const { id } = node
  if (node.kind === 'text' && isRun(textOf(node))) {
    const shorter = textOf(node).slice(1)
    return [{ edits: nodeEdit(id, textNode(id, shorter)), to: { kind: 'length', value: String(shorter.length) } }]
  }
  if (node.kind !== 'number' || !/^-?[1-9]\d*$/.test(node.json)) return []
  const size = BigInt(node.json)
  const next = String(size < 0n ? size + 1n : size - 1n)
  return [{ edits: nodeEdit(id, scalar(id, next)), to: { kind: 'value', value: next } }]
}

function headerParts(header: Candidate['headers'][number]): Part[] {
  const { id, name, value } = header
  const there: Part = {
    id,
    clause: { place: name, in: 'header', what: 'value', value },
    undone: [{ edits: headerEdit(id, null), to: { kind: 'removed' } }],
  }
  if (name === name.toLowerCase()) return [there]
  const spelled: Part = {
    id,
    clause: { place: name, in: 'header', what: 'spelling', value: name },
    undone: [{ edits: loweredHeader(header), to: { kind: 'value', value: name.toLowerCase() } }],
  }
  return [spelled, there]
}

/** Joins the elements of a list that are all needed: their number is what counts. Pure. */
export function joinElements(clauses: readonly ShrinkClause[]): ShrinkClause[] {
  const listOf = ({ place, undone }: ShrinkClause) =>
    undone.kind === 'removed' ? (/^(.*)\[\d+\]$/.exec(place)?.[1] ?? null) : null
  const lists = Map.groupBy(clauses, listOf)
  const joined = clauses.flatMap((clause): ShrinkClause[] => {
    const list = listOf(clause)
    const all = list === null ? [] : (lists.get(list) ?? [])
    if (list === null || all.length < 2) return [clause]
    if (all[0] !== clause) return []
    const undone = { kind: 'length' as const, value: String(all.length - 1) }
    return [{ place: list, in: 'body', what: 'elements', value: String(all.length), undone }]
  })
  return joined
}
