import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { patternFault } from './patternOf.ts'
import { pointerTo } from './readDocument.ts'
import type { Dialect } from './readMessages.ts'
import type { GraphNode, GraphProblem } from './schemaGraph.ts'

/** Checks schemas against the meta-schema of their dialect: schemas that are used by others are of the users' dialect. */
export function faultsOfSchemas(nodes: readonly GraphNode[], roots: ReadonlyMap<number, Dialect>): GraphProblem[] {
  const options = { strict: false, logger: false, allErrors: false } as const
  const checkers = { '2020-12': new Ajv2020(options), 'draft-07': new Ajv(options) }
  const dialects = dialectsOf(nodes, roots)
  return nodes.flatMap(({ file, pointer, schema }, node) => {
    const checker = checkers[dialects.get(node) ?? '2020-12']
    const fault = faultOf(checker, schema)
    if (fault === null) return []
    const detail = `${fault.place === '' ? 'it' : fault.place} ${fault.message}.`
    return [
      { node, file, pointer: pointer + fault.place, why: { code: 'schema-invalid' as const, fields: { detail } } },
    ]
  })
}

function faultOf(checker: Ajv | Ajv2020, schema: unknown): { place: string; message: string } | null {
  if (typeof schema !== 'object' && typeof schema !== 'boolean') return { place: '', message: 'is no schema' }
  try {
    if (checker.validateSchema(schema as object) === true) return patternFaultOf(schema, '')
    const deepest = checker.errors?.toSorted((a, b) => b.instancePath.length - a.instancePath.length)[0]
    return { place: deepest?.instancePath ?? '', message: deepest?.message ?? 'is not valid' }
  } catch (error) {
    return { place: '', message: error instanceof Error ? error.message : String(error) }
  }
}

/** The first pattern that is none: what checks schemas does not look into it. */
function patternFaultOf(value: unknown, place: string): { place: string; message: string } | null {
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    if (name === 'const' || name === 'enum') continue
    const here = pointerTo(place, name)
    const fault = name === 'pattern' && typeof part === 'string' ? patternFault(part) : null
    const names = name === 'patternProperties' && typeof part === 'object' && part !== null ? Object.keys(part) : []
    const ofName = names.map(patternFault).find((each) => each !== null) ?? null
    const found = fault ?? ofName
    if (found !== null) return { place: here, message: `is no regular expression: ${found}` }
    const inner = patternFaultOf(part, here)
    if (inner !== null) return inner
  }
  return null
}

function dialectsOf(nodes: readonly GraphNode[], roots: ReadonlyMap<number, Dialect>): Map<number, Dialect> {
  const found = new Map(roots)
  const open = [...roots.keys()]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const used of nodes[next]?.uses ?? []) {
      if (found.has(used)) continue
      found.set(used, found.get(next) ?? '2020-12')
      open.push(used)
    }
  }
  return found
}
