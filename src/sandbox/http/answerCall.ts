import { TokenError } from '../identity/tokenRequest.ts'
import { answerObjects } from '../objects/answerObjects.ts'
import type { Objects } from '../objects/openObjects.ts'
import { createReadonlyUser } from '../organization/createReadonlyUser.ts'
import { patchWebhookConfig, showWebhookConfig } from '../organization/webhookConfig.ts'
import type { World } from '../state/createWorld.ts'
import { authorize } from './authorize.ts'
import type { Call, Reply } from './call.ts'
import { describeApi } from './describeApi.ts'
import { ApiProblem, problemReply, wrongMethod } from './problem.ts'
import { readJson } from './readJson.ts'

const organizationPath = '/api/organization/v1/current-organization'

/** What the HTTP surface leads to. */
export interface Rooms {
  world: World
  objects: Objects
  token(call: Call): Reply
  /** What a client needs to start: addresses and the demonstration credentials. */
  discovery(): Record<string, unknown> & { url: string }
  /** The webhook-config was patched. */
  configured(): void
  /** Users or configuration changed: to be saved and told. */
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
      patchWebhookConfig(world.state, readJson(call))
      rooms.configured()
    } else if (call.method !== 'GET') {
      throw wrongMethod(call.method, 'GET, PATCH')
    }
    return { status: 200, json: showWebhookConfig(world.state) }
  }
  return null
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
  const { kinds, state } = rooms.world
  if (call.path.startsWith('/api/') || kinds.some(({ collection }) => call.path.startsWith(collection))) {
    authorize(call, state)
    const reply = answerOrganization(call, rooms) ?? answerObjects(call, rooms.objects, kinds)
    if (reply !== null) {
      return reply
    }
  }
  throw new ApiProblem(404, 'There is nothing at this path. GET /openapi.json lists what there is.')
}

/** The reply to what went wrong: problems of the API, errors of the token endpoint, and 500 for our own bugs. */
export function failureReply(error: unknown): Reply {
  if (error instanceof TokenError) {
    const { status, headers } = error
    return { status, headers, json: { error: error.error, error_description: error.message } }
  }
  const problem =
    error instanceof ApiProblem
      ? error
      : new ApiProblem(500, 'The sandbox failed at this call. That is a bug of the sandbox; please report it.')
  return problemReply(problem)
}

/** Answers one call. Never throws. */
export function answerCall(call: Call, rooms: Rooms): Reply {
  try {
    return route(call, rooms)
  } catch (error) {
    return failureReply(error)
  }
}
