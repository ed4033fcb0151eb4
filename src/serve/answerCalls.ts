import type { IncomingMessage, ServerResponse } from 'node:http'
import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import type { Host } from '../host/shells/types.ts'
import { isHttpCall } from './apiRoutes.ts'
import { problem, problemOf, sendProblem } from './http/problem.ts'
import { bodyProblem } from './http/inputProblems.ts'
import { readJsonBody } from './http/readJsonBody.ts'
import { reportFaults, type HostLog } from '../host/logging/reportFaults.ts'
import { securityHeaders } from './http/securityHeaders.ts'

/** A call of the contract that was matched; `path` is below the API's root, such as "/deliveries/12?...". */
interface MatchedCall {
  path: string
  inPath: Readonly<Record<string, string>>
}

/** Answers one call of the contract. */
export type AnswerCall = (request: IncomingMessage, response: ServerResponse, call: MatchedCall) => Promise<void>

/**
 * The contract's calls over HTTP. Bodies are read and written here, so that limits and headers are in one place; without
 * the Request and Response of the web between, which take longer than most calls.
 */
export function answerCalls(host: Host, log: HostLog): AnswerCall {
  const handler = new StandardOpenAPIHandler(host.router, {
    filter: isHttpCall,
    customErrorResponseBodyEncoder: problemOf,
    interceptors: [reportFaults(log)],
  })
  return async (request, response, { path, inPath }) => {
    const body = await readJsonBody(request)
    if (!body.ok) return sendProblem(response, body.problem)
    const method = request.method ?? 'GET'
    const refused = body.value === undefined ? null : bodyProblem(method, body.value, inPath)
    if (refused !== null) return sendProblem(response, refused)
    const given = method === 'DELETE' ? queryOf(path) : body.value
    const gone = new AbortController()
    // Not for an answer that went out: to abort makes an error, which takes longer than many an answer.
    response.once('close', () => void (response.writableFinished || gone.abort()))
    const { response: answer } = await handler.handle(
      {
        method,
        url: new URL(path, 'http://127.0.0.1'),
        // None of the calls reads one.
        headers: {},
        body: async () => Promise.resolve(given),
        signal: gone.signal,
      },
      { context: {} },
    )
    if (answer === undefined) return sendProblem(response, problem(404, 'NOT_FOUND', 'There is no such call.'))
    await send(response, answer.status, answer.body)
  }
}

/** A DELETE has its input in its query, which the handler reads only for a GET. A parameter that came twice is a list. */
function queryOf(path: string): Record<string, string | string[]> | undefined {
  const query = new URLSearchParams(path.split('?')[1] ?? '')
  if (query.size === 0) return undefined
  const names = new Set(query.keys())
  const valueOf = (all: string[]) => (all.length === 1 ? (all[0] ?? '') : all)
  return Object.fromEntries([...names].map((name) => [name, valueOf(query.getAll(name))]))
}

/** Captured bytes are a download, whatever is in them: nothing that a sender wrote is ever shown as a page. */
async function send(response: ServerResponse, status: number, answer: unknown): Promise<void> {
  const bytes = answer instanceof File ? Buffer.from(await answer.arrayBuffer()) : Buffer.from(textOf(answer))
  if (response.destroyed) return
  response.writeHead(status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    ...(answer instanceof File
      ? {
          'content-type': 'application/octet-stream',
          // We made the name, such as "delivery-12.bin".
          'content-disposition': `attachment; filename="${answer.name}"`,
        }
      : { 'content-type': status >= 400 ? 'application/problem+json' : 'application/json' }),
    'content-length': bytes.length,
  })
  response.end(bytes)
}

function textOf(answer: unknown): string {
  return answer === undefined ? '' : JSON.stringify(answer)
}
