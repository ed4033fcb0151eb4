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
}

const verbs = new Set(['get', 'post', 'put', 'patch', 'delete'])

/** Every call there is, read from the document that is made from the router: a new call is here without a word. */
export async function everyRoute(serve: Pick<TestServe, 'get'>): Promise<Route[]> {
  const { paths } = (await (await serve.get('/openapi.json')).json()) as OpenApi
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([verb]) => verbs.has(verb))
      .map(([verb, { parameters = [], requestBody }]) => ({
        method: verb.toUpperCase(),
        path,
        body: requestBody?.content?.['application/json']?.schema ?? null,
        query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      })),
  )
  return [...routes, { method: 'GET', path: '/openapi.json', body: null, query: [] }]
}

/** The path with something in place of each name. */
export function fill(path: string, part: (name: string) => string = standIn): string {
  return path.replaceAll(/\{\+?([^}]+)\}/g, (_whole, name: string) => part(name))
}

function standIn(name: string): string {
  return name.toLowerCase().includes('environment') ? 'sandbox' : '1'
}
