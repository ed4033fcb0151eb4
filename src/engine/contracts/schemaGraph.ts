import type { ContractProblemReason } from '../../shared/codes/contracts.ts'
import { pointerTo } from './readDocument.ts'
import { isObject, type References, type Resource, type Target } from './references.ts'

/** A schema that is referred to, with its references rewritten to `#/$defs/NUMBER`. */
export interface GraphNode {
  file: string
  pointer: string
  schema: unknown
  /** Numbers of the nodes that it refers to. */
  uses: number[]
}

export interface GraphProblem {
  node: number
  file: string
  pointer: string
  why: ContractProblemReason
}

/**
 * All schemas that messages refer to, each once, so that cycles end and one document can be compiled that refers to nothing
 * outside of itself.
 */
export interface SchemaGraph {
  nodes: readonly GraphNode[]
  problems: readonly GraphProblem[]
  /** Adds a schema with all that it refers to. Returns its number. */
  add(target: Target): number
}

const maxDepth = 500

const single = new Set(
  'additionalItems additionalProperties contains contentSchema else if not propertyNames then unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
)
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maps = new Set('$defs definitions dependentSchemas patternProperties properties'.split(' '))
/** Words for readers and addresses, which validate nothing. `nullable` is of older OpenAPI documents only. */
const unused = new Set(
  '$id id $anchor $dynamicAnchor $schema $comment $vocabulary title description default example examples deprecated readOnly writeOnly discriminator xml externalDocs nullable'.split(
    ' ',
  ),
)

export function createSchemaGraph(references: References): SchemaGraph {
  const nodes: GraphNode[] = []
  const problems: GraphProblem[] = []
  const numbers = new Map<string, number>()
  const open: { number: number; target: Target }[] = []

  function numberOf(target: Target): number {
    const key = `${target.resource.file}#${target.pointer}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    const number = nodes.length
    numbers.set(key, number)
    nodes.push({ file: target.resource.file, pointer: target.pointer, schema: true, uses: [] })
    open.push({ number, target })
    return number
  }

  function copy(number: number, value: unknown, pointer: string, outer: Resource, depth: number): unknown {
    const report = (why: ContractProblemReason): unknown => {
      problems.push({ node: number, file: outer.file, pointer, why })
      return true
    }
    if (depth > maxDepth) return report({ code: 'schema-too-deep', fields: { max: maxDepth } })
    if (!isObject(value)) return value
    const resource = references.within(outer, pointer, value)
    const into = (inner: unknown, ...names: (string | number)[]): unknown =>
      copy(number, inner, pointerTo(pointer, ...names), resource, depth + 1)
    const result: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(value)) {
      if (name === '$ref' && typeof part === 'string') {
        const target = references.resolve(resource, part)
        if ('code' in target) report(target)
        else {
          const used = numberOf(target)
          nodes[number]?.uses.push(used)
          result['$ref'] = `#/$defs/${used}`
        }
      } else if (name === '$dynamicRef' || name === '$recursiveRef') {
        report({ code: 'reference-dynamic', fields: { reference: String(part) } })
      } else if (unused.has(name)) continue
      else if (single.has(name)) result[name] = into(part, name)
      else if (name === 'items' && !Array.isArray(part)) result[name] = into(part, name)
      else if ((lists.has(name) || name === 'items') && Array.isArray(part)) {
        result[name] = part.map((each, at) => into(each, name, at))
      } else if ((maps.has(name) || name === 'dependencies') && isObject(part)) {
        if (name === '$defs' || name === 'definitions') continue
        // `__proto__` may be the name of a property.
        const entries = Object.entries(part).map(([key, each]) => [
          key,
          Array.isArray(each) ? each : into(each, name, key),
        ])
        result[name] = Object.fromEntries(entries)
      } else result[name] = part
    }
    return result
  }

  return {
    nodes,
    problems,
    add(target) {
      const number = numberOf(target)
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const { resource, pointer, value } = next.target
        const node = nodes[next.number]
        if (node !== undefined) node.schema = copy(next.number, value, pointer, resource, 0)
      }
      return number
    },
  }
}

/** The numbers of the nodes from which a node with a problem can be reached. */
export function unusableNodes(nodes: readonly GraphNode[], faulty: ReadonlySet<number>): Set<number> {
  const usedBy = nodes.map((): number[] => [])
  for (const [number, { uses }] of nodes.entries()) for (const used of uses) usedBy[used]?.push(number)
  const found = new Set(faulty)
  const open = [...faulty]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const user of usedBy[next] ?? []) {
      if (found.has(user)) continue
      found.add(user)
      open.push(user)
    }
  }
  return found
}
