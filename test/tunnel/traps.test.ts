import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { keepSlots, type TunnelCluster } from '../../src/engine/tunnel/providers/keepSlots.ts'
import { openSender } from './sendThrough.ts'
import { isOnline, startTestTunnel } from './startTestTunnel.ts'
import { startTunnelServer } from './startTunnelServer.ts'

/** The client as it is in the package, as far as this test uses it. */
interface Client {
  tunnelCluster: TunnelCluster & { on(event: 'request', listener: () => void): unknown }
  open(callback: () => void): void
}

type ClientClass = new (options: { host: string; port: number; subdomain: string }) => Client

function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

describe('what is known to be wrong with the localtunnel client', () => {
  it('is in its only release, whose old dependencies are replaced', () => {
    expect(versionOf('localtunnel')).toBe('2.0.2')
    const [major = 0, minor = 0] = versionOf('axios').split('.').map(Number)
    expect(major === 1 && minor >= 15).toBe(true)
    expect(versionOf('debug')).toMatch(/^4\.([4-9]|\d\d)\./)
  })

  it('listening to every chunk: no request is ever counted, and no chunk read as text', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined)
      socket.write('POST /in/known HTTP/1.1\r\nHost: x\r\n\r\n')
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    const Tunnel = createRequire(import.meta.url)('localtunnel/lib/Tunnel.js') as ClientClass
    const client = new Tunnel({ host: 'http://127.0.0.1', port, subdomain: 'x' })
    const info = { name: 'x', url: '', max_conn: 0, remote_host: '127.0.0.1', remote_port: port, local_port: port }
    Object.assign(client, { _init: (callback: (error: null, given: typeof info) => void) => callback(null, info) })
    client.open(() => undefined)
    const seen: Socket[] = []
    let requests = 0
    client.tunnelCluster.on('request', () => {
      requests += 1
    })
    client.tunnelCluster.on('open', (socket) => seen.push(socket))
    const slots = keepSlots(client.tunnelCluster, { sockets: 1, onDoubt: () => undefined })
    await expect.poll(() => seen[0]?.bytesRead ?? 0).toBeGreaterThan(0)
    expect(requests).toBe(0)
    slots.stop()
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  it('rewriting the Host header, and with it the first bytes of the body: both arrive as they were sent', async () => {
    const server = await startTunnelServer()
    const test = await startTestTunnel()
    await test.tunnel.open('localtunnel', { host: server.url })
    const url = (await test.until(isOnline)).publicUrl ?? ''
    const sender = openSender(url, 1)
    const body = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    expect(await sender.post(body)).toBe(200)
    sender.stop()
    const [request] = test.requests
    expect(request?.headers[(request.headers.indexOf('host') || 0) + 1]).toBe(new URL(url).host)
    expect(Buffer.from(request?.body ?? []).equals(body)).toBe(true)
    await test.stop()
    await server.stop()
  })
})
