import { afterEach, beforeEach, expect, it } from 'vitest'
import { testCredentials } from '../../src/engine/actions/access.ts'
import { openEnvironments } from '../../src/engine/environments/openEnvironments.ts'
import { type Outbound, startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import { startServiceClient } from '../../src/engine/service/startServiceClient.ts'
import { json, type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'
import { openTestStore } from '../store/build.ts'

let outbound: Outbound
let provider: ScriptedServer

beforeEach(async () => {
  outbound = startOutbound()
  provider = await startScriptedServer(() => undefined)
})
afterEach(async () => {
  await outbound.close()
  await provider.stop()
})

async function testAs(answer: unknown, status = 200) {
  provider.answer = (_request, response) => json(response, status, answer)
  const seal = {
    seal: (text: string) => text,
    unseal: (sealed: string) => sealed,
    fingerprint: (text: string) => `keyed ${text}`,
  }
  const environments = await openEnvironments(await openTestStore(), seal, Date.now, () => undefined)
  const { id } = await environments.create({
    name: 'Test',
    authUrl: provider.url,
    baseUrl: provider.url,
    clientId: 'c',
    audience: 'a',
    username: 'u',
    password: 'p',
  })
  return testCredentials({ environments, client: startServiceClient(outbound), now: Date.now }, id, 'master')
}

it('a test of credentials shows expiry, scope and the claims of the token, but not the token', async () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'RS256' })}.${part({ sub: 'master', aud: 'a' })}.c2lnbmF0dXJl`
  const before = Date.now()
  const result = await testAs({ access_token: token, expires_in: '60', scope: 'offline_access' })
  expect(result).toEqual({
    ok: true,
    expiresAt: expect.any(String) as string,
    scope: 'offline_access',
    claims: { note: expect.any(String) as string, sub: 'master', aud: 'a', 'header.alg': 'RS256' },
    error: null,
  })
  expect(Date.parse(result.expiresAt ?? '')).toBeGreaterThanOrEqual(before + 60_000)
  expect(JSON.stringify(result)).not.toContain('c2lnbmF0dXJl')
})

it('a test of credentials that fails shows what the provider said, exactly, and no claims', async () => {
  const answer = { error: 'invalid_grant', error_description: 'Wrong email or password.' }
  expect(await testAs(answer, 403)).toEqual({
    ok: false,
    expiresAt: null,
    scope: null,
    claims: null,
    error: {
      code: 'invalid_grant',
      message:
        'The username or the password is not accepted. Check both under Connection. The provider says: Wrong email or password.',
      status: 403,
      why: { code: 'credentials-refused', fields: { status: 403, said: 'Wrong email or password.' } },
    },
  })
})
