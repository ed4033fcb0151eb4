import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Host } from '../host/shells/types.ts'
import { answerCaseFiles, caseFileRoutes } from './answerCaseFiles.ts'
import { answerCalls } from './answerCalls.ts'
import { apiRoutes } from './apiRoutes.ts'
import { openApiDocument } from './openApi/openApiDocument.ts'
import { problem, sendProblem } from './http/problem.ts'
import type { HostLog } from '../host/logging/reportFaults.ts'
import { sendJson } from './http/sendJson.ts'
import { queryProblem } from './http/inputProblems.ts'
import { answerSessionRoute } from './session/sessionRoutes.ts'
import type { Session } from './session/startSession.ts'
import { streamEvents, type StreamLimits } from './streamEvents.ts'

export const apiRoot = '/api/v1'

/** Answers everything under /api/v1. The right to call was checked before. `target` is the request's path and query.
 * `ending` is the signal that ends the streams which begin now. */
export function answerApi(
  host: Host,
  options: { origin: string; log: HostLog; limits: StreamLimits; session: Session; ending: () => AbortSignal },
): (request: IncomingMessage, response: ServerResponse, target: string) => Promise<void> {
  const routes = apiRoutes()
  const call = answerCalls(host, options.log)
  const callSession = answerSessionRoute(options.session)
  const caseFiles = answerCaseFiles(host)
  let document: Record<string, unknown> | undefined

  return async (request, response, target) => {
    const below = target.slice(apiRoot.length)
    const [path = ''] = below.split('?', 1)
    const methods = routes.methodsOf(path)
    if (methods.length === 0) {
      const detail = `There is no call ${printablePath(target)}. ${apiRoot}/openapi.json lists all of them.`
      return sendProblem(response, problem(404, 'NOT_FOUND', detail))
    }
    if (!methods.includes(request.method ?? '')) {
      const allow = methods.join(', ')
      const detail = `This address takes ${allow}, not ${request.method}.`
      return sendProblem(response, problem(405, 'METHOD_NOT_ALLOWED', detail), { allow })
    }
    const route = routes.find(request.method ?? '', path) ?? { inPath: {}, query: [] }
    const refused = queryProblem(below, route)
    if (refused !== null) return sendProblem(response, refused)
    if (path === '/events') {
      return streamEvents(request, response, host, { limits: options.limits, ending: options.ending() })
    }
    if (isCaseFile(path) && request.method === 'POST') return caseFiles[path](request, response)
    if (path.startsWith('/session/')) return callSession(request, response, path)
    if (path === '/openapi.json') {
      document ??= await openApiDocument((await host.status()).version, options.origin + apiRoot)
      return sendJson(response, document)
    }
    return call(request, response, { path: below, inPath: route.inPath })
  }
}

function isCaseFile(path: string): path is (typeof caseFileRoutes)[number] {
  return caseFileRoutes.some((route) => route === path)
}

function printablePath(target: string): string {
  return (target.split('?', 1)[0] ?? '').slice(0, 200)
}
