import type { IncomingMessage, ServerResponse } from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import type { Host } from '../host/types.ts'
import { isHttpCall } from './apiRoutes.ts'
import { problem, problemOf, sendProblem } from './http/problem.ts'
import { readJsonBody } from './http/readJsonBody.ts'
import { reportFaults, type HostLog } from '../host/reportFaults.ts'
import { securityHeaders } from './http/securityHeaders.ts'

/** Answers one call of the contract. `path` is below the API's root, such as "/deliveries/12?..."; it has been matched. */
export type AnswerCall = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>

/** The contract's calls over HTTP. Bodies are read and written here, so that limits and headers are in one place. */
export function answerCalls(host: Host, log: HostLog): AnswerCall {
  const handler = new OpenAPIHandler(host.router, {
    filter: isHttpCall,
    customErrorResponseBodyEncoder: problemOf,
    interceptors: [reportFaults(log)],
  })
  return async (request, response, path) => {
    const body = await readJsonBody(request)
    if (!body.ok) return sendProblem(response, body.problem)
    const method = request.method ?? 'GET'
    const text = body.text ?? (method === 'DELETE' ? queryAsJson(path) : undefined)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const { response: answer } = await handler.handle(
      new Request(`http://127.0.0.1${path}`, {
        method,
        signal: gone.signal,
        ...(text === undefined || method === 'GET'
          ? {}
          : { body: text, headers: { 'content-type': 'application/json' } }),
      }),
    )
    if (answer === undefined) return sendProblem(response, problem(404, 'NOT_FOUND', 'There is no such call.'))
    await send(response, answer)
  }
}

/** A DELETE says what it wants in its query, which the handler only reads of a GET. Undefined when there is none. */
function queryAsJson(path: string): string | undefined {
  const query = new URLSearchParams(path.split('?')[1] ?? '')
  return query.size === 0 ? undefined : JSON.stringify(Object.fromEntries(query))
}

async function send(response: ServerResponse, answer: Response): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (response.destroyed) return
  response.writeHead(answer.status, {
    ...securityHeaders,
    'cache-control': 'no-store',
    ...contentHeaders(answer),
    'content-length': bytes.length,
  })
  response.end(bytes)
}

/** Captured bytes are a download, whatever is in them: nothing that a sender wrote is ever shown as a page. */
function contentHeaders(answer: Response): Record<string, string> {
  if (answer.status >= 400) return { 'content-type': 'application/problem+json' }
  const disposition = answer.headers.get('content-disposition')
  if (disposition === null) return { 'content-type': 'application/json' }
  return {
    'content-type': 'application/octet-stream',
    'content-disposition': disposition.replace(/^inline/, 'attachment'),
  }
}
