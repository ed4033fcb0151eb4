import { readFileSync } from 'node:fs'

/** A holder of memory: an object without which its bytes would be garbage. */
export interface Holder {
  /** Name of the object, after the properties that lead to it. */
  name: string
  /** Bytes. */
  retained: number
}

/** Smallest share of the heap that is listed. */
const smallest = 0.01
/** An object that hardly keeps more than one of its own parts is not named: the part is. */
const ownShare = 0.8
/** Maximum number of names printed of a path. */
const longestWay = 6

interface RawSnapshot {
  snapshot: { meta: { node_fields: string[]; edge_fields: string[]; edge_types: [string[], ...unknown[]] } }
  nodes: number[]
  edges: number[]
  strings: string[]
}

/** The holders of one heap snapshot, largest first, and all of its bytes. */
export function heapHolders(file: string): { total: number; holders: Holder[] } {
  const graph = readGraph(JSON.parse(readFileSync(file, 'utf8')) as RawSnapshot)
  const { order, dominator } = dominators(graph)
  const retained = Float64Array.from(graph.sizes)
  const largestPart = new Float64Array(graph.count)
  // From the leaves on: each adds what it keeps to the one without which it would be garbage.
  for (const node of order.toReversed()) {
    const holder = dominator[node] ?? 0
    if (node === 0) continue
    retained[holder] = (retained[holder] ?? 0) + (retained[node] ?? 0)
    largestPart[holder] = Math.max(largestPart[holder] ?? 0, retained[node] ?? 0)
  }
  const total = retained[0] ?? 0
  const holders = Array.from(order)
    .filter((node) => {
      const own = retained[node] ?? 0
      return node !== 0 && own > total * smallest && (largestPart[node] ?? 0) < own * ownShare
    })
    .map((node) => ({ name: nameOf(graph, dominator, node), retained: retained[node] ?? 0 }))
  return { total, holders: holders.toSorted((one, other) => other.retained - one.retained) }
}

interface Graph {
  count: number
  sizes: number[]
  names: string[]
  /** Edges of a node: from `first[node]` to `first[node + 1]`. */
  first: Uint32Array
  to: Uint32Array
  /** Name of each edge; empty for an element. */
  edgeNames: string[]
}

function readGraph({ snapshot, nodes, edges, strings }: RawSnapshot): Graph {
  const { node_fields: fields, edge_fields: edgeFields, edge_types: types } = snapshot.meta
  const [nameAt, sizeAt, edgesAt] = ['name', 'self_size', 'edge_count'].map((field) => fields.indexOf(field))
  const [typeAt, labelAt, toAt] = ['type', 'name_or_index', 'to_node'].map((field) => edgeFields.indexOf(field))
  const count = nodes.length / fields.length
  const at = (list: number[], index: number, field: number | undefined) => list[index + (field ?? 0)] ?? 0
  const graph: Graph = {
    count,
    sizes: [],
    names: [],
    first: new Uint32Array(count + 1),
    to: new Uint32Array(edges.length / edgeFields.length),
    edgeNames: [],
  }
  let edge = 0
  let kept = 0
  for (let node = 0; node < count; node += 1) {
    const start = node * fields.length
    graph.names.push(strings[at(nodes, start, nameAt)] ?? '')
    graph.sizes.push(at(nodes, start, sizeAt))
    graph.first[node] = kept
    for (let left = at(nodes, start, edgesAt); left > 0; left -= 1) {
      const type = types[0][at(edges, edge, typeAt)]
      // A weak reference keeps nothing.
      if (type !== 'weak') {
        graph.to[kept] = at(edges, edge, toAt) / fields.length
        const isNamed = type === 'property' || type === 'context' || type === 'internal'
        graph.edgeNames.push(isNamed ? (strings[at(edges, edge, labelAt)] ?? '') : '')
        kept += 1
      }
      edge += edgeFields.length
    }
  }
  graph.first[count] = kept
  return graph
}

/** For each node the last one that every way to it goes through (Cooper, Harvey and Kennedy), and the order of a walk from the root. */
function dominators({ count, first, to }: Graph): { order: Uint32Array; dominator: Int32Array } {
  const place = new Int32Array(count).fill(-1)
  const order = walk(count, first, to)
  for (const [index, node] of order.entries()) place[node] = index
  const sources: number[][] = Array.from({ length: count }, () => [])
  for (const node of order) {
    for (let edge = first[node] ?? 0; edge < (first[node + 1] ?? 0); edge += 1) sources[to[edge] ?? 0]?.push(node)
  }
  const dominator = new Int32Array(count).fill(-1)
  dominator[0] = 0
  const common = (one: number, other: number): number => {
    let [a, b] = [one, other]
    while (a !== b) {
      if ((place[a] ?? 0) > (place[b] ?? 0)) a = dominator[a] ?? 0
      else b = dominator[b] ?? 0
    }
    return a
  }
  for (let changed = true; changed;) {
    changed = false
    for (const node of order) {
      if (node === 0) continue
      let best = -1
      for (const source of sources[node] ?? []) {
        if ((dominator[source] ?? -1) === -1) continue
        best = best === -1 ? source : common(best, source)
      }
      if (best !== dominator[node]) {
        dominator[node] = best
        changed = true
      }
    }
  }
  return { order, dominator }
}

/** Reverse postorder: each node after at least one of those that lead to it. */
function walk(count: number, first: Uint32Array, to: Uint32Array): Uint32Array {
  const order = new Uint32Array(count)
  const next = Uint32Array.from(first)
  const seen = new Uint8Array(count)
  const way = [0]
  seen[0] = 1
  let end = count
  while (way.length > 0) {
    const node = way.at(-1) ?? 0
    const edge = next[node] ?? 0
    if (edge >= (first[node + 1] ?? 0)) {
      way.pop()
      end -= 1
      order[end] = node
      continue
    }
    next[node] = edge + 1
    const target = to[edge] ?? 0
    if (seen[target] === 1) continue
    seen[target] = 1
    way.push(target)
  }
  return order.subarray(end)
}

function nameOf({ names, first, to, edgeNames }: Graph, dominator: Int32Array, node: number): string {
  const way: string[] = []
  for (let at = node; at !== 0 && way.length < longestWay; at = dominator[at] ?? 0) {
    const holder = dominator[at] ?? 0
    let label = ''
    for (let edge = first[holder] ?? 0; edge < (first[holder + 1] ?? 0) && label === ''; edge += 1) {
      if (to[edge] === at) label = edgeNames[edge] ?? ''
    }
    const name = (names[at] ?? '').slice(0, 40)
    way.unshift(label === '' ? name : `${label}: ${name}`)
  }
  return way.join(' > ')
}
