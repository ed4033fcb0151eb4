import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { openStore } from '../../src/engine/store/openStore.ts'
import type { Contract } from '../../src/shared/contract.ts'
import { scratchFolder } from '../build/startServe.ts'
import { startTestHost } from '../build/startTestHost.ts'
import { startHookscope } from '../cli/runHookscope.ts'
import { startTestServe, type TestServe } from './startTestServe.ts'

let folder: ReturnType<typeof scratchFolder>
/** A program that writes into `trace` that it ran, and ends. */
let script: string
let trace: string

beforeEach(() => {
  folder = scratchFolder()
  script = join(folder.path, 'script')
  trace = join(folder.path, 'trace')
  writeFileSync(script, `#!/bin/sh\necho ran >> '${trace}'\n`)
  chmodSync(script, 0o755)
  // No cloudflared of this machine is found.
  process.env['HOOKSCOPE_PROGRAM_PATH'] = folder.path
})
afterEach(() => {
  delete process.env['HOOKSCOPE_PROGRAM_PATH']
  folder.remove()
})

const refusal = 'The option "path" of Cloudflare Tunnel names a program to run, so only the command line can set it.'

describe('a program named by a call', () => {
  let serve: TestServe
  beforeEach(async () => {
    serve = await startTestServe()
  })
  afterEach(async () => serve.stopAll())
  /** Stops all first: what was started has run by then. */
  const expectNoTrace = async () => {
    await serve.host.stop()
    expect(existsSync(trace)).toBe(false)
  }
  const input = () => ({ provider: 'cloudflared', options: { path: script } })

  it('is refused over HTTP and not run', async () => {
    const answer = await serve.send('POST', '/tunnel/open', input())
    expect(answer.status).toBe(400)
    expect(((await answer.json()) as { detail: string }).detail).toContain(refusal)
    expect(await serve.client.tunnel.get()).toMatchObject({ state: 'off', history: [] })
    await expectNoTrace()
  })

  it('is refused over a MessagePort and not run', { tags: 'full' }, async () => {
    const { port1, port2 } = new MessageChannel()
    new PortHandler(serve.host.router).upgrade(port1)
    port1.start()
    port2.start()
    const client = createORPCClient<ContractRouterClient<Contract>>(new PortLink({ port: port2 }))
    await expect(client.tunnel.open(input())).rejects.toThrow(refusal)
    port2.close()
    await expectNoTrace()
  })

  it('is refused over a WebSocket and not run', async () => {
    const protocols = ['hookscope', `hookscope.token.${serve.token}`]
    const socket = new WebSocket(`ws://127.0.0.1:${serve.port}/rpc`, protocols, { origin: serve.origin })
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const link = new SocketLink({ websocket: socket as unknown as globalThis.WebSocket })
    const client = createORPCClient<ContractRouterClient<Contract>>(link)
    await expect(client.tunnel.open(input())).rejects.toThrow(refusal)
    socket.terminate()
    await expectNoTrace()
  })

  it('is not kept for a later call that names none', async () => {
    await serve.send('POST', '/tunnel/open', input())
    await serve.client.tunnel.open({ provider: 'cloudflared' })
    await expect.poll(async () => (await serve.client.tunnel.get()).problem).toContain('was not found on PATH')
  })

  it('is known to the API document as one that only the command line takes', async () => {
    const document = JSON.stringify(await (await serve.get('/openapi.json')).json())
    expect(document).toContain('commandLineOnly')
    expect(document).toContain('An option that is `commandLineOnly` is refused')
    const providers = await serve.client.tunnel.providers()
    const fixed = providers.flatMap(({ id, options }) =>
      options.filter((option) => option.commandLineOnly).map(({ key }) => `${id} ${key}`),
    )
    expect(fixed).toEqual(['cloudflared path'])
  })
})

describe('a program that somebody wrote into the database', () => {
  it('is not run when the tunnel is opened again', async () => {
    const data = join(folder.path, 'data')
    const first = await startTestHost(data)
    await first.host.stop()
    const store = await openStore({ folder: data })
    const values = { cloudflared: { path: { text: script } } }
    await store.putDocument('settings', 'tunnel', { provider: 'cloudflared', open: true, name: 'a-long-name', values })
    await store.close()

    const { host, client } = await startTestHost(data)
    await expect.poll(async () => (await client.tunnel.get()).problem).toContain('was not found on PATH')
    await host.stop()
    expect(existsSync(trace)).toBe(false)
  })
})

describe('a program named on the command line', () => {
  it('runs, also when the page opens the tunnel again, and is not run by a later start without it', async () => {
    const data = join(folder.path, 'data')
    const own = ['serve', '--no-open', '--data', data, '--ui-port', '0', '--receiver-port', '0']
    const running = startHookscope([...own, '--tunnel', 'cloudflared', '--tunnel-option', `path=${script}`])
    expect(await running.until('Ctrl+C')).toContain('The tunnel is not online yet: cloudflared ended')
    await running.stop()
    expect(readFileSync(trace, 'utf8')).toContain('ran')

    const before = readFileSync(trace, 'utf8')
    const { host, client } = await startTestHost(data)
    await expect.poll(async () => (await client.tunnel.get()).problem).toContain('was not found on PATH')
    expect(readFileSync(trace, 'utf8')).toBe(before)

    await host.openTunnel({ provider: 'cloudflared', options: { path: script } })
    await client.tunnel.close()
    const runs = readFileSync(trace, 'utf8').length
    await client.tunnel.open({ provider: 'cloudflared' })
    await expect.poll(() => readFileSync(trace, 'utf8').length).toBeGreaterThan(runs)
    await host.stop()
  })
})
