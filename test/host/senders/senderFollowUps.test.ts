import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Environment } from '../../../src/shared/wireTypes.ts'
import { scratchFolder } from '../../build/startServe.ts'
import { nextEvent, startTestHost, type TestHost } from '../../build/startTestHost.ts'
import { postTo } from '../postTo.ts'

let folder: ReturnType<typeof scratchFolder>
let test: TestHost

beforeAll(async () => {
  folder = scratchFolder()
  test = await startTestHost(folder.path)
})
afterAll(async () => {
  await test.host.stop()
  folder.remove()
})

let made = 0
const create = async (signatureScheme: string, input: object = {}) =>
  test.client.environments.create({ name: `${signatureScheme} ${++made}`, kind: 'sender', signatureScheme, ...input })
const post = async (environment: Environment, headers: Record<string, string>, body: string) =>
  postTo(test, environment, headers, body)

const json = { 'content-type': 'application/json' }
const gitHubBody = '{"repository":{"full_name":"octo/hello"}}'
const fromGitHub = (delivery: string): [Record<string, string>, string] => {
  const signature = `sha256=${createHmac('sha256', 's').update(gitHubBody).digest('hex')}`
  return [{ ...json, 'X-GitHub-Delivery': delivery, 'X-Hub-Signature-256': signature }, gitHubBody]
}

describe('a valid delivery of another sender', () => {
  it('is not followed up as long as nobody gave a key for its sender’s API, and says so', async () => {
    const environment = await create('github', { sharedSecret: 's' })
    expect(await post(environment, ...fromGitHub('d-1'))).toMatchObject({
      verdict: 'valid',
      followUp: { state: 'skipped', why: { code: 'api-key-missing' } },
    })
  })

  it('is followed up at its sender’s API with the key that was given, and nowhere else', async () => {
    const asked: IncomingMessage[] = []
    const api = createServer((request, response) => {
      asked.push(request)
      const body = JSON.stringify({ full_name: 'octo/hello', seen: request.headers['x-api-key'] ?? null })
      response.writeHead(request.url?.includes('moved') === true ? 302 : 200, {
        'content-type': 'application/json',
        location: 'http://127.0.0.1:1/evil',
      })
      response.end(body)
    })
    await once(api.listen(0, '127.0.0.1'), 'listening')
    try {
      const { port } = api.address() as AddressInfo
      const environment = await create('github', {
        sharedSecret: 's',
        baseUrl: `http://127.0.0.1:${port}/api`,
        password: 'key-of-the-sender',
        resourcePaths: { repository: '/repos/{resourceId}' },
      })
      const fetched = async (state: string) =>
        nextEvent(test.host, (event) =>
          event.type === 'follow-up' && event.followUp.state === state ? event.deliveryId : undefined,
        )
      const first = fetched('done')
      await post(environment, ...fromGitHub('d-1'))
      const [attempt] = (await test.client.deliveries.get({ id: await first })).attempts
      expect(asked[0]).toMatchObject({
        url: '/api/repos/octo/hello',
        headers: { authorization: 'Bearer key-of-the-sender' },
      })

      await test.client.environments.update({ id: environment.id, apiKeyHeader: 'X-Api-Key' })
      const second = fetched('done')
      await post(environment, ...fromGitHub('d-2'))
      const [kept] = (await test.client.deliveries.get({ id: await second })).attempts
      expect(asked[1]?.headers).toMatchObject({ 'x-api-key': 'key-of-the-sender' })
      expect(asked[1]?.headers.authorization).toBeUndefined()
      // Neither what was sent nor what was repeated in the answer has the key.
      expect(JSON.stringify([attempt, kept])).not.toContain('key-of-the-sender')
      expect(kept?.requestHeaders).toContainEqual(['x-api-key', '[redacted]'])

      await test.client.environments.update({
        id: environment.id,
        resourcePaths: { repository: '/moved/{resourceId}' },
      })
      const third = fetched('failed')
      await post(environment, ...fromGitHub('d-3'))
      await third
      await post(
        environment,
        { ...json, 'X-GitHub-Delivery': 'd-4', 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` },
        gitHubBody,
      )
      expect(asked).toHaveLength(3)
    } finally {
      api.close()
    }
  })

  it('does not take a service’s password for the key of another sender', async () => {
    const environment = await test.client.environments.create({ name: 'Mine', password: 'of the service' })
    const changed = await test.client.environments.update({
      id: environment.id,
      kind: 'sender',
      signatureScheme: 'github',
    })
    expect(changed.password.set).toBe(false)
  })
})
