import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outbound, startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import type { ServiceCredentials } from '../../src/engine/service/serviceCredentials.ts'
import { startServiceClient } from '../../src/engine/service/startServiceClient.ts'
import { startTokens, type Tokens } from '../../src/engine/service/startTokens.ts'
import { callSentence } from '../../src/shared/words/callFailures.ts'
import { json, type ScriptedServer, startScriptedServer } from '../build/startScriptedServer.ts'

const hour = 3_600_000

let outbound: Outbound
let provider: ScriptedServer
/** Extra fields of the next token answers. */
let extra: Record<string, unknown>
let now: number
let ticks: number
let tokens: Tokens

beforeEach(async () => {
  outbound = startOutbound()
  extra = { expires_in: 3600 }
  provider = await startScriptedServer((_request, response) =>
    json(response, 200, { access_token: `token-${provider.seen.length}`, ...extra }),
  )
  now = 1_700_000_000_000
  ticks = 5000
  tokens = startTokens(
    outbound,
    () => now,
    () => ticks,
  )
})
afterEach(async () => {
  await outbound.close()
  await provider.stop()
})

function credentials(): ServiceCredentials {
  return {
    environmentId: 'e',
    authUrl: provider.url,
    baseUrl: provider.url,
    clientId: 'client',
    audience: 'audience',
    hidden: [],
    username: 'master@example.com',
    password: 'the password',
    identity: 'master',
  }
}

/** How time goes by when nothing is wrong. */
function pass(ms: number): void {
  now += ms
  ticks += ms
}

async function get(): Promise<string> {
  const token = await tokens.get(credentials())
  return token.ok ? token.accessToken : callSentence(token.why)
}

function grants(): string[] {
  return provider.seen.map(({ body }) => {
    const { grant_type: grant, refresh_token: refresh } = JSON.parse(body) as Record<string, string>
    return refresh === undefined ? String(grant) : `${grant} ${refresh}`
  })
}

describe('the life of a token', () => {
  it.each([
    ['a number', 60, 60],
    ['a number as text', '60', 60],
    ['a fraction', 60.5, 60.5],
    ['nothing', undefined, 3600],
    ['null', null, 3600],
    ['words', 'an hour', 3600],
    ['an empty text', '', 3600],
    ['a list', [60], 3600],
    ['zero', 0, 0],
    ['a negative number', -5, 0],
    ['a huge number', 1e300, 366 * 24 * 3600],
  ])('is read from expires_in when it is %s', async (_name, expiresIn, seconds) => {
    extra = { expires_in: expiresIn }
    expect(await tokens.get(credentials())).toMatchObject({ ok: true, expiresAt: now + seconds * 1000 })
  })

  it('is a few seconds at least, so that a provider that says zero is not asked for each of many calls', async () => {
    extra = { expires_in: 0 }
    expect(await get()).toBe('token-1')
    pass(4900)
    expect(await get()).toBe('token-1')
    pass(200)
    expect(await get()).toBe('token-2')
  })

  it('ends while the machine sleeps, although the ticking clock stood still', async () => {
    await get()
    now += 2 * hour
    expect(await get()).toBe('token-2')
  })

  it('ends on time when the clock is set back: it never seems fresh for ever', async () => {
    await get()
    pass(hour / 2)
    now -= 3 * 24 * hour
    expect(await get()).toBe('token-2')
    // Set back by less than its age it still counts what really went by.
    pass(hour / 2)
    now -= hour / 4
    ticks += hour / 2
    expect(await get()).toBe('token-3')
  })

  it('costs one more request when the clock is set forward, and goes on', async () => {
    await get()
    now += 10 * 24 * hour
    expect(await get()).toBe('token-2')
    pass(60_000)
    expect(await get()).toBe('token-2')
  })
})

describe('refresh tokens', () => {
  it('are rotated: each is used once, then the one that came with the answer', async () => {
    for (const refresh of ['r1', 'r2', 'r3']) {
      extra = { expires_in: 60, refresh_token: refresh }
      await get()
      pass(60_000)
    }
    expect(grants()).toEqual(['password', 'refresh_token r1', 'refresh_token r2'])
  })

  it('are used again when the provider does not rotate them', async () => {
    extra = { expires_in: 60, refresh_token: 'r1' }
    await get()
    extra = { expires_in: 60 }
    for (let round = 0; round < 2; round += 1) {
      pass(60_000)
      await get()
    }
    expect(grants()).toEqual(['password', 'refresh_token r1', 'refresh_token r1'])
  })

  it('survive a provider that is away for a moment, and the password is not sent in its place', async () => {
    extra = { expires_in: 60, refresh_token: 'r1' }
    await get()
    pass(60_000)
    const { answer } = provider
    provider.answer = (_request, response) => response.destroy()
    expect(await get()).toContain('closed the connection before it had answered')
    provider.answer = answer
    pass(2001)
    expect(await get()).toBe('token-3')
    expect(grants()).toEqual(['password', 'refresh_token r1', 'refresh_token r1'])
  })

  it('are asked for by a single request when many calls find the token expired', async () => {
    extra = { expires_in: 60, refresh_token: 'r1' }
    await get()
    pass(60_000)
    expect(new Set(await Promise.all(Array.from({ length: 50 }, get)))).toEqual(new Set(['token-2']))
    expect(provider.seen).toHaveLength(2)
  })
})

describe('a provider that does not give a token', () => {
  it('is not asked again for a minute when it said no, also when the clock is set back meanwhile', async () => {
    provider.answer = (_request, response) => json(response, 403, { error: 'invalid_grant' })
    await get()
    now -= 24 * hour
    ticks += 59_000
    await get()
    expect(provider.seen).toHaveLength(1)
    ticks += 1001
    await get()
    expect(provider.seen).toHaveLength(2)
  })

  it('is remembered with its no until it gives one or the credentials change, and a failure that may pass is none', async () => {
    let told = 0
    tokens.onOutcome(() => {
      told += 1
    })
    provider.answer = (_request, response) => json(response, 503, {})
    await get()
    expect(tokens.refusal('e')).toBeNull()
    provider.answer = (_request, response) => json(response, 403, { error: 'invalid_grant' })
    await tokens.renew(credentials())
    expect(tokens.refusal('e')?.why.code).toBe('credentials-refused')
    expect(tokens.refusal('another')).toBeNull()
    tokens.forget('e')
    expect(tokens.refusal('e')).toBeNull()
    await tokens.renew(credentials())
    expect(tokens.refusal('e')).not.toBeNull()
    provider.answer = (_request, response) => json(response, 200, { access_token: 'token' })
    await tokens.renew(credentials())
    expect(tokens.refusal('e')).toBeNull()
    expect(told).toBe(4)
  })

  it('is asked again as soon as it wants to be, at most five minutes later', async () => {
    let after = '30'
    provider.answer = (_request, response) => {
      response.writeHead(429, { 'retry-after': after }).end()
    }
    const refused = await tokens.get(credentials())
    expect(refused).toMatchObject({ ok: false, lasting: false, notBefore: now + 30_000 })
    pass(29_000)
    await get()
    expect(provider.seen).toHaveLength(1)
    pass(1001)
    after = '1000000000'
    await get()
    expect(provider.seen).toHaveLength(2)
    pass(299_000)
    await get()
    expect(provider.seen).toHaveLength(2)
    pass(1001)
    await get()
    expect(provider.seen).toHaveLength(3)
  })

  it('is not quoted with the password that it repeats', async () => {
    provider.answer = ({ body }, response) => json(response, 400, { error: 'x', error_description: `Bad: ${body}` })
    const said = await get()
    expect(said).toContain('Bad: ')
    expect(said).not.toContain('the password')
  })
})

describe('a token that the service refuses', () => {
  it('is replaced with the refresh token, once, and the call is sent once more; then it says so', async () => {
    const client = startServiceClient(outbound)
    provider.answer = ({ path }, response) => {
      if (path !== '/oauth/token') json(response, 401, {})
      else json(response, 200, { access_token: `token-${provider.seen.length}`, refresh_token: 'r1' })
    }
    const call = await client.getObject(credentials(), `${provider.url}/x`)
    expect(call).toMatchObject({ sent: true, result: { status: 401 }, refused: { result: { status: 401 } } })
    expect(provider.seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/oauth/token', undefined],
      ['/x', 'Bearer token-1'],
      ['/oauth/token', undefined],
      ['/x', 'Bearer token-3'],
    ])
    // The next call finds that a new token was had just before, and asks for none.
    await client.getObject(credentials(), `${provider.url}/x`)
    expect(provider.seen.filter(({ path }) => path === '/oauth/token')).toHaveLength(2)
  })
})

describe('the deadline of a call', () => {
  it('counts the wait for a token too, which goes on for others', async () => {
    provider.answer = () => undefined
    const client = startServiceClient(outbound, Date.now, 100)
    const call = await client.getObject(credentials(), `${provider.url}/x`)
    expect(call).toMatchObject({
      sent: false,
      failure: {
        code: 'DEADLINE',
        why: { code: 'provider-late', fields: { limitMs: 100 } },
      },
    })
  })
})
