import { expect, test } from 'vitest'
import { askToken, call, configPath, obtainToken, openSandbox, passwordGrant, readonlyPath } from './support.ts'

function claimsOf(token: unknown): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8'))
}

test('the master user gets a bearer token, and a refresh token with offline_access', async () => {
  const sandbox = await openSandbox({ tokenLifetime: 120 })
  const { status, json, headers } = await askToken(sandbox, passwordGrant(sandbox))
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 120, refresh_token: expect.any(String) })
  const claims = claimsOf(json['access_token'])
  expect(claims).toMatchObject({
    iss: `${sandbox.url}/`,
    sub: expect.any(String),
    aud: sandbox.credentials.audience,
    org: sandbox.credentials.organizationId,
    scope: json['scope'],
  })
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(120)
  const { scope: _, ...without } = passwordGrant(sandbox)
  expect((await askToken(sandbox, without)).json).not.toHaveProperty('refresh_token')
})

test('a form-encoded token request is accepted', async () => {
  const sandbox = await openSandbox()
  const { status } = await call(`${sandbox.url}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams(passwordGrant(sandbox)).toString(),
  })
  expect(status).toBe(200)
})

test.each(['grant_type', 'client_id', 'audience', 'username', 'password'])('a missing %s is named', async (name) => {
  const sandbox = await openSandbox()
  const { status, json } = await askToken(sandbox, { ...passwordGrant(sandbox), [name]: undefined })
  expect(status).toBe(400)
  expect(json).toEqual({ error: 'invalid_request', error_description: `Missing required parameter: ${name}.` })
})

test.each([
  ['client_id', 'another', 401, 'invalid_client'],
  ['password', 'wrong', 403, 'invalid_grant'],
  ['username', 'nobody@example.com', 403, 'invalid_grant'],
  ['grant_type', 'client_credentials', 403, 'unsupported_grant_type'],
  ['audience', 'https://elsewhere.example', 403, 'access_denied'],
])('a wrong %s (%s) is answered %i %s', async (name, value, status, error) => {
  const sandbox = await openSandbox()
  const answer = await askToken(sandbox, { ...passwordGrant(sandbox), [name]: value })
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({ error, error_description: expect.any(String) })
})

test('a field that is no text, a body that is no JSON object and another media type are refused', async () => {
  const sandbox = await openSandbox()
  for (const body of [{ ...passwordGrant(sandbox), password: 42 }, '{"grant_type":', '[]', 'null', '']) {
    const answer = await askToken(sandbox, body)
    expect(answer.status).toBe(400)
    expect(answer.json['error']).toBe('invalid_request')
  }
  const url = `${sandbox.url}/oauth/token`
  const other = await call(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
  expect([other.status, other.json['error']]).toEqual([415, 'invalid_request'])
  const get = await call(url)
  expect([get.status, get.headers['allow']]).toEqual([405, 'POST'])
})

test('a refresh token works once, gives a new one, and ends its family when it is used again', async () => {
  const sandbox = await openSandbox()
  const first = await askToken(sandbox, passwordGrant(sandbox))
  const refresh = (token: unknown) =>
    askToken(sandbox, {
      grant_type: 'refresh_token',
      client_id: sandbox.credentials.clientId,
      refresh_token: String(token),
    })
  const second = await refresh(first.json['refresh_token'])
  expect(second.status).toBe(200)
  expect(second.json['refresh_token']).not.toBe(first.json['refresh_token'])
  expect((await call(`${sandbox.url}${configPath}`, { token: String(second.json['access_token']) })).status).toBe(200)

  const again = await refresh(first.json['refresh_token'])
  expect([again.status, again.json['error']]).toEqual([403, 'invalid_grant'])
  expect((await refresh(second.json['refresh_token'])).status).toBe(403)
})

test('a refresh without a token, with an unknown one or for an unknown client is refused', async () => {
  const sandbox = await openSandbox()
  const base = { grant_type: 'refresh_token', client_id: sandbox.credentials.clientId }
  const missing = await askToken(sandbox, base)
  expect([missing.status, missing.json['error_description']]).toEqual([
    400,
    'Missing required parameter: refresh_token.',
  ])
  expect((await askToken(sandbox, { ...base, refresh_token: 'never-issued' })).json['error']).toBe('invalid_grant')
  const stranger = await askToken(sandbox, { ...base, client_id: 'x', refresh_token: 'never-issued' })
  expect([stranger.status, stranger.json['error']]).toEqual([401, 'invalid_client'])
})

test('after 20 failures of one username even the right password waits; others go on', async () => {
  const sandbox = await openSandbox()
  const wrong = { ...passwordGrant(sandbox), password: 'wrong' }
  for (let count = 0; count < 20; count += 1) {
    expect((await askToken(sandbox, wrong)).status).toBe(403)
  }
  const { status, json, headers } = await askToken(sandbox, passwordGrant(sandbox))
  expect([status, json['error']]).toEqual([429, 'too_many_attempts'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await askToken(sandbox, { ...wrong, username: 'other@example.com' })).status).toBe(403)
})

test('a call without a token, with a forged one or with an expired one is answered 401', async () => {
  const sandbox = await openSandbox({ tokenLifetime: 0 })
  const expired = await obtainToken(sandbox)
  const [head, payload, signature] = expired.split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
  const longer = Buffer.from(JSON.stringify({ ...claimsOf(expired), exp: 4_000_000_000 })).toString('base64url')
  const tokens = [undefined, expired, none, `${head}.${longer}.${signature}`, 'x', `${expired}.y`]
  for (const token of tokens) {
    const answer = await call(`${sandbox.url}${configPath}`, token === undefined ? {} : { token })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toContain('Bearer error="invalid_token"')
    expect(answer.headers['content-type']).toContain('application/problem+json')
  }
})

test('a read only user may GET and nothing else', async () => {
  const sandbox = await openSandbox()
  const master = await obtainToken(sandbox)
  const made = await call(`${sandbox.url}${readonlyPath}`, {
    method: 'POST',
    token: master,
    body: { email: 'reader@example.com' },
  })
  const { scope: _, ...grant } = passwordGrant(sandbox)
  const login = await askToken(sandbox, {
    ...grant,
    username: made.json['readonlyEmail'],
    password: made.json['readonlyPassword'],
  })
  expect(login.status).toBe(200)
  expect(login.json).not.toHaveProperty('refresh_token')
  const token = String(login.json['access_token'])
  const payments = `${sandbox.url}/api/trust/v1/payments`
  const { id } = sandbox.createObject('payment')
  for (const url of [payments, `${payments}/${id}`, `${sandbox.url}${configPath}`]) {
    expect((await call(url, { token })).status).toBe(200)
  }
  const attempts = [
    await call(payments, { method: 'POST', token }),
    await call(`${payments}/${id}`, { method: 'PATCH', token }),
    await call(`${sandbox.url}${configPath}`, { method: 'PATCH', token, body: { enabled: false } }),
    await call(`${sandbox.url}${readonlyPath}`, { method: 'POST', token, body: { email: 'second@example.com' } }),
  ]
  for (const { status, json } of attempts) {
    expect([status, json['status']]).toEqual([403, 403])
  }
})
