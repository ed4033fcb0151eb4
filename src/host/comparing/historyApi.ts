import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { HistoryWorld } from '../../engine/comparing/historyWorld.ts'
import { createCounts } from '../../engine/comparing/counts.ts'
import type { Call, Reply } from '../../sandbox/http/call.ts'
import { ApiProblem, failureReply, wrongMethod } from '../../sandbox/http/problem.ts'
import { startServer } from '../../sandbox/http/startServer.ts'
import { need, readTokenRequest, TokenError } from '../../sandbox/identity/tokenRequest.ts'
import type { Comparison } from '../../shared/wireTypes.ts'

/** The API of the service in front of stored snapshots. */
export interface HistoryApi {
  url: string
  requests(): Comparison['requests']
  unknownPaths(): Comparison['unknownPaths']
  stop(): Promise<void>
}

/** Who may ask: an app that is set up for the sandbox. */
export interface HistoryAccess {
  username: string
  password: string
}

/** ms, as tokens of the sandbox. */
const tokenSeconds = 3600
const maxPaths = 20

/**
 * Answers GET requests on 127.0.0.1 from the snapshots of a world, and 404 where there is none. Takes a token that it issued for the user and
 * password of the sandbox, or the password itself as an API key. Throws CannotListen.
 * @param onRequest called with the path of each request for an object
 */
export async function startHistoryApi(
  port: number,
  world: Pick<HistoryWorld, 'read'>,
  access: HistoryAccess,
  onRequest: (path: string) => void = () => undefined,
): Promise<HistoryApi> {
  const token = randomBytes(32).toString('base64url')
  const requests = { answered: 0, unknown: 0, refused: 0 }
  const unknown = createCounts<string>()

  const authorize = ({ authorization }: Call) => {
    const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? ''
    if (isSame(given, token) || isSame(given, access.password)) return
    requests.refused += 1
    throw new ApiProblem(
      401,
      'This comparison did not issue the token. Obtain one at POST /oauth/token with the user and password of the sandbox.',
    )
  }

  const answer = async (call: Call): Promise<Reply> => {
    try {
      if (call.path === '/oauth/token') return issue(call, token, access)
      authorize(call)
      if (call.method !== 'GET') throw wrongMethod(call.method, 'GET')
      onRequest(call.path)
      const body = await world.read(call.path)
      if (body !== null) {
        requests.answered += 1
        return { status: 200, json: null, bytes: body }
      }
      requests.unknown += 1
      unknown.add(call.path.slice(0, 200))
      throw new ApiProblem(
        404,
        'No snapshot of this object is stored as of this delivery.',
        {},
        {
          'hookscope-unknown': 'snapshot',
        },
      )
    } catch (error) {
      if (!(error instanceof TokenError)) return failureReply(error)
      const { status, headers } = error
      return { status, headers, json: { error: error.error, error_description: error.message } }
    }
  }
  const server = await startServer(port, answer)
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: () => ({ ...requests }),
    unknownPaths: () =>
      unknown
        .list()
        .slice(0, maxPaths)
        .map(({ key, count }) => ({ path: key, count })),
    stop: server.stop,
  }
}

function issue(call: Call, token: string, access: HistoryAccess): Reply {
  if (call.method !== 'POST') throw new TokenError(405, 'invalid_request', `${call.method} is not possible here.`)
  const fields = readTokenRequest(call)
  const [user, password] =
    fields.get('grant_type') === 'client_credentials'
      ? [access.username, need(fields, 'client_secret')]
      : [need(fields, 'username'), need(fields, 'password')]
  if (user.toLowerCase() !== access.username.toLowerCase() || !isSame(password, access.password))
    throw new TokenError(403, 'invalid_grant', 'Wrong user or password. Use those of the sandbox.')
  const json = { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, scope: 'organization:read' }
  return { status: 200, headers: { 'cache-control': 'no-store' }, json }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, other)
}
