import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startReceiver } from '../../src/engine/receiver/startReceiver.ts'
import { post, rawClient, request } from './rawClient.ts'
import { startTestReceiver, type TestReceiver } from './startTestReceiver.ts'
import { CannotListen } from '../../src/shared/cannotListen.ts'

let test: TestReceiver
let open: () => void = () => undefined
beforeEach(async () => {
  test = await startTestReceiver({ maxConnections: 3 }, async ({ refusal }) => {
    await new Promise<void>((resolve) => {
      open = resolve
    })
    return { status: refusal ?? 200 }
  })
})
afterEach(async () => test.stop())

describe('stop', () => {
  it('closes waiting connections at once, finishes what is in flight, and takes nothing new', async () => {
    const { port } = test.receiver
    const idle = await test.connect()
    const busy = await test.connect()
    busy.send(post('in flight'))
    await test.keptCount(1)
    const stopped = test.receiver.stop()
    await expect(idle.ended()).resolves.toBe('')
    await expect(rawClient(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    open()
    expect(await busy.answer()).toMatchObject({ status: 200, headers: { connection: 'close' } })
    await stopped
  })

  it('lets a body that is on its way come to its end', async () => {
    const client = await test.connect()
    client.send(request({ 'Content-Length': '6', Expect: '100-continue' }))
    await client.answer()
    const stopped = test.receiver.stop()
    client.send('foobar')
    await test.keptCount(1)
    open()
    expect((await client.answer()).status).toBe(200)
    await stopped
    expect(test.kept[0]).toMatchObject({ refusal: null, request: { size: 6 } })
  })

  it('cuts off after the grace what does not come to its end', async () => {
    const client = await test.connect()
    client.send(post('never answered'))
    await test.keptCount(1)
    await test.receiver.stop(20)
    await expect(client.answer()).rejects.toThrow('was over')
  })
})

it('more connections than the limit are turned away; those there are stay', async () => {
  const clients = await Promise.all([test.connect(), test.connect(), test.connect()])
  const surplus = await test.connect()
  await expect(surplus.answer()).rejects.toThrow('was over')
  clients[0]?.send(post('x'))
  await test.keptCount(1)
  open()
  expect((await clients[0]?.answer())?.status).toBe(200)
})

it('a port that is taken gives a sentence with the port in it', async () => {
  const { port } = test.receiver
  const second = startReceiver({
    host: '127.0.0.1',
    port,
    route: () => null,
    onRequest: async () => ({ status: 200 }),
  })
  await expect(second).rejects.toBeInstanceOf(CannotListen)
  await expect(second).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
    message: `Port ${port} on 127.0.0.1 is taken by another program. Stop that program or choose another receiver port.`,
  })
})

it('a port that another program holds on all addresses counts as taken', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '0.0.0.0', resolve))
  const { port } = other.address() as AddressInfo
  const attempt = startReceiver({
    host: '127.0.0.1',
    port,
    route: () => null,
    onRequest: async () => ({ status: 200 }),
  })
  await expect(attempt).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  await new Promise((resolve) => other.close(resolve))
})
