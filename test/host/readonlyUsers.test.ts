import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, startScriptedServer, type ScriptedServer } from '../build/startScriptedServer.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost, type TestHost } from '../build/startTestHost.ts'

const text = (part: string) => expect.stringContaining(part) as string

let folder: ReturnType<typeof scratchFolder>
let test: TestHost
let service: ScriptedServer
let id: string

beforeEach(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
  service = await startScriptedServer(() => undefined)
  const access = { clientId: 'c', audience: 'a', username: 'u', password: 'the password' }
  ;({ id } = await test.client.environments.create({
    name: 'Scripted',
    authUrl: service.url,
    baseUrl: service.url,
    ...access,
  }))
})
afterEach(async () => {
  await test.host.stop()
  await service.stop()
  folder.remove()
})

describe('a read only user', () => {
  const created = {
    id: 'o-1',
    name: 'Org',
    phone: '+49 30 5550',
    email: 'master@org.example',
    readonlyEmail: 'reader@org.example',
    readonlyPassword: 'a password said once',
  }

  /** The service answers the creation with this. */
  function answerCreation(status: number, body: unknown): void {
    service.answer = (request, response) => {
      if (request.path === '/oauth/token') json(response, 200, { access_token: 't', expires_in: 3600 })
      else json(response, status, body)
    }
  }

  it('comes with its six fields and a text to hand over that has all but the password', async () => {
    answerCreation(201, created)
    const user = await test.client.environments.createReadonlyUser({ id, email: created.readonlyEmail })
    expect(user).toMatchObject({ ...created, stored: true, storeProblem: null })
    for (const part of [`${service.url}/oauth/token`, 'grant_type: password', 'client_id: c', 'audience: a']) {
      expect(user.handover).toContain(part)
    }
    expect(user.handover).toContain('username: reader@org.example')
    expect(user.handover).not.toContain(created.readonlyPassword)
    const stored = (await test.client.environments.list()).find((entry) => entry.id === id)
    expect(stored).toMatchObject({ readonlyUsername: 'reader@org.example', readonlyPassword: { set: true } })
  })

  it('is not kept where that is not wanted', async () => {
    answerCreation(201, created)
    const user = await test.client.environments.createReadonlyUser({ id, email: 'reader@org.example', store: false })
    expect(user).toMatchObject({ stored: false, storeProblem: null, readonlyPassword: created.readonlyPassword })
    const stored = (await test.client.environments.list()).find((entry) => entry.id === id)
    expect(stored).toMatchObject({ readonlyUsername: '', readonlyPassword: { set: false } })
  })

  it('that is there already is a conflict in the words of the service', async () => {
    answerCreation(409, { title: 'This e-mail is in use.', errors: { email: ['must be unique'] } })
    await expect(
      test.client.environments.createReadonlyUser({ id, email: 'reader@org.example' }),
    ).rejects.toMatchObject({
      code: 'SERVICE_REFUSED',
      message: text('The service says: This e-mail is in use. email: must be unique'),
      data: { answer: { status: 409, body: text('This e-mail is in use.') } },
    })
  })
})
