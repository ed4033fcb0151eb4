import { createHmac, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Environment, SandboxState, Status, TunnelProvider } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'
import { everyRoute, fill } from '../suites/routes.ts'
import { fewAndAll } from '../support/fewAndAll.ts'

/** Some more than a fresh instance has open. */
const maxDescriptors = 120
const secret = 'a secret'

let folder: ReturnType<typeof scratchFolder>
let serve: ServeProcess
let target: string
const crowd: Socket[] = []

describe.skipIf(process.platform === 'win32')('when no file descriptor is left', () => {
  beforeEach(async () => {
    folder = scratchFolder()
    serve = await startServe(folder.path, ['--receiver-port', '0'], {}, { maxDescriptors })
    const { receiverPath } = await serve.call<Environment>('POST', '/environments', { name: 'A', sharedSecret: secret })
    target = serve.receiver + receiverPath
  })
  afterEach(async () => {
    release()
    await serve.kill('SIGTERM')
    folder.remove()
  })

  it('the receiver refuses, and takes deliveries again once some are free; nothing that it took is lost', async () => {
    const taken = [await deliver('before')]
    expect(taken).toEqual([200])
    await exhaust(serve.receiver)
    expect(await deliver('refused')).toBeNull()
    release()
    await expect.poll(async () => deliver('after')).toBe(200)
    const { counts } = await serve.call<Status>('GET', '/status')
    const { items } = await serve.call<{ items: { id: string; verdict: string }[] }>(
      'GET',
      '/deliveries?filter=verdict:valid',
    )
    expect([counts.deliveries, items.map(({ verdict }) => verdict)]).toEqual([2, ['valid', 'valid']])
  })

  it(
    'a native library is loaded only where it can open what it needs, and aborts nothing',
    { tags: 'full' },
    async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ngrok = async () => {
        const [status, text] = await answerOf(`${serve.api}/tunnel/providers`, { agent })
        const listed = status === 200 ? (JSON.parse(text) as TunnelProvider[]) : []
        return listed.find(({ id }) => id === 'ngrok')
      }
      expect(await statusOf(`${serve.api}/status`, { agent })).toBe(200)
      await exhaust(serve.receiver)
      expect(await ngrok()).toMatchObject({ available: false, fix: expect.stringContaining('open files') as string })
      // Each number of free descriptors, up to one that is enough.
      for (;;) {
        crowd.shift()?.destroy()
        const provider = await ngrok()
        expect([serve.child.exitCode, serve.child.signalCode]).toEqual([null, null])
        expect(provider).toBeDefined()
        if (provider?.available === true) break
      }
      agent.destroy()
    },
  )

  // In full longer than every interval but those of minutes.
  fewAndAll('no call and nothing that happens in the background ends the process', [0, 15_000], async (ms) => {
    await deliver('not signed', 'another secret')
    const { url: sandbox } = await serve.call<SandboxState>('GET', '/sandbox')
    const document = { get: async (path: string) => fetch(serve.api + path, { headers: authorization() }) }
    const reads = (await everyRoute(document)).filter(({ method, path }) => method === 'GET' && path !== '/events')
    const calls = [...reads, { method: 'POST', path: '/deliveries/{id}/explanation' }]
    for (const port of [serve.receiver, new URL(serve.api).origin, sandbox]) {
      // A connection that is open already goes on being answered.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const ask = async (method: string, path: string) => statusOf(serve.api + path, { method, agent })
      expect(await ask('GET', '/status')).toBe(200)
      const until = Date.now() + ms
      do {
        for (const { method, path } of calls) {
          // New connections take each descriptor that becomes free.
          await exhaust(port)
          expect([path, await ask(method, fill(path))]).toEqual([path, expect.any(Number)])
        }
      } while (Date.now() < until)
      release()
      agent.destroy()
      await expect.poll(async () => deliver('after')).toBe(200)
    }
    expect([serve.child.exitCode, serve.child.signalCode]).toEqual([null, null])
  })
})

/** Opens connections until the server closes one instead of answering it. */
async function exhaust(origin: string): Promise<void> {
  for (let count = 0; count < maxDescriptors; count++) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => undefined)
    crowd.push(socket)
    socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n')
    const isAnswered = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true))
      socket.once('close', () => resolve(false))
    })
    if (!isAnswered) return
  }
  throw new Error('All connections were kept.')
}

function release(): void {
  for (const socket of crowd.splice(0)) socket.destroy()
}

/** The status of the answer; null where the connection is refused or broken off. */
async function deliver(id: string, key = secret): Promise<number | null> {
  const body = JSON.stringify({
    id,
    resourceType: 'Payment',
    resourceId: randomBytes(4).toString('hex'),
    action: 'update',
  })
  const signature = createHmac('sha256', key).update(body).digest('base64')
  const headers = { 'content-type': 'application/json', 'x-service-webhook-hmac': signature }
  return statusOf(target, { method: 'POST', headers, agent: false }, body)
}

const authorization = () => ({ authorization: `Bearer ${serve.token}` })

async function statusOf(...call: Parameters<typeof answerOf>): Promise<number | null> {
  const [status] = await answerOf(...call)
  return status
}

async function answerOf(
  url: string,
  options: Parameters<typeof request>[1],
  body = '',
): Promise<[status: number | null, text: string]> {
  const headers = { ...authorization(), ...(options.headers as Record<string, string> | undefined) }
  return new Promise((resolve) => {
    const sent = request(url, { ...options, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => resolve([response.statusCode ?? null, Buffer.concat(chunks).toString()]))
      response.once('error', () => resolve([null, '']))
    })
    sent.once('error', () => resolve([null, '']))
    sent.end(body)
  })
}
