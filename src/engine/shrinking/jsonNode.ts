import { entriesOf, type JsonTokens, jsonTokens, rawOf } from '../../shared/basics/jsonTokens.ts'
import { kind, stringText } from '../../shared/basics/readJson.ts'

/** A JSON value as it was written. A changed copy keeps the ids of its nodes, so that a place is found again after a cut. */
export type JsonNode = ScalarNode | ObjectNode | ArrayNode

export interface ScalarNode {
  id: number
  kind: 'text' | 'number' | 'true' | 'false' | 'null'
  /** As JSON: digits and escapes as they came. */
  json: string
}

export interface ObjectNode {
  id: number
  kind: 'object'
  members: readonly Member[]
}

export interface ArrayNode {
  id: number
  kind: 'array'
  items: readonly JsonNode[]
}

export interface Member {
  name: string
  /** As JSON. */
  nameJson: string
  value: JsonNode
}

/** Deeper than this, a value stays whole: no real body is, and a hostile one must not exhaust the stack. */
const maxDepth = 200

/** Reads a JSON text. Null for a text that is not JSON or nested too deep. Pure. */
export function readNode(text: string): JsonNode | null {
  const tokens = jsonTokens(text)
  return tokens === null || tokens.depth > maxDepth ? null : nodeAt(tokens, 0)
}

function nodeAt(tokens: JsonTokens, at: number): JsonNode {
  const what = tokens.kinds[at]
  if (what === kind.object) {
    const members = entriesOf(tokens, at).map((entry) => {
      const nameJson = rawOf(tokens, entry)
      return { name: stringText(nameJson), nameJson, value: nodeAt(tokens, entry + 1) }
    })
    return { id: at, kind: 'object', members }
  }
  if (what === kind.array) {
    return { id: at, kind: 'array', items: entriesOf(tokens, at).map((entry) => nodeAt(tokens, entry)) }
  }
  return scalar(at, rawOf(tokens, at))
}

/** A value of one token. Pure. */
export function scalar(id: number, json: string): ScalarNode {
  const kinds = { '"': 'text', t: 'true', f: 'false', n: 'null' } as const
  return { id, kind: kinds[json.charAt(0) as keyof typeof kinds] ?? 'number', json }
}

export function textNode(id: number, text: string): ScalarNode {
  return { id, kind: 'text', json: JSON.stringify(text) }
}

/** The text of a node of the kind `text`. */
export function textOf({ json }: ScalarNode): string {
  return JSON.parse(json) as string
}

/** Writes a node without white space between its parts. Pure. */
export function writeNode(node: JsonNode): string {
  if (node.kind === 'object')
    return `{${node.members.map(({ nameJson, value }) => `${nameJson}:${writeNode(value)}`).join(',')}}`
  if (node.kind === 'array') return `[${node.items.map(writeNode).join(',')}]`
  return node.json
}

export function childrenOf(node: JsonNode): readonly JsonNode[] {
  return node.kind === 'object' ? node.members.map(({ value }) => value) : node.kind === 'array' ? node.items : []
}

export function isContainer(node: JsonNode): node is ObjectNode | ArrayNode {
  return node.kind === 'object' || node.kind === 'array'
}

/** The same container with these children only. */
export function withChildren(node: ObjectNode | ArrayNode, kept: ReadonlySet<number>): JsonNode {
  return node.kind === 'object'
    ? { ...node, members: node.members.filter(({ value }) => kept.has(value.id)) }
    : { ...node, items: node.items.filter(({ id }) => kept.has(id)) }
}

/** Other nodes in place of some, by their ids; null removes a member or element. */
export type NodeEdits = ReadonlyMap<number, JsonNode | null>

/** The value with edits; null where the root itself is removed. Pure. */
export function editNode(node: JsonNode, edits: NodeEdits): JsonNode | null {
  const edited = edits.get(node.id)
  if (edited !== undefined) return edited
  if (node.kind === 'object') {
    const members = node.members.flatMap((member) => {
      const value = editNode(member.value, edits)
      return value === null ? [] : [{ ...member, value }]
    })
    return { ...node, members }
  }
  if (node.kind === 'array') return { ...node, items: node.items.flatMap((item) => editNode(item, edits) ?? []) }
  return node
}

/** A node with the way to it. */
export interface PlacedNode {
  node: JsonNode
  /** As people write it: `data.items[0].name`; empty for the root. */
  place: string
  depth: number
  parent: ObjectNode | ArrayNode | null
}

/** All nodes, containers before their children. Pure. */
export function placedNodes(root: JsonNode): PlacedNode[] {
  const found: PlacedNode[] = []
  const walk = (node: JsonNode, place: string, parent: PlacedNode['parent'], depth: number) => {
    found.push({ node, place, parent, depth })
    if (node.kind === 'object')
      for (const { name, value } of node.members) walk(value, memberPlace(place, name), node, depth + 1)
    if (node.kind === 'array')
      for (const [index, item] of node.items.entries()) walk(item, `${place}[${index}]`, node, depth + 1)
  }
  walk(root, '', null, 0)
  return found
}

function memberPlace(place: string, name: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(name)) return `${place}[${JSON.stringify(name)}]`
  return place === '' ? name : `${place}.${name}`
}

/** Whether a node has no further nodes in it. */
export function isLeaf(node: JsonNode): boolean {
  return childrenOf(node).length === 0
}
