import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startOutbound, type Outbound } from '../../src/engine/outbound/startOutbound.ts'
import { failureOf } from '../../src/engine/service/failureOf.ts'
import { callSentence } from '../../src/shared/words/callFailures.ts'
import type { ServiceCredentials } from '../../src/engine/service/serviceCredentials.ts'
import { startServiceClient } from '../../src/engine/service/startServiceClient.ts'
import { startTokens } from '../../src/engine/service/startTokens.ts'
import { json, startScriptedServer, type ScriptedServer } from '../build/startScriptedServer.ts'

let outbound: Outbound
let service: ScriptedServer
let issued: number

beforeEach(async () => {
  outbound = startOutbound()
  issued = 0
  service = await startScriptedServer((request, response) => {
    if (request.path === '/oauth/token') json(response, 200, token())
    else json(response, 200, { path: request.path })
  })
})
afterEach(async () => {
  await outbound.close()
  await service.stop()
})

function token(extra: Record<string, unknown> = {}) {
  issued += 1
  return { access_token: `token-${issued}`, token_type: 'Bearer', expires_in: 3600, ...extra }
}

function master(extra: Partial<ServiceCredentials> = {}): ServiceCredentials {
  return {
    environmentId: 'e',
    authUrl: service.url,
    baseUrl: service.url,
    clientId: 'client',
    audience: 'audience',
    hidden: [],
    username: 'master@example.com',
    password: 'pass word',
    identity: 'master',
    ...extra,
  }
}

describe('tokens', () => {
  it('are asked for with the password grant: the master with offline_access, a read only user without a scope', async () => {
    const tokens = startTokens(outbound)
    await tokens.get(master())
    await tokens.get(master({ identity: 'readonly', username: 'reader@example.com' }))
    expect(service.seen.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        grant_type: 'password',
        client_id: 'client',
        audience: 'audience',
        username: 'master@example.com',
        password: 'pass word',
        scope: 'offline_access',
      },
      {
        grant_type: 'password',
        client_id: 'client',
        audience: 'audience',
        username: 'reader@example.com',
        password: 'pass word',
      },
    ])
  })

  it('are kept, and shared by callers at the same moment', async () => {
    const tokens = startTokens(outbound)
    const many = await Promise.all(Array.from({ length: 50 }, async () => tokens.get(master())))
    expect(new Set(many.map((entry) => (entry.ok ? entry.accessToken : '')))).toEqual(new Set(['token-1']))
    await tokens.get(master())
    expect(service.seen).toHaveLength(1)
  })

  it('are renewed shortly before they expire, with the refresh token where there is one', async () => {
    let now = 1_000_000
    service.answer = (_request, response) => json(response, 200, token({ refresh_token: 'refresh-1' }))
    const tokens = startTokens(outbound, () => now)
    const first = await tokens.get(master())
    expect(first).toMatchObject({ ok: true, expiresAt: 1_000_000 + 3_600_000 })
    now += 3_600_000 - 31_000
    await tokens.get(master())
    expect(service.seen).toHaveLength(1)
    now += 2_000
    await tokens.get(master())
    expect(JSON.parse(service.seen[1]?.body ?? '')).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
    })
  })

  it('fall back to the password once when the refresh is refused', async () => {
    let now = 0
    service.answer = (request, response) => {
      if (request.body.includes('refresh_token"')) json(response, 403, { error: 'invalid_grant' })
      else json(response, 200, token({ refresh_token: 'r' }))
    }
    const tokens = startTokens(outbound, () => now)
    await tokens.get(master())
    now = 4_000_000
    expect(await tokens.get(master())).toMatchObject({ ok: true, accessToken: 'token-2' })
    expect(service.seen.map(({ body }) => (JSON.parse(body) as { grant_type: string }).grant_type)).toEqual([
      'password',
      'refresh_token',
      'password',
    ])
  })

  it('are not used for other credentials than they were given for', async () => {
    const tokens = startTokens(outbound)
    await tokens.get(master())
    await tokens.get(master({ password: 'changed' }))
    expect(service.seen).toHaveLength(2)
  })

  it.each([
    [
      403,
      { error: 'invalid_grant', error_description: 'Wrong email or password.' },
      'The username or the password is not accepted. Check both under Connection. The provider says: Wrong email or password.',
    ],
    [
      401,
      { error: 'invalid_client' },
      'The client id is not known to the identity provider. Check it under Connection.',
    ],
    [429, {}, 'The identity provider wants fewer requests. Wait a moment and try again.'],
    [302, {}, 'The auth URL redirects, and a password is not sent elsewhere. Give the final address under Connection.'],
    [200, { nothing: true }, 'The identity provider answered 200 and no token. Check the auth URL under Connection.'],
  ])('say what to do when the provider answers %i %j', async (status, body, sentence) => {
    service.answer = (_request, response) => json(response, status, body)
    const failed = await startTokens(outbound).get(master())
    expect(failed.ok ? '' : callSentence(failed.why)).toBe(sentence)
  })

  it('say which credential is missing, without asking anyone', async () => {
    const result = await startTokens(outbound).get(master({ password: '', clientId: '' }))
    expect(result).toMatchObject({
      ok: false,
      why: { code: 'credentials-missing', fields: { identity: 'master', missing: ['clientId', 'password'] } },
    })
    expect(result.ok ? '' : callSentence(result.why)).toBe(
      'The environment has no client id, no password of the master user. Fill it in under Connection.',
    )
    expect(service.seen).toHaveLength(0)
  })

  it('say that nothing listens at the auth URL', async () => {
    const { url } = service
    await service.stop()
    const result = await startTokens(outbound).get(master({ authUrl: url }))
    expect(result).toMatchObject({
      ok: false,
      why: { code: 'not-listening' },
    })
    service = await startScriptedServer(service.answer)
  })
})

describe('calls to the service', () => {
  it('carry a bearer token to the documented paths', async () => {
    const client = startServiceClient(outbound)
    await client.patchWebhookConfig(master(), { enabled: false })
    await client.createReadonlyUser(master(), 'r@example.com')
    const calls = service.seen.filter(({ path }) => path !== '/oauth/token')
    expect(calls.map(({ method, path, body, headers }) => [method, path, body, headers.authorization])).toEqual([
      ['PATCH', '/api/organization/v1/current-organization/webhook-config', '{"enabled":false}', 'Bearer token-1'],
      ['POST', '/api/organization/v1/current-organization/readonly', '{"email":"r@example.com"}', 'Bearer token-1'],
    ])
  })

  it('answer a 401 with one new token and one more try, and then let it stand', async () => {
    const client = startServiceClient(outbound)
    service.answer = (request, response) => {
      if (request.path === '/oauth/token') json(response, 200, token())
      else json(response, 401, {})
    }
    const call = await client.getObject(master(), `${service.url}/x`)
    expect(service.seen.map(({ path }) => path)).toEqual(['/oauth/token', '/x', '/oauth/token', '/x'])
    expect(failureOf(call)?.why.code).toBe('token-refused')
  })

  it('do not follow a redirect, so that the token stays where it belongs', async () => {
    const elsewhere = await startScriptedServer((_request, response) => json(response, 200, {}))
    service.answer = (request, response) => {
      if (request.path === '/oauth/token') json(response, 200, token())
      else response.writeHead(302, { location: elsewhere.url }).end()
    }
    const call = await startServiceClient(outbound).getObject(master(), `${service.url}/x`)
    expect(failureOf(call)).toMatchObject({ status: 302, why: { code: 'service-redirects' } })
    expect(elsewhere.seen).toHaveLength(0)
    await elsewhere.stop()
  })

  it('show what the service says in its problem', async () => {
    service.answer = (request, response) => {
      if (request.path === '/oauth/token') json(response, 200, token())
      else json(response, 409, { title: 'E-mail is taken', errors: { email: ['must be unique'] } })
    }
    const call = await startServiceClient(outbound).createReadonlyUser(master(), 'r@example.com')
    const failure = failureOf(call)
    expect(failure?.why).toEqual({
      code: 'conflict',
      fields: { status: 409, said: 'E-mail is taken email: must be unique' },
    })
    expect(failure === null ? '' : callSentence(failure.why)).toBe(
      'It conflicts with what the service already has (409). The service says: E-mail is taken email: must be unique',
    )
  })

  it('keep at most the limit of an answer and say so', async () => {
    service.answer = (_request, response) => response.end(Buffer.alloc(5 * 1024 * 1024, 0x61))
    const result = await outbound.send({ method: 'GET', url: service.url, headers: [] })
    expect(result).toMatchObject({ ok: true, bodyTruncated: true })
    expect(result.ok && result.body.length).toBe(4 * 1024 * 1024)
  })

  it('end at the deadline when the service hangs, and when it drips', async () => {
    service.answer = () => undefined
    const hanging = await outbound.send({ method: 'GET', url: service.url, headers: [], deadlineMs: 100 })
    expect(hanging).toMatchObject({ ok: false, error: { code: 'DEADLINE' } })
    service.answer = (_request, response) => response.writeHead(200).write('a')
    const dripping = await outbound.send({ method: 'GET', url: service.url, headers: [], deadlineMs: 100 })
    expect(dripping).toMatchObject({ ok: false, error: { code: 'DEADLINE' } })
  })
})
