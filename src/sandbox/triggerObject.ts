import { kindOf } from './kinds/objectKinds.ts'
import type { ObjectKind } from './kinds/objectKind.ts'
import { summarise } from './objects/summarise.ts'
import { askSandbox, obtainToken, SandboxUnasked, sandboxOrigin } from './askSandbox.ts'
import type { JsonAnswer } from './requestJson.ts'
import { isRecord } from './state/isState.ts'
import type { Fields } from './state/state.ts'
import type { SandboxObject } from '../shared/wireTypes.ts'

export interface TriggerOptions {
  /** Address of a running sandbox, such as "http://127.0.0.1:4711". */
  url: string
  /** A webhookTypes value or a resourceType, without regard to case. */
  type: string
  /** Id of the object to move on; without it a new one is created. */
  update?: string
}

function refusal(kind: ObjectKind, answer: JsonAnswer, update: string | undefined): SandboxUnasked {
  if (answer.status === 404 && update !== undefined) {
    return new SandboxUnasked(
      'unknown-object',
      `The sandbox has no ${kind.resourceType} with the id "${update.slice(0, 60)}". Leave --update out to create one.`,
    )
  }
  const title = isRecord(answer.json) ? answer.json['title'] : undefined
  const why = typeof title === 'string' ? `: ${title}` : '.'
  return new SandboxUnasked('refused', `The sandbox refused with status ${answer.status}${why}`)
}

/**
 * Creates an object in a running sandbox, or moves one on, so that it notifies. Goes the way of any client: over HTTP,
 * with a token. Throws SandboxUnasked, and SandboxRefusal for an unknown type (before anything is sent).
 */
export async function triggerObject({ url: given, type, update }: TriggerOptions): Promise<SandboxObject> {
  const kind = kindOf(type)
  const url = sandboxOrigin(given)
  const { token, collections } = await obtainToken(url)
  // A sandbox may have its objects elsewhere; it tells where.
  const said = collections[kind.type]
  const collection = typeof said === 'string' && /^(\/[\w.~-]+)+$/.test(said) ? said : kind.collection
  const path = update === undefined ? collection : `${collection}/${encodeURIComponent(update)}`
  const answer = await askSandbox(url, {
    method: update === undefined ? 'POST' : 'PATCH',
    url: `${url}${path}`,
    token,
  })
  if (answer.status < 200 || answer.status > 299 || !isRecord(answer.json)) {
    throw refusal(kind, answer, update)
  }
  return summarise(kind, answer.json as Fields)
}
