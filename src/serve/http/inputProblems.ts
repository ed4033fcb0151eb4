import { type NamedPart, unknownNamesSentence } from '../../shared/input/strictInput.ts'
import { problem, type Problem } from './problem.ts'

/** The facts about a call that its address gives. */
export interface FoundRoute {
  /** Names of the path with the text in their place, undecoded. */
  inPath: Readonly<Record<string, string>>
  /** The query parameters that it takes; null where the call's own schema allows it. */
  query: readonly string[] | null
}

/** Why the query of a call cannot be taken, or null. Fields that the call's own schema knows are left to it. */
export function queryProblem(target: string, { query, inPath }: FoundRoute): Problem | null {
  const given = [...new Set(new URLSearchParams(target.split('?')[1] ?? '').keys())]
  const unknown = given.filter((name) => name in inPath || query?.includes(name) === false)
  return unknown.length === 0 ? null : unknownProblem('query parameter', unknown, query ?? [])
}

/** Why the body of a call cannot be taken, or null. The address says which thing is meant, and the body nothing else. */
export function bodyProblem(method: string, body: object, inPath: FoundRoute['inPath']): Problem | null {
  if (method === 'GET' || method === 'DELETE') {
    const detail = `${method} takes no body. Give its input as query parameters, such as ?limit=10.`
    return Object.keys(body).length === 0 ? null : problem(400, 'BAD_REQUEST', detail)
  }
  for (const [name, inAddress] of Object.entries(inPath)) {
    const said = (body as Record<string, unknown>)[name]
    if (said === undefined || said === decoded(inAddress)) continue
    const detail = `The body has another ${name} than the address of the call. Leave ${name} out of the body.`
    return { ...problem(400, 'BAD_REQUEST', detail), errors: [{ field: name, detail }] }
  }
  return null
}

/** Why the body of a call that takes none cannot be taken, or null. */
export function emptyBodyProblem(body: object): Problem | null {
  const unknown = Object.keys(body)
  return unknown.length === 0 ? null : unknownProblem('field', unknown, [])
}

/** Refuses names that a call does not know, with the nearest known one. */
function unknownProblem(part: NamedPart, unknown: readonly string[], known: readonly string[]): Problem {
  const detail = unknownNamesSentence(part, unknown, known)
  return { ...problem(400, 'BAD_REQUEST', detail), errors: unknown.map((field) => ({ field, detail })) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
