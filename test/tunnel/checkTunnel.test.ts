import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startScriptedServer, type ScriptedServer } from '../build/startScriptedServer.ts'
import { createProbe, probeAnswer } from '../../src/engine/receiver/probe.ts'
import { type Outbound, startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import { tunnelSentence } from '../../src/shared/words/tunnel.ts'
import { checkTunnel, type CheckResult } from '../../src/engine/tunnel/checkTunnel.ts'

let outbound: Outbound
let server: ScriptedServer
const probe = createProbe()

beforeEach(async () => {
  outbound = startOutbound()
  server = await startScriptedServer((request, response) => response.end(probeAnswer(probe, request.body)))
})
afterEach(async () => {
  await outbound.close()
  await server.stop()
})

async function check(publicUrl = server.url, deadlineMs = 2000): Promise<CheckResult> {
  return checkTunnel({ send: outbound.send, probe, publicUrl, deadlineMs, signal: new AbortController().signal })
}

async function problem(publicUrl?: string, deadlineMs?: number): Promise<string> {
  const result = await check(publicUrl, deadlineMs)
  return result.ok ? 'passed' : tunnelSentence(result.why)
}

describe('a check', () => {
  it('passes only with the answer to its own fresh nonce', async () => {
    expect((await check()).ok).toBe(true)
    expect((await check()).ok).toBe(true)
    const [first, second] = server.seen
    expect(first?.body).not.toBe(second?.body)
    server.answer = (_request, response) => response.end(probeAnswer(probe, first?.body ?? ''))
    expect(await check()).toMatchObject({ ok: false, gone: true })
  })

  it('says to tunnels that it is no browser', async () => {
    await check()
    const [seen] = server.seen
    expect(seen?.method).toBe('POST')
    expect(seen?.headers).toMatchObject({ 'bypass-tunnel-reminder': '1', 'ngrok-skip-browser-warning': '1' })
    expect(seen?.headers['user-agent']).not.toMatch('Mozilla')
  })

  it('dials names under localhost on this machine, with their Host', async () => {
    const { port } = new URL(server.url)
    expect((await check(`http://some-name.localhost:${port}`)).ok).toBe(true)
    expect(server.seen[0]?.headers.host).toBe(`some-name.localhost:${port}`)
  })

  it('keeps the path of an address that has one', async () => {
    await check(`${server.url}/hooks`)
    expect(server.seen[0]?.path).toBe(`/hooks${probe.path}`)
  })

  it('is not fooled by a page with status 200, and names it', async () => {
    server.answer = (_request, response) => response.end('<!DOCTYPE html><html><body>Are you sure?</body></html>')
    expect(await problem()).toMatch('a page of its own')
  })

  it('is not fooled by any other 200', async () => {
    server.answer = (_request, response) => response.end('{"ok":true}')
    expect(await problem()).toMatch('something else than the receiver')
  })

  it('names another Hookscope, which has another key', async () => {
    server.answer = (request, response) => response.end(probeAnswer(createProbe(), request.body))
    expect(await problem()).toMatch('another Hookscope')
  })

  it.each([
    [404, 'does not know this address'],
    [401, 'asks for a login'],
    [502, 'does not reach the receiver'],
    [503, 'does not reach the receiver'],
  ])('says what %d means', async (status, words) => {
    server.answer = (_request, response) => response.writeHead(status).end()
    expect(await problem()).toMatch(words)
  })

  it('does not follow a redirect, and says where it leads', async () => {
    server.answer = (_request, response) => response.writeHead(302, { location: 'https://login.test/' }).end()
    expect(await problem()).toMatch('redirects (302) to https://login.test/')
  })

  it('says that nobody listens, that nobody answers in time, and that a certificate or protocol is wrong', async () => {
    const silent = createTcpServer()
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve)
    })
    const { port } = silent.address() as AddressInfo
    expect(await problem(`http://127.0.0.1:${port}`, 100)).toMatch('did not answer within 0.1 s')
    silent.close()
    expect(await problem(server.url.replace('http:', 'https:'))).toMatch('failed')
    await server.stop()
    expect(await problem()).toMatch('Nothing listens at')
  })
})
