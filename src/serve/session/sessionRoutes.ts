import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { addressAnswerSchema, launchAnswerSchema, renewAnswerSchema } from '../../shared/schemas/sessionSchemas.ts'
import type { SessionAddress, SessionLaunch, SessionRenewal } from '../../shared/wireTypes.ts'
import { emptyBodyProblem } from '../http/inputProblems.ts'
import { problem, sendProblem } from '../http/problem.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import { sendJson } from '../http/sendJson.ts'
import type { Session } from './startSession.ts'

interface SessionRoute {
  path: string
  description: string
  answer: z.ZodType
}

const renewPath = '/session/renew'

/** Calls of the HTTP API about its own key. They are not in the contract: the desktop shell has no key. All are POST. */
export const sessionRoutes: readonly SessionRoute[] = [
  {
    path: renewPath,
    description: 'Makes a new token. The old one stops working, and every socket and stream that used it ends.',
    answer: renewAnswerSchema,
  },
  {
    path: '/session/address',
    description: 'An address that leads one browser to the page, once and for an hour. It does not hold the token.',
    answer: addressAnswerSchema,
  },
  {
    path: '/session/launch',
    description:
      'Writes a page that only this user can read and that leads a browser on to such an address. It is removed when it was used, and after a minute. For a command line, which others can read, its path is safe.',
    answer: launchAnswerSchema,
  },
]

/** Answers one of them, called by POST; who may call was decided before. */
export function answerSessionRoute(session: Session) {
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const body = await readJsonBody(request)
    const refused = body.ok ? emptyBodyProblem(body.value ?? {}) : body.problem
    if (refused !== null) return sendProblem(response, refused)
    try {
      sendJson(response, run(session, path))
      if (path === renewPath) session.endOld()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const detail = `The data folder cannot be written: ${reason}. Nothing has changed.`
      sendProblem(response, problem(503, 'UNAVAILABLE', detail))
    }
  }
}

function run(session: Session, path: string): unknown {
  if (path === '/session/address') return session.newAddress() satisfies SessionAddress
  if (path === '/session/launch') {
    return { file: session.launchFile() } satisfies SessionLaunch
  }
  session.renew()
  return { token: session.token() } satisfies SessionRenewal
}
