import { requestJson, type JsonAnswer, type JsonRequest } from './requestJson.ts'
import { isRecord } from './state/isState.ts'

/** The reason why a running sandbox refused a request, as a readable sentence. */
export class SandboxUnasked extends Error {
  override name = 'SandboxUnasked'
  readonly code: 'unreachable' | 'not-a-sandbox' | 'unknown-object' | 'refused'
  constructor(code: SandboxUnasked['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** One call of a running sandbox. Throws SandboxUnasked where none answers. */
export async function askSandbox(url: string, request: JsonRequest): Promise<JsonAnswer> {
  try {
    return await requestJson(request)
  } catch (error) {
    const why = error instanceof Error ? ('code' in error ? String(error.code) : error.message) : String(error)
    throw new SandboxUnasked(
      'unreachable',
      `No sandbox answers at ${url} (${why}). Start one with "hookscope sandbox" and give the address it prints.`,
    )
  }
}

/** The origin of an address that the user gave. Throws SandboxUnasked. */
export function sandboxOrigin(given: string): string {
  if (URL.parse(given)?.protocol === 'http:') return new URL(given).origin
  throw new SandboxUnasked(
    'unreachable',
    `"${given.slice(0, 200)}" is no address of a sandbox. It looks like http://127.0.0.1:4711.`,
  )
}

/** Another program answers there. */
export function notASandbox(url: string): SandboxUnasked {
  return new SandboxUnasked(
    'not-a-sandbox',
    `What answers at ${url} is not a Hookscope sandbox. Give the address that "hookscope sandbox" prints.`,
  )
}

/**
 * Asks the sandbox for its demonstration credentials and obtains a token with them. All of it at the address that the
 * person named, whatever a stranger's answer says.
 */
export async function obtainToken(url: string): Promise<{ token: string; collections: Record<string, unknown> }> {
  const { json: found } = await askSandbox(url, { method: 'GET', url: `${url}/` })
  if (!isRecord(found) || typeof found['clientId'] !== 'string') {
    throw notASandbox(url)
  }
  if (found['password'] === undefined) {
    throw new SandboxUnasked(
      'refused',
      `The sandbox at ${url} is part of a running Hookscope and keeps its password to itself. Create objects on its page Sandbox or through its API, or start another sandbox with "hookscope sandbox".`,
    )
  }
  const { json } = await askSandbox(url, {
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
  return { token: json['access_token'], collections: isRecord(found['collections']) ? found['collections'] : {} }
}
