import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, type ScriptedServer, startScriptedServer } from '../../build/startScriptedServer.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { startTestHost, type TestHost } from '../../build/startTestHost.ts'

let folder: ReturnType<typeof scratchFolder>
let service: ScriptedServer
let test: TestHost
let id: string

beforeEach(async () => {
  folder = scratchFolder()
  service = await startScriptedServer((request, response) => {
    const { client_id, audience } = JSON.parse(request.body || '{}') as Record<string, string>
    const claims = Buffer.from(JSON.stringify({ azp: client_id, aud: [audience] })).toString('base64url')
    if (request.path === '/oauth/token') json(response, 200, { access_token: `e30.${claims}.x`, expires_in: 60 })
    else json(response, 201, { readonlyEmail: 'reader@example.com', readonlyPassword: 'made-up-password' })
  })
  test = await startTestHost(folder.path)
  const names = { clientId: 'client-7f3a', audience: 'https://audience.example/7f3a' }
  const settings = { authUrl: service.url, baseUrl: service.url, username: 'u', password: 'p' }
  id = (await test.client.environments.create({ name: 'Acme', ...settings, ...names })).id
})
afterEach(async () => {
  await test.host.stop()
  await service.stop()
  folder.remove()
})

const asked = () => service.seen.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const seal = async (...sealedNames: ('clientId' | 'audience')[]) => test.client.environments.update({ id, sealedNames })

describe('the client id and the audience', () => {
  it('stand in clear unless a person wants them to be secrets', async () => {
    const environment = await seal()
    expect(environment).toMatchObject({ clientId: 'client-7f3a', sealedNames: { clientId: null, audience: null } })
  })

  it('are read as a fingerprint only once they are secrets, each for itself, and come back in clear', async () => {
    expect(await seal('clientId')).toMatchObject({
      clientId: '',
      audience: 'https://audience.example/7f3a',
      sealedNames: {
        clientId: { set: true, fingerprint: expect.stringMatching(/^[0-9a-f]{8}$/) as string },
        audience: null,
      },
    })
    expect(await test.client.environments.reveal({ id, secret: 'clientId' })).toEqual({ text: 'client-7f3a' })
    await expect(test.client.environments.reveal({ id, secret: 'audience' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await seal()).toMatchObject({ clientId: 'client-7f3a', sealedNames: { clientId: null } })
  })

  it('still obtain a token, whose claims and whose hand-over text do not repeat them', { tags: 'full' }, async () => {
    await seal('clientId', 'audience')
    const token = await test.client.environments.token({ id, as: 'master' })
    expect(asked().at(-1)).toMatchObject({ client_id: 'client-7f3a', audience: 'https://audience.example/7f3a' })
    expect(token.ok).toBe(true)
    const { handover } = await test.client.environments.createReadonlyUser({ id, email: 'reader@example.com' })
    expect(handover).toContain('client_id: (you get it apart from this text)')
    expect(JSON.stringify([token, handover, await test.client.environments.list()])).not.toContain('7f3a')
  })

  it('stay secrets when they are written again, over a restart, and lie nowhere in clear', async () => {
    await seal('clientId', 'audience')
    await test.client.environments.update({ id, clientId: 'client-9b1d' })
    await test.host.stop()
    const files = ['deliveries.db', 'deliveries.db-wal'].map((name) => readIfThere(join(folder.path, name)))
    test = await startTestHost(folder.path)
    expect(files.some((bytes) => bytes.includes('client-9b1d'))).toBe(false)
    expect(await test.client.environments.reveal({ id, secret: 'clientId' })).toEqual({ text: 'client-9b1d' })
  })

  it('do not travel in a file, which says that they are secrets; nor to a copy that takes no secrets', async () => {
    await seal('audience')
    const file = await test.client.environments.export({ ids: id })
    expect(file.environments[0]).toMatchObject({ clientId: 'client-7f3a', audience: '', sealedNames: ['audience'] })
    const { environments } = await test.client.environments.import(file)
    expect(environments[0]?.sealedNames.audience).toEqual({ set: false, fingerprint: null })
    const bare = await test.client.environments.duplicate({ id })
    expect(bare.sealedNames.audience).toEqual({ set: false, fingerprint: null })
    const whole = await test.client.environments.duplicate({ id, secrets: true })
    expect(whole.sealedNames.audience?.set).toBe(true)
  })
})

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
