import { readAccessToken } from '../identity/accessToken.ts'
import { demo, type User } from '../state/state.ts'
import type { World } from '../world/createWorld.ts'
import type { Call } from '../http/call.ts'
import { ApiProblem } from '../http/problem.ts'

function unauthorized(reason: string): ApiProblem {
  return new ApiProblem(
    401,
    `${reason} Obtain a token at POST /oauth/token and send it as "Authorization: Bearer <token>".`,
    {},
    { 'www-authenticate': `Bearer error="invalid_token", error_description="${reason}"` },
  )
}

/** Whose token a call carries. A read only user may GET and nothing else. Throws ApiProblem 401 and 403. */
export function authorize(call: Call, { state, clock }: Pick<World, 'state' | 'clock'>): User {
  const token = /^Bearer +([^\s]+) *$/i.exec(call.authorization ?? '')?.[1]
  if (token === undefined) {
    throw unauthorized('There is no bearer token.')
  }
  const read = readAccessToken(token, state.secrets.signingKey, demo.audience, clock.now() / 1000)
  if (!read.ok) {
    throw unauthorized(read.reason)
  }
  const user = state.users.find(({ id }) => id === read.sub)
  if (user === undefined) {
    throw unauthorized('The user of this token does not exist any more.')
  }
  if (user.role === 'readonly' && call.method !== 'GET') {
    throw new ApiProblem(403, 'A read only user may only read. Use the master API user for this call.')
  }
  return user
}
