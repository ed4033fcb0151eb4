import type { IncomingMessage, ServerResponse } from 'node:http'
import { codeInputSchema, nonceInputSchema } from '../../shared/schemas/sessionSchemas.ts'
import type { SessionProof, SessionToken } from '../../shared/wireTypes.ts'
import { problem, sendProblem } from '../http/problem.ts'
import { readJsonBody } from '../http/readJsonBody.ts'
import { sendJson } from '../http/sendJson.ts'
import type { Session } from './startSession.ts'

const root = '/session'

/** Whether a path belongs to the two calls that a page makes before it has the key. */
export function isSessionCall(path: string): boolean {
  return path === `${root}/token` || path === `${root}/proof`
}

/** A code or a nonce, and nothing else. */
const maxBytes = 1024

/**
 * Answers the two calls that need no key: a one-time code for the key, and a proof that this server has it. That our own
 * page asks was checked before.
 */
export function answerSession(session: Session) {
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const body = await readJsonBody(request, maxBytes)
    if (request.method !== 'POST') {
      const detail = `This address takes POST, not ${request.method}.`
      return sendProblem(response, problem(405, 'METHOD_NOT_ALLOWED', detail), { allow: 'POST' })
    }
    if (!body.ok) return sendProblem(response, body.problem)
    return path === `${root}/token`
      ? answerCode(session, response, body.value)
      : answerNonce(session, response, { input: body.value, origin: request.headers.origin ?? '' })
  }
}

function answerCode(session: Session, response: ServerResponse, input: unknown): void {
  const { success, data } = codeInputSchema.safeParse(input)
  if (!success) return sendProblem(response, problem(400, 'BAD_REQUEST', 'Send {"code": "..."}.'))
  const outcome = session.exchange(data.code)
  switch (outcome.kind) {
    case 'token':
      return sendJson(response, { token: outcome.token, folder: session.folder } satisfies SessionToken)
    case 'refused':
      return sendProblem(response, problem(403, 'CODE_REFUSED', codeRefused))
    case 'wait': {
      const detail = `Too many wrong codes came. Try again in ${outcome.seconds} s.`
      const headers = { 'retry-after': String(outcome.seconds) }
      return sendProblem(response, problem(429, 'TOO_MANY_REQUESTS', detail), headers)
    }
  }
}

const codeRefused =
  'This code is not good: it was used already, is too old, or is from before a restart. Get another address with `hookscope open`.'

/** @param asked the origin passed the guard: the proof is for the page or program that asks */
function answerNonce(session: Session, response: ServerResponse, asked: { input: unknown; origin: string }): void {
  const { input, origin } = asked
  const { success, data } = nonceInputSchema.safeParse(input)
  if (!success) {
    const detail = 'Send {"nonce": "..."} with base64url of 32 random bytes.'
    return sendProblem(response, problem(400, 'BAD_REQUEST', detail))
  }
  sendJson(response, { folder: session.folder, proof: session.prove(data.nonce, origin) } satisfies SessionProof)
}
