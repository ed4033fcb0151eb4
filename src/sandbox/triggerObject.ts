import { kindOf } from './kinds/objectKinds.ts'
import type { ObjectKind } from './kinds/objectKind.ts'
import { summarise } from './objects/summarise.ts'
import { requestJson } from './requestJson.ts'
import type { JsonAnswer, JsonRequest } from './requestJson.ts'
import { isRecord } from './state/isState.ts'
import type { Fields } from './state/state.ts'
import type { SandboxObject } from '../shared/wireTypes.ts'

export interface TriggerOptions {
  /** Of a running sandbox, such as "http://127.0.0.1:4711". */
  url: string
  /** A webhookTypes value or a resourceType, without regard to case. */
  type: string
  /** Id of the object to move on; without it a new one is created. */
  update?: string
}

/** Why nothing was triggered, as a sentence for a person. An unknown type is a SandboxRefusal instead. */
export class TriggerFailed extends Error {
  override name = 'TriggerFailed'
  readonly code: 'unreachable' | 'not-a-sandbox' | 'unknown-object' | 'refused'
  constructor(code: TriggerFailed['code'], message: string) {
    super(message)
    this.code = code
  }
}

async function call(url: string, request: JsonRequest): Promise<JsonAnswer> {
  try {
    return await requestJson(request)
  } catch (error) {
    const why = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
    throw new TriggerFailed(
      'unreachable',
      `No sandbox answers at ${url} (${why}). Start one with "hookscope sandbox" and give the address it prints.`,
    )
  }
}

function notASandbox(url: string): TriggerFailed {
  return new TriggerFailed(
    'not-a-sandbox',
    `What answers at ${url} is not a Hookscope sandbox. Give the address that "hookscope sandbox" prints.`,
  )
}

/**
 * Asks the sandbox for its demonstration credentials and obtains a token with them. All of it at the address that the
 * person named, whatever a stranger's answer says.
 */
async function obtainToken(url: string, kind: ObjectKind): Promise<{ token: string; collection: string }> {
  const { json: found } = await call(url, { method: 'GET', url: `${url}/` })
  if (!isRecord(found) || typeof found['clientId'] !== 'string') {
    throw notASandbox(url)
  }
  if (found['password'] === undefined) {
    throw new TriggerFailed(
      'refused',
      `The sandbox at ${url} is part of a running Hookscope and keeps its password to itself. Create objects on its page Sandbox or through its API, or start another sandbox with "hookscope sandbox".`,
    )
  }
  const { json } = await call(url, {
    method: 'POST',
    url: `${url}/oauth/token`,
    body: {
      grant_type: 'password',
      client_id: found['clientId'],
      audience: found['audience'],
      username: found['username'],
      password: found['password'],
    },
  })
  if (!isRecord(json) || typeof json['access_token'] !== 'string') {
    throw notASandbox(url)
  }
  // A sandbox may have its objects elsewhere, and says so.
  const given = isRecord(found['collections']) ? found['collections'][kind.type] : undefined
  const collection = typeof given === 'string' && /^(\/[\w.~-]+)+$/.test(given) ? given : kind.collection
  return { token: json['access_token'], collection }
}

function refusal(kind: ObjectKind, answer: JsonAnswer, update: string | undefined): TriggerFailed {
  if (answer.status === 404 && update !== undefined) {
    return new TriggerFailed(
      'unknown-object',
      `The sandbox has no ${kind.resourceType} with the id "${update.slice(0, 60)}". Leave --update out to create one.`,
    )
  }
  const title = isRecord(answer.json) ? answer.json['title'] : undefined
  const why = typeof title === 'string' ? `: ${title}` : '.'
  return new TriggerFailed('refused', `The sandbox refused with status ${answer.status}${why}`)
}

/**
 * Creates an object in a running sandbox, or moves one on, so that it notifies. Goes the way of any client: over HTTP,
 * with a token. Throws TriggerFailed, and SandboxRefusal for an unknown type (before anything is sent).
 */
export async function triggerObject({ url: given, type, update }: TriggerOptions): Promise<SandboxObject> {
  const kind = kindOf(type)
  const url = URL.parse(given)?.protocol === 'http:' ? new URL(given).origin : null
  if (url === null) {
    throw new TriggerFailed(
      'unreachable',
      `"${given.slice(0, 200)}" is no address of a sandbox. It looks like http://127.0.0.1:4711.`,
    )
  }
  const { token, collection } = await obtainToken(url, kind)
  const path = update === undefined ? collection : `${collection}/${encodeURIComponent(update)}`
  const answer = await call(url, {
    method: update === undefined ? 'POST' : 'PATCH',
    url: `${url}${path}`,
    token,
  })
  if (answer.status < 200 || answer.status > 299 || !isRecord(answer.json)) {
    throw refusal(kind, answer, update)
  }
  return summarise(kind, answer.json as Fields)
}
