import { TokenError } from '../identity/tokenRequest.ts'
import { answerObjects } from '../objects/answerObjects.ts'
import type { Objects } from '../objects/openObjects.ts'
import { createReadonlyUser } from '../organization/createReadonlyUser.ts'
import { patchWebhookConfig, showWebhookConfig } from '../organization/webhookConfig.ts'
import type { WatchedObject } from '../../shared/wireTypes.ts'
import type { World } from '../world/createWorld.ts'
import { answerClock, clockPath } from './answerClock.ts'
import type { Call, Reply } from '../http/call.ts'
import { describeApi } from './describeApi.ts'
import { ApiProblem, failureReply, wrongMethod } from '../http/problem.ts'
import { readJson } from '../http/readJson.ts'
import { readAccessToken } from '../identity/accessToken.ts'
import { demo, type User } from '../state/state.ts'

export const watchedPath = '/watched-objects'
const organizationPath = '/api/organization/v1/current-organization'

/** The calls behind the HTTP surface. */
export interface Rooms {
  world: World
  objects: Objects
  token(call: Call): Reply
  /** Data that a client needs to start: addresses and the demonstration credentials. */
  discovery(): Record<string, unknown> & { url: string }
  /** A new watched object of a type. */
  watch(type: string): WatchedObject
  /** The webhook-config was patched. */
  configured(): void
  /** Users or configuration changed: to be saved and announced. */
  changed(): void
}

function onlyGet(call: Call, json: unknown): Reply {
  if (call.method !== 'GET') {
    throw wrongMethod(call.method, 'GET')
  }
  return { status: 200, json }
}

function answerOrganization(call: Call, rooms: Rooms): Reply | null {
  const { world } = rooms
  if (call.path === `${organizationPath}/readonly`) {
    if (call.method !== 'POST') {
      throw wrongMethod(call.method, 'POST')
    }
    const reply = createReadonlyUser(world, readJson(call))
    rooms.changed()
    return reply
  }
  if (call.path === `${organizationPath}/webhook-config`) {
    if (call.method === 'PATCH') {
      patchWebhookConfig(world, readJson(call))
      rooms.configured()
    } else if (call.method !== 'GET') {
      throw wrongMethod(call.method, 'GET, PATCH')
    }
    return { status: 200, json: showWebhookConfig(world.state) }
  }
  return null
}

/** Objects to count who asks for them, for checks of a handler. Not the service's: a sandbox alone has no other way to say it. */
function answerWatched(call: Call, { objects, world, watch }: Rooms): Reply | null {
  if (call.path === watchedPath) {
    if (call.method !== 'POST') throw wrongMethod(call.method, 'POST')
    const type = readJson(call)['type']
    const kind = world.kinds.find((each) => each.type === type || each.resourceType === type)
    if (kind === undefined)
      throw new ApiProblem(400, 'No object is watched: there is no such type.', { type: ['Unknown.'] })
    return { status: 201, json: watch(kind.type) }
  }
  if (!call.path.startsWith(`${watchedPath}/`)) return null
  if (call.method !== 'GET') throw wrongMethod(call.method, 'GET')
  const asked = objects.asked(call.path.slice(watchedPath.length + 1))
  if (asked === null) throw new ApiProblem(404, 'No object with this id is watched.')
  return { status: 200, json: { asked } }
}

function route(call: Call, rooms: Rooms): Reply {
  switch (call.path) {
    case '/':
      return onlyGet(call, rooms.discovery())
    case '/openapi.json':
      return onlyGet(call, describeApi(rooms.discovery().url, rooms.world))
    case '/oauth/token':
      return rooms.token(call)
    default:
  }
  const { kinds } = rooms.world
  const isOurs = call.path === clockPath || call.path === watchedPath || call.path.startsWith(`${watchedPath}/`)
  if (isOurs || call.path.startsWith('/api/') || kinds.some(({ collection }) => call.path.startsWith(collection))) {
    authorize(call, rooms.world)
    if (call.path === clockPath) return answerClock(call, rooms.world)
    const reply =
      answerWatched(call, rooms) ?? answerOrganization(call, rooms) ?? answerObjects(call, rooms.objects, kinds)
    if (reply !== null) {
      return reply
    }
  }
  throw new ApiProblem(404, 'There is nothing at this path. GET /openapi.json lists what there is.')
}

/** Answers one call. Never throws. */
export function answerCall(call: Call, rooms: Rooms): Reply {
  try {
    return route(call, rooms)
  } catch (error) {
    if (!(error instanceof TokenError)) return failureReply(error)
    const { status, headers } = error
    return { status, headers, json: { error: error.error, error_description: error.message } }
  }
}

function unauthorized(reason: string): ApiProblem {
  return new ApiProblem(
    401,
    `${reason} Obtain a token at POST /oauth/token and send it as "Authorization: Bearer <token>".`,
    {},
    { 'www-authenticate': `Bearer error="invalid_token", error_description="${reason}"` },
  )
}

/** Whose token a call carries. A read only user may GET and nothing else. Throws ApiProblem 401 and 403. */
function authorize(call: Call, { state, clock }: Pick<World, 'state' | 'clock'>): User {
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
