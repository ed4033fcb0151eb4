import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fewAndAll } from '../support/fewAndAll.ts'
import { openSender, sendMany } from './sendThrough.ts'
import { isOnline, startTestTunnel, type TestTunnel } from './startTestTunnel.ts'
import { startTunnelServer, type TunnelServer } from './startTunnelServer.ts'

let server: TunnelServer
let test: TestTunnel

beforeEach(async () => {
  server = await startTunnelServer()
  test = await startTestTunnel({ timing: { checkIntervalMs: 500 } })
})
afterEach(async () => {
  await test.stop()
  await server.stop()
})

async function online(): Promise<string> {
  await test.tunnel.open('localtunnel', { host: server.url })
  const view = await test.until(isOnline)
  return view.publicUrl ?? ''
}

describe('localtunnel', () => {
  it('is online at its kept name, with the round trip of the check, and says what it does to headers', async () => {
    expect(await online()).toBe(`http://${test.name}.localhost:${server.port}`)
    const view = test.tunnel.view()
    expect(view.latencyMs).toBeGreaterThan(0)
    expect(view.headersNormalised).toBe(true)
    expect(view.traits.lastLeg).toMatch('in the clear')
    expect(view.history.map(({ state }) => state)).toEqual(['starting', 'checking', 'online'])
  })

  fewAndAll('carries random bodies of 0 to 1 MB byte for byte', [200, 2000], async (count) => {
    const sender = openSender(await online(), 16)
    const { hashes, others } = await sendMany(sender, count, 16)
    sender.stop()
    expect(others).toEqual([])
    expect([...test.received].sort()).toEqual([...hashes].sort())
    expect(hashes).toHaveLength(count)
  })

  it('carries 100 deliveries at once', async () => {
    const sender = openSender(await online(), 100)
    const statuses = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => sender.post(Buffer.alloc(index * 100, index))),
    )
    sender.stop()
    expect(statuses.every((status) => status === 200)).toBe(true)
    expect(new Set(test.received).size).toBe(100)
  })
})
