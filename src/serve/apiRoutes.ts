import { isContractProcedure } from '@orpc/contract'
import { contract } from '../shared/contract.ts'
import { caseFileRoutes } from './answerCaseFiles.ts'
import { sessionRoutes } from './session/sessionRoutes.ts'

/** The routes of the HTTP API, to distinguish an unknown address (404) from a wrong method (405). */
export interface ApiRoutes {
  /** Methods of a path below /api/v1, such as "/deliveries/12"; empty when there is no such path. */
  methodsOf(path: string): string[]
}

/** Routes in addition to the contract's calls. */
const extraRoutes = [
  { method: 'GET', path: '/events' },
  { method: 'GET', path: '/openapi.json' },
  ...caseFileRoutes.map((path) => ({ method: 'POST', path })),
  ...sessionRoutes.map(({ path }) => ({ method: 'POST', path })),
]

/** Whether a procedure of the contract has an address of its own: the feed has none, scripts use GET /events. */
export function isHttpCall({ contract: procedure }: { contract: unknown }): boolean {
  return isContractProcedure(procedure) && procedure['~orpc'].route.path !== undefined
}

export function apiRoutes(): ApiRoutes {
  const routes = extraRoutes.map(({ method, path }) => ({ method, pattern: patternOf(path) }))
  collect(contract, (method, path) => routes.push({ method, pattern: patternOf(path) }))
  return {
    methodsOf: (path) => routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method),
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
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : segment.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')))
  return /* linear: a segment cannot hold the slash that ends it */ new RegExp(`^${segments.join('/')}$`)
}
