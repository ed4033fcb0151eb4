import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ReadyLine, scratchFolder } from '../../build/startServe.ts'
import { openSender } from '../../tunnel/sendThrough.ts'
import { startTunnelServer, type TunnelServer } from '../../tunnel/startTunnelServer.ts'
import { startHookscope } from '../runHookscope.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())

let server: TunnelServer
beforeEach(async () => {
  server = await startTunnelServer()
})
afterEach(async () => server.stop())

/** `serve` with a tunnel at the loopback server, and these options more. */
function serve(data: string, ...args: string[]) {
  const own = ['--data', join(folder.path, data), '--ui-port', '0', '--receiver-port', '0']
  const tunnel = ['--tunnel', 'localtunnel', '--tunnel-option', `host=${server.url}`]
  return startHookscope(['serve', ...own, ...tunnel, ...args])
}

describe('serve --tunnel', () => {
  test('has the public URL in its ready line, and it leads to the receiver and nowhere else', async () => {
    const running = serve('json', '--json', '--tunnel-option', 'name=my-hooks')
    const ready = JSON.parse(await running.until('\n')) as ReadyLine & { public: string | null }
    expect(ready.public).toBe(`http://my-hooks.localhost:${server.port}`)
    const answer = await fetch(`${ready.api}/status`, { headers: { authorization: `Bearer ${ready.token}` } })
    const { environment } = (await answer.json()) as { environment: { receiverPath: string } }
    const sender = openSender(ready.public ?? '', 1)
    expect(await sender.post(Buffer.from('{}'), environment.receiverPath)).toBe(200)
    expect(await sender.post(Buffer.from('{}'), '/api/v1/status')).toBe(404)
    sender.stop()
    expect((await running.stop()).code).toBe(0)
  })

  test('tells a person the public URL', async () => {
    const running = serve('plain', '--no-open')
    expect(await running.until('Ctrl+C')).toMatch(/Public +http:\/\/[a-z0-9]+\.localhost:\d+/)
    await running.stop()
  })

  test(
    'opens nothing with "none", although a tunnel was open the last time',
    { tags: 'full', timeout: 60_000 },
    async () => {
      const first = serve('again', '--json')
      await first.until('\n')
      await first.stop()
      const before = (await server.stats()).registrations.length
      const own = ['--data', join(folder.path, 'again'), '--ui-port', '0', '--receiver-port', '0']
      const second = startHookscope(['serve', ...own, '--tunnel', 'none', '--json'])
      const ready = JSON.parse(await second.until('\n')) as ReadyLine
      const answer = await fetch(`${ready.api}/tunnel`, { headers: { authorization: `Bearer ${ready.token}` } })
      expect(await answer.json()).toMatchObject({ state: 'off' })
      await second.stop()
      expect((await server.stats()).registrations.length).toBe(before)
    },
  )

  test('runs without a tunnel when it does not come up, and says why', { tags: 'full' }, async () => {
    await server.kill()
    const running = serve('down', '--no-open')
    const text = await running.until('Ctrl+C')
    expect(text).toMatch(/The tunnel is not online yet: .+/)
    expect(text).toMatch(/Receiver +http:/)
    await running.stop()
  })
})
