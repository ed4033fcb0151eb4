/** @module-tag full */
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { json, type ScriptedServer, startScriptedServer } from '../../build/startScriptedServer.ts'
import { scratchFolder, startServe, type ServeProcess } from '../../build/startServe.ts'
import { notification } from '../../store/build.ts'

let folder: ReturnType<typeof scratchFolder>
let service: ScriptedServer
let serve: ServeProcess | undefined

beforeEach(async () => {
  folder = scratchFolder()
  service = await startScriptedServer(answerAll)
})
afterEach(async () => {
  await serve?.kill('SIGKILL')
  await service.stop()
  folder.remove()
})

const answerAll: ScriptedServer['answer'] = ({ path }, response) =>
  json(response, 200, path === '/oauth/token' ? { access_token: 'token' } : { id: 'x' })

const count = 80
const secret = 'the secret'

it(
  'loses no follow-up when the process is killed in their midst, and asks again only for what was under way',
  { timeout: 60_000 },
  async () => {
    serve = await startServe(folder.path, ['--receiver-port', '0'])
    const access = { authUrl: service.url, baseUrl: service.url, clientId: 'c', audience: 'a', username: 'u' }
    const { receiverPath } = await serve.call<{ receiverPath: string }>('POST', '/environments', {
      name: 'Test',
      ...access,
      password: 'p',
      sharedSecret: secret,
    })
    const half = new Promise<void>((resolve) => {
      service.answer = (request, response) => {
        if (asked().length < count / 2) answerAll(request, response)
        else resolve()
      }
    })
    await Promise.all(Array.from({ length: count }, async (_, number) => send(serve, receiverPath, `r-${number}`)))
    await half
    await serve.kill('SIGKILL')
    const before = asked()
    service.answer = answerAll

    serve = await startServe(folder.path, ['--receiver-port', '0'])
    const status = async () => serve?.call<{ health: { followUps: { waiting: number } } }>('GET', '/status')
    await expect.poll(async () => (await status())?.health.followUps.waiting, { timeout: 30_000 }).toBe(0)
    expect(new Set(asked()).size).toBe(count)
    // Four are under way at once, at most.
    expect(before.length).toBeLessThan(count)
    expect(asked().length - count).toBeLessThanOrEqual(4)
  },
)

/** The objects that were asked for, in order. */
function asked(): string[] {
  return service.seen.flatMap(({ path }) => /\/(r-\d+)$/.exec(path)?.[1] ?? [])
}

async function send(to: ServeProcess | undefined, path: string, resourceId: string): Promise<void> {
  const body = notification({ resourceId })
  const signature = createHmac('sha256', secret).update(body).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
  const response = await fetch(`${to?.receiver}${path}`, { method: 'POST', body, headers })
  expect(response.status).toBe(200)
}
