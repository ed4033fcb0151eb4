import { isContractProcedure } from '@orpc/contract'
import { contract } from '../shared/contract.ts'
import { isInQuery, namesInPath } from '../shared/input/strictCalls.ts'
import { caseFileRoutes } from './answerCaseFiles.ts'
import type { FoundRoute } from './http/inputProblems.ts'
import { sessionRoutes } from './session/sessionRoutes.ts'

/** The routes of the HTTP API, to distinguish an unknown address (404) from a wrong method (405). */
export interface ApiRoutes {
  /** Methods of a path below /api/v1, such as "/deliveries/12"; empty when there is no such path. */
  methodsOf(path: string): string[]
  find(method: string, path: string): FoundRoute | undefined
}

interface Route {
  method: string
  path: string
  query: readonly string[] | null
}

/** Answered in addition to the contract's calls. */
const extraRoutes: readonly Route[] = [
  { method: 'GET', path: '/events', query: [] },
  { method: 'GET', path: '/openapi.json', query: [] },
  ...caseFileRoutes.map((path) => ({ method: 'POST', path, query: path === '/case-files/open' ? ['name'] : [] })),
  ...sessionRoutes.map(({ path }) => ({ method: 'POST', path, query: [] })),
]

/** Whether a procedure of the contract has an address of its own: the feed has none, scripts use GET /events. */
export function isHttpCall({ contract: procedure }: { contract: unknown }): boolean {
  return isContractProcedure(procedure) && procedure['~orpc'].route.path !== undefined
}

export function apiRoutes(): ApiRoutes {
  const all = [...extraRoutes]
  collect(contract, (method, path) => all.push({ method, path, query: isInQuery(method) ? null : [] }))
  const routes = all.map((route) => ({ ...route, names: namesInPath(route.path), pattern: patternOf(route.path) }))
  return {
    methodsOf: (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
    find: (method, path) => {
      for (const route of routes) {
        const found = route.method === method ? route.pattern.exec(path) : null
        if (found === null) continue
        const inPath = Object.fromEntries(route.names.map((name, at) => [name, found[at + 1] ?? '']))
        return { inPath, query: route.query }
      }
      return undefined
    },
  }
}

function collect(node: unknown, add: (method: string, path: string) => void): void {
  if (isContractProcedure(node)) {
    const { method, path } = node['~orpc'].route
    if (path !== undefined) add(method ?? 'POST', path)
    return
  }
  if (typeof node !== 'object' || node === null) return
  for (const child of Object.values(node)) collect(child, add)
}

/** "/deliveries/{id}/body": each name in braces matches one segment that is not empty. */
function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '([^/]+)' : segment.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
  return /* linear: a segment cannot hold the slash that ends it */ new RegExp(`^${segments.join('/')}$`)
}
