/** Credentials can be tested as they are typed: the test stores nothing, and leaves what is stored and proven as it was. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sharedTestHost } from '../../build/sharedTestHost.ts'
import { json, type ScriptedServer, startScriptedServer } from '../../build/startScriptedServer.ts'

const shared = sharedTestHost()
let provider: ScriptedServer
let id: string

beforeEach(async () => {
  provider = await startScriptedServer(({ body }, response) => {
    const { username, password } = JSON.parse(body) as Record<string, string>
    if (username === 'known' && password === 'right') json(response, 200, { access_token: 't', expires_in: 3600 })
    else json(response, 403, { error: 'invalid_grant' })
  })
  const access = { authUrl: provider.url, baseUrl: provider.url, clientId: 'c', audience: 'a' }
  const given = { name: 'Typed', ...access, username: 'known', password: 'right' }
  ;({ id } = await shared().client.environments.create(given))
})
afterEach(async () => provider.stop())

const stored = async () => (await shared().client.environments.list()).find((environment) => environment.id === id)

it('typed credentials are tried in place of the stored ones, and none is stored', async () => {
  const { token, activate } = shared().client.environments
  await activate({ id })
  expect(await token({ id, as: 'master' })).toMatchObject({ ok: true })
  const before = await stored()
  const tried = await token({ id, as: 'master', with: { username: 'unknown', password: 'wrong' } })
  expect(tried).toMatchObject({ ok: false, error: { code: 'invalid_grant' } })
  expect(await stored()).toEqual(before)
  const { credentials } = (await shared().client.status()).goLive
  expect(credentials).toMatchObject({ done: true })
  expect(await token({ id, as: 'master' })).toMatchObject({ ok: true })
})

it('a success with typed credentials proves nothing about the stored ones', async () => {
  const { token, update, activate } = shared().client.environments
  await activate({ id })
  await update({ id, password: 'wrong' })
  expect(await token({ id, as: 'master', with: { password: 'right' } })).toMatchObject({ ok: true })
  expect((await shared().client.status()).goLive.credentials).toMatchObject({ done: false })
  expect(await token({ id, as: 'master' })).toMatchObject({ ok: false })
})
