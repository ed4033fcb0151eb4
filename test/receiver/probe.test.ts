import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProbe, type Probe } from '../../src/engine/receiver/probe.ts'
import { startReceiver } from '../../src/engine/receiver/startReceiver.ts'
import type { Receiver } from '../../src/engine/receiver/types.ts'
import { type RawClient, rawClient, request } from './rawClient.ts'

let probe: Probe
let receiver: Receiver
let client: RawClient
let strays = 0
let release: () => void = () => undefined
let taken: PromiseWithResolvers<void>

beforeEach(async () => {
  probe = createProbe()
  strays = 0
  taken = Promise.withResolvers()
  receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    probe,
    route: (target) => (target === '/in/known' ? 'environment' : null),
    onRequest: async () => {
      await new Promise<void>((resolve) => {
        release = resolve
        taken.resolve()
      })
      return { status: 200 }
    },
    onStray: () => {
      strays += 1
    },
  })
  client = await rawClient(receiver.port)
})
afterEach(async () => {
  client.socket.destroy()
  await receiver.stop(0)
})

async function ask(
  nonce: string,
  { method = 'POST', target = probe.path, via = client } = {},
): Promise<{ status: number; body: string }> {
  via.send(request({ 'Content-Length': String(nonce.length) }, { method, target }) + nonce)
  const answer = await via.answer()
  const length = Number(answer.headers['content-length'] ?? 0)
  return { status: answer.status, body: await via.take(length) }
}

describe('the probe', () => {
  it('answers a nonce with its HMAC, which only this receiver can know', async () => {
    const expected = createHmac('sha256', probe.key).update('a nonce').digest('hex')
    expect(await ask('a nonce')).toEqual({ status: 200, body: expected })
    expect(strays).toBe(0)
  })

  it('has another path and key at every start', () => {
    const other = createProbe()
    expect(other.path).not.toBe(probe.path)
    expect(other.key).not.toEqual(probe.key)
  })

  it('takes nonces of up to 256 bytes; what is longer or empty is a stray', async () => {
    expect((await ask('x'.repeat(256))).status).toBe(200)
    expect(await ask('x'.repeat(257))).toEqual({ status: 404, body: '' })
    expect(await ask('x'.repeat(200_000))).toEqual({ status: 404, body: '' })
    expect(await ask('')).toEqual({ status: 404, body: '' })
    expect(strays).toBe(3)
  })

  it('looks like any unknown path to other methods, other paths and paths beside it', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      expect(await ask('a nonce', { method })).toEqual({ status: 404, body: '' })
    }
    for (const target of [`${probe.path}x`, `${probe.path}?x`, probe.path.slice(0, -1), '/probe/', `/${probe.path}`]) {
      expect(await ask('a nonce', { target })).toEqual({ status: 404, body: '' })
    }
    expect(strays).toBe(10)
  })

  it('is answered also when the sender writes the whole address, as to a proxy', async () => {
    expect((await ask('a nonce', { target: `http://receiver.test${probe.path}` })).status).toBe(200)
  })
})

describe('a stray', () => {
  it('is drained before it is answered, so that the connection lives on', async () => {
    const body = 'x'.repeat(1_000_000)
    client.send(
      request({ 'Content-Length': String(body.length) }, { target: '/api/v1/status' }),
      body.slice(0, 500_000),
    )
    client.send(body.slice(500_000))
    expect((await client.answer()).status).toBe(404)
    expect((await ask('still here')).status).toBe(200)
  })

  it('gets nothing of the UI or API, whatever its Host', async () => {
    for (const host of ['127.0.0.1', 'localhost', 'evil.test', `127.0.0.1:${receiver.port}`]) {
      for (const target of ['/', '/index.html', '/api/v1/status', '/api/v1/openapi.json', '/events']) {
        client.send(request({ Host: host }, { method: 'GET', target }))
        const answer = await client.answer()
        expect(answer.status).toBe(404)
        expect(answer.headers['content-length'] ?? '0').toBe('0')
      }
    }
  })
})

describe('whenQuiet', () => {
  it('resolves at once when nothing is under way, and when the last answer went out', async () => {
    await receiver.whenQuiet(10_000)
    client.send(request({ 'Content-Length': '1' }), 'x')
    await taken.promise
    let isQuiet = false
    const quiet = receiver.whenQuiet(10_000).then(() => {
      isQuiet = true
    })
    expect((await ask('another', { via: await rawClient(receiver.port) })).status).toBe(200)
    expect(isQuiet).toBe(false)
    release()
    await quiet
    expect(isQuiet).toBe(true)
  })

  it('resolves after the grace when an answer does not come', async () => {
    client.send(request({ 'Content-Length': '1', Expect: '100-continue' }))
    await client.answer()
    const start = performance.now()
    await receiver.whenQuiet(50)
    expect(performance.now() - start).toBeGreaterThanOrEqual(45)
  })
})
