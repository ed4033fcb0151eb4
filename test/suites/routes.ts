import type { TestServe } from '../shells/startTestServe.ts'

/** A call of the HTTP API as its own document describes it. */
export interface Route {
  method: string
  /** Below /api/v1, with names in braces. */
  path: string
  /** JSON Schema of the body, or null where it has none. */
  body: object | null
  /** Names of the query's parameters. */
  query: readonly string[]
}

interface Operation {
  parameters?: { name: string; in: string }[]
  requestBody?: { content?: Record<string, { schema?: object }> }
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Every call there is, read from the document that is made from the router: a new call is here without a word. */
export async function everyRoute(serve: Pick<TestServe, 'get'>): Promise<Route[]> {
  const { paths, components } = (await (await serve.get('/openapi.json')).json()) as OpenApi
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([verb]) => verbs.has(verb))
      .map(([verb, { parameters = [], requestBody }]) => ({
        method: verb.toUpperCase(),
        path,
        body: bodySchema(requestBody?.content?.['application/json']?.schema, components.schemas),
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      })),
  )
  return [...routes, { method: 'GET', path: '/openapi.json', body: null, query: [] }]
}

/** A schema with its components written out. None contains itself. */
function bodySchema(schema: object | undefined, components: Record<string, unknown>): object | null {
  if (schema === undefined) return null
  const withParts = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(withParts)
    if (typeof node !== 'object' || node === null) return node
    const reference = '$ref' in node && typeof node.$ref === 'string' ? node.$ref.split('/').pop() : undefined
    if (reference !== undefined) return withParts(components[reference])
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withParts(value)]))
  }
  return withParts(schema) as object
}

/** The path with something in place of each name. */
export function fill(path: string, part: (name: string) => string = standIn): string {
  return path.replaceAll(/\{\+?([^}]+)\}/g, (_whole, name: string) => part(name))
}

function standIn(name: string): string {
  return name.toLowerCase().includes('environment') ? 'sandbox' : '1'
}
