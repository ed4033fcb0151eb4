import { json, startScriptedServer, type ScriptedServer } from '../../build/startScriptedServer.ts'
import type { Canaries } from '../secrets/canaries.ts'

interface EchoingService extends ScriptedServer {
  /** How the webhook-config answers a PATCH from now on. */
  answerPatch: 'take' | 'refuse' | 'fail'
}

/**
 * A service without manners: it repeats in its answers, headers and errors whatever secret it was sent. Its tokens are
 * canaries; it knows the passwords given, and those that it makes. The answer for an object depends on its id: "denied-..." is a 401 once, "fail-..." a 500.
 */
export async function startEchoingService(canaries: Canaries, passwords: string[]): Promise<EchoingService> {
  let config: Record<string, unknown> = {}
  let users = 0
  const denied = new Set<string>()
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = (aud: unknown) =>
    `${part({ alg: 'none' })}.${part({ sub: 'somebody', aud })}.${canaries.make('access token', 'word')}`

  const server = await startScriptedServer((request, response) => {
    const bearer = request.headers.authorization ?? ''
    const encoded = Buffer.from(bearer)
    const otherwise = [encoded.toString('base64'), encoded.toString('hex'), encodeURIComponent(bearer)]
    const echo = {
      title: `You sent ${bearer}`,
      detail: `and ${request.body}`,
      errors: { all: [bearer, request.body, ...otherwise] },
    }
    response.setHeader('x-echo', [bearer, ...otherwise])
    response.setHeader('set-cookie', `token=${encodeURIComponent(bearer)}`)
    if (request.path === '/oauth/token') {
      const { password, audience, client_id } = JSON.parse(request.body) as Record<string, string | undefined>
      const isWrong = password !== undefined && !passwords.includes(password)
      if (isWrong)
        json(response, 403, { error: 'invalid_grant', error_description: `"${password}" is wrong for ${client_id}` })
      else
        json(response, 200, {
          access_token: token(audience),
          refresh_token: canaries.make('refresh token'),
          expires_in: 3600,
        })
    } else if (request.path.endsWith('/readonly')) {
      users += 1
      const { email } = JSON.parse(request.body) as { email: string }
      if (users > 1) json(response, 409, echo)
      else {
        const readonlyPassword = canaries.make('created password')
        passwords.push(readonlyPassword)
        json(response, 201, { id: 'o', readonlyEmail: email, readonlyPassword })
      }
    } else if (request.method === 'PATCH') {
      if (service.answerPatch === 'refuse') json(response, 400, echo)
      else if (service.answerPatch === 'fail') response.writeHead(500).end(`<h1>${bearer} ${request.body}</h1>`)
      else json(response, 200, (config = { ...config, ...(JSON.parse(request.body) as object), bearer }))
    } else if (request.path.endsWith('/webhook-config')) {
      json(response, 200, config)
    } else {
      const id = request.path.split('/').at(-1) ?? ''
      if (id.startsWith('denied') && !denied.has(id)) {
        denied.add(id)
        json(response, 401, echo)
      } else if (id.startsWith('fail')) json(response, 500, echo)
      else json(response, 200, { id, echo, otherwise })
    }
  })
  const service: EchoingService = Object.assign(server, { answerPatch: 'take' as const })
  return service
}
