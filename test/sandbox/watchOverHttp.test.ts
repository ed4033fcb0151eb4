import { describe, expect, onTestFinished, test } from 'vitest'
import { watchedPath } from '../../src/sandbox/api/answerCall.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import { watchOverHttp } from '../../src/sandbox/watchOverHttp.ts'
import { json, startScriptedServer } from '../build/startScriptedServer.ts'

/** A server that gives a token like a sandbox, and says what the test wants of watched objects. */
async function stranger(watched: unknown): Promise<string> {
  const server = await startScriptedServer(({ path }, response) => {
    if (path === '/') json(response, 200, { clientId: 'c', audience: 'a', username: 'u', password: 'p' })
    else if (path === '/oauth/token') json(response, 200, { access_token: 't' })
    else if (path.startsWith(watchedPath)) json(response, 200, watched)
    else json(response, 404, {})
  })
  onTestFinished(server.stop)
  return server.url
}

describe('objects of a sandbox that runs alone', () => {
  test('are watched, and the requests for them counted', async () => {
    const sandbox = await startSandbox({ port: 0 })
    onTestFinished(async () => sandbox.stop())
    const remote = await watchOverHttp(sandbox.url, 'Payment')
    const { id, ...rest } = await remote.watch()
    expect(rest).toEqual({ resourceType: 'Payment', organizationId: sandbox.credentials.organizationId })
    expect(await remote.asked(id)).toBe(0)
    await expect(remote.asked('another')).rejects.toMatchObject({ code: 'refused' })
  })

  test.each([[null], ['an object'], [[]], [{}], [{ id: 7, resourceType: 'Payment', organizationId: 'o' }]])(
    'are none where the answer is %j',
    async (answer) => {
      const remote = await watchOverHttp(await stranger(answer), 'Payment')
      await expect(remote.watch()).rejects.toMatchObject({ name: 'SandboxUnasked', code: 'not-a-sandbox' })
    },
  )

  test.each([[null], [{}], [{ asked: null }], [{ asked: '2' }], [{ asked: 1.5 }], [{ asked: -1 }]])(
    'are not counted by the answer %j',
    async (answer) => {
      const remote = await watchOverHttp(await stranger(answer), 'Payment')
      await expect(remote.asked('1')).rejects.toMatchObject({ name: 'SandboxUnasked', code: 'not-a-sandbox' })
    },
  )
})
