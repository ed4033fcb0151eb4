import { readFileSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSender, sendMany } from './sendThrough.ts'
import { freePort, type SshServer, startSshServer, missingSshd } from './startSshServer.ts'
import { isOnline, startTestTunnel, type TestTunnel, type TestTunnelOptions } from './startTestTunnel.ts'

const reason = missingSshd()

let server: SshServer
let test: TestTunnel

async function online(timing: TestTunnelOptions['timing'] = {}, values: Record<string, string> = {}): Promise<string> {
  test = await startTestTunnel({ timing: { checkIntervalMs: 500, ...timing } })
  await test.tunnel.open('ssh', { ...options(), ...values })
  return (await test.until(isOnline)).publicUrl ?? ''
}

function options(): Record<string, string> {
  return { host: server.host, port: String(server.port), key: server.keyFile, url: 'http://127.0.0.1:{port}' }
}

/** Command lines of processes that name our server's port. */
function sshProcesses(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'latin1')]
      } catch {
        return []
      }
    })
    .filter((line) => line.includes(server.keyFile) && line.includes('ServerAliveInterval'))
}

describe.skipIf(reason !== null)(`ssh to a real server${reason === null ? '' : ` (skipped: ${reason})`}`, () => {
  beforeEach(async () => {
    server = await startSshServer()
  })
  afterEach(async () => {
    await test.stop()
    await server.stop()
  })

  it('is online at the port that the server chose, with headers as they were sent', async () => {
    const url = await online()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(test.tunnel.view()).toMatchObject({ headersNormalised: false })
    const sender = openSender(url, 1)
    expect(await sender.post(Buffer.from('x'))).toBe(200)
    sender.stop()
    expect(test.requests[0]?.headers).toContain('host')
  })

  it('carries random bodies of 0 to 1 MB byte for byte, and 100 deliveries at once', { tags: 'full' }, async () => {
    const url = await online()
    const sender = openSender(url, 16)
    const { hashes, others } = await sendMany(sender, 2000, 16)
    sender.stop()
    expect(others).toEqual([])
    expect([...test.received].sort()).toEqual([...hashes].sort())
    const crowd = openSender(url, 100)
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => crowd.post(Buffer.alloc(5000))))
    crowd.stop()
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('notices that the server was killed, and is back at its URL after the restart', { tags: 'full' }, async () => {
    const remotePort = String(await freePort())
    const url = await online({}, { remotePort })
    await server.kill()
    await test.until(({ state }) => state === 'reconnecting')
    // Several tries fail first, so that they are far apart when the server returns.
    const refusals = () => test.logged.filter((line) => line.includes('Connection refused')).length
    await test.until(() => refusals() >= 6)
    await server.restart()
    await test.until(isOnline)
    expect(test.tunnel.view().publicUrl).toBe(url)
  })

  it('notices a frozen server by the checks, and is back once it thaws', { tags: 'full' }, async () => {
    const url = await online({ recoveryGraceMs: 1000 }, { remotePort: String(await freePort()) })
    server.freeze()
    await test.until(({ state }) => state !== 'online')
    await test.until(({ state }) => state === 'reconnecting')
    server.thaw()
    await test.until(isOnline)
    expect(test.tunnel.view().publicUrl).toBe(url)
  })

  it('loses no connection by 15 bodies above the limit', async () => {
    const url = await online()
    const sender = openSender(url, 5)
    const statuses = await Promise.all(
      Array.from({ length: 15 }, async () => sender.post(Buffer.alloc(100_000), '/else')),
    )
    expect(new Set(statuses)).toEqual(new Set([404]))
    expect(await sender.post(Buffer.from('x'))).toBe(200)
    sender.stop()
  })

  it('leaves no process behind when it is closed', async () => {
    await online()
    expect(sshProcesses().length).toBeGreaterThan(0)
    await test.tunnel.close()
    expect(sshProcesses()).toEqual([])
  })

  it('says which key is not let in, and does not try again', async () => {
    test = await startTestTunnel()
    await test.tunnel.open('ssh', { ...options(), key: server.otherKeyFile })
    const view = await test.until(({ state }) => state === 'failed')
    expect(view.problem).toMatch('permission denied')
    expect(view.nextTryAt).toBeNull()
  })

  it('says that the remote port is taken, and tries again', async () => {
    test = await startTestTunnel({ timing: { backOffMinMs: 100 } })
    await test.tunnel.open('ssh', { ...options(), remotePort: String(test.receiver.port) })
    const view = await test.until(({ state }) => state === 'reconnecting')
    expect(view.problem).toMatch('still taken there')
  })

  it('says that nobody listens there', async () => {
    test = await startTestTunnel()
    await test.tunnel.open('ssh', { ...options(), port: String(await freePort()) })
    const view = await test.until(({ state }) => state === 'reconnecting')
    expect(view.problem).toMatch(/Connection refused/i)
  })
})
