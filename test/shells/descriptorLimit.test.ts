import { createHmac, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Environment, Status } from '../../src/shared/wireTypes.ts'
import { scratchFolder, type ServeProcess, startServe } from '../build/startServe.ts'

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

async function statusOf(url: string, options: Parameters<typeof request>[1], body = ''): Promise<number | null> {
  const headers = { authorization: `Bearer ${serve.token}`, ...(options.headers as Record<string, string> | undefined) }
  return new Promise((resolve) => {
    const sent = request(url, { ...options, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? null))
      response.once('error', () => resolve(null))
    })
    sent.once('error', () => resolve(null))
    sent.end(body)
  })
}
