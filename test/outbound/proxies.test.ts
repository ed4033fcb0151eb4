import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { trustedAuthorities } from '../../src/engine/outbound/authorities.ts'
import { proxyFromResolver, proxyFromVariables } from '../../src/engine/outbound/proxies.ts'
import { type Outbound, startOutbound } from '../../src/engine/outbound/startOutbound.ts'
import { scratchFolder } from '../build/startServe.ts'
import { selfSignedCertificate } from '../build/selfSignedCertificate.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestProxy, type TestProxy } from './startTestProxy.ts'

describe('the proxy for an address', () => {
  const proxy = 'http://proxy.test:3128'
  it.each([
    ['https://service.test/', { HTTPS_PROXY: proxy }, proxy],
    ['https://service.test/', { https_proxy: proxy, HTTPS_PROXY: 'http://other.test' }, proxy],
    ['https://service.test/', { HTTP_PROXY: proxy }, null],
    ['http://service.test/', { HTTP_PROXY: proxy }, proxy],
    ['http://service.test/', { HTTP_PROXY: proxy, REQUEST_METHOD: 'GET' }, null],
    ['http://service.test/', { ALL_PROXY: proxy }, proxy],
    ['https://service.test/', { HTTPS_PROXY: 'proxy.test:3128' }, 'http://proxy.test:3128'],
    ['https://service.test/', { HTTPS_PROXY: '' }, null],
    ['https://service.test/', { HTTPS_PROXY: '::not an address::' }, null],
    ['https://service.test/', {}, null],
    ['https://service.test/', { HTTPS_PROXY: proxy, NO_PROXY: '*' }, null],
    ['https://service.test/', { HTTPS_PROXY: proxy, NO_PROXY: 'other.test, service.test' }, null],
    ['https://api.service.test/', { HTTPS_PROXY: proxy, no_proxy: '.service.test' }, null],
    ['https://api.service.test/', { HTTPS_PROXY: proxy, no_proxy: '*.service.test' }, null],
    ['https://api.service.test/', { HTTPS_PROXY: proxy, no_proxy: 'service.test' }, null],
    ['https://notservice.test/', { HTTPS_PROXY: proxy, no_proxy: 'service.test' }, proxy],
    ['https://service.test:8443/', { HTTPS_PROXY: proxy, no_proxy: 'service.test:443' }, proxy],
    ['https://service.test/', { HTTPS_PROXY: proxy, no_proxy: 'service.test:443' }, null],
    ['https://10.1.2.3/', { HTTPS_PROXY: proxy, no_proxy: '10.0.0.0/8' }, null],
    ['https://11.1.2.3/', { HTTPS_PROXY: proxy, no_proxy: '10.0.0.0/8' }, proxy],
    ['https://[fd00::1]/', { HTTPS_PROXY: proxy, no_proxy: 'fd00::/8' }, null],
    ['https://[fd00::1]:8443/', { HTTPS_PROXY: proxy, no_proxy: '[fd00::1]:8443' }, null],
    ['https://10.1.2.3/', { HTTPS_PROXY: proxy, no_proxy: '10.0.0.0/99' }, proxy],
    // This machine is never behind a proxy, however it is spelled.
    ['http://127.0.0.1:4670/', { HTTP_PROXY: proxy }, null],
    ['http://localhost:4670/', { HTTP_PROXY: proxy }, null],
    ['http://api.localhost:4670/', { HTTP_PROXY: proxy }, null],
    ['http://[::1]:4670/', { HTTP_PROXY: proxy }, null],
    ['http://2130706433/', { HTTP_PROXY: proxy }, null],
    ['http://0x7f.1/', { HTTP_PROXY: proxy }, null],
    ['http://[::ffff:127.0.0.1]/', { HTTP_PROXY: proxy }, null],
  ])('%s with %j is %s', (url, variables, expected) => {
    expect(proxyFromVariables(url, variables)).toBe(expected)
  })

  it.each([
    ['DIRECT', null],
    ['PROXY proxy.test:3128; DIRECT', 'http://proxy.test:3128'],
    ['HTTPS proxy.test:443', 'https://proxy.test:443'],
    ['SOCKS5 proxy.test:1080', 'socks5://proxy.test:1080'],
    ['SOCKS4 proxy.test:1080', null],
    ['PROXY', null],
    ['', null],
  ])('a resolver that answers %j leads to %s', (answer, expected) => {
    expect(proxyFromResolver(answer)).toBe(expected)
  })
})

describe('a request to a service', () => {
  const certificate = selfSignedCertificate()
  const started: { stop(): Promise<unknown> }[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map(async (one) => one.stop()))
  })

  async function startService(kind: 'http' | 'https'): Promise<number> {
    const server: Server =
      kind === 'http'
        ? createServer((_, response) => response.end('served'))
        : createTlsServer(certificate, (_, response) => response.end('served'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    started.push({
      stop: async () => {
        server.closeAllConnections()
        await new Promise((done) => server.close(done))
      },
    })
    return (server.address() as AddressInfo).port
  }

  async function startProxy(port: number, refuse?: number): Promise<TestProxy> {
    const proxy = await startTestProxy(port, refuse)
    started.push(proxy)
    return proxy
  }

  function outboundWith(options: Parameters<typeof startOutbound>[0]): Outbound {
    const outbound = startOutbound(options)
    started.push({ stop: async () => outbound.close() })
    return outbound
  }

  const get = async (outbound: Outbound, url: string) => outbound.send({ method: 'GET', url, headers: [] })

  it('goes through the proxy that is named, with its credentials, and never shows them in an error', async () => {
    const proxy = await startProxy(await startService('http'))
    const named = proxy.url.replace('//', '//user:pa%20ss@')
    const outbound = outboundWith({ findProxy: async (url) => proxyFromVariables(url, { HTTP_PROXY: named }) })
    const result = await get(outbound, 'http://service.test/things')
    expect(result).toMatchObject({ ok: true, status: 200, body: Buffer.from('served') })
    const authorization = `Basic ${Buffer.from('user:pa ss').toString('base64')}`
    expect(proxy.asked).toEqual([{ line: 'GET http://service.test/things', authorization }])

    const gone = outboundWith({ findProxy: async () => 'http://user:secret@127.0.0.1:1' })
    const failed = await get(gone, 'http://service.test/')
    expect(failed).toMatchObject({ ok: false, error: { code: 'PROXY_UNREACHABLE' } })
    expect(JSON.stringify(failed)).toContain('127.0.0.1:1')
    expect(JSON.stringify(failed)).not.toContain('secret')
  })

  it('goes directly to this machine, whatever proxy is named', async () => {
    const port = await startService('http')
    const outbound = outboundWith({ findProxy: async () => 'http://127.0.0.1:1' })
    expect(await get(outbound, `http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, status: 200 })
  })

  it('is encrypted from end to end through a proxy', async () => {
    const port = await startService('https')
    const proxy = await startProxy(port)
    const folder = scratchFolder()
    const file = join(folder.path, 'company.pem')
    writeFileSync(file, `A company's own authority\n${certificate.cert}`)
    const authorities = () => trustedAuthorities({ NODE_EXTRA_CA_CERTS: file }, () => undefined)
    const outbound = outboundWith({ findProxy: async () => proxy.url, authorities })
    expect(await get(outbound, 'https://service.test/')).toMatchObject({ ok: true, body: Buffer.from('served') })
    expect(proxy.asked.map(({ line }) => line)).toEqual(['CONNECT service.test:443'])
    folder.remove()
  })

  it('says that the proxy refused, not the service', async () => {
    const proxy = await startProxy(await startService('https'), 407)
    const outbound = outboundWith({ findProxy: async () => proxy.url })
    expect(await get(outbound, 'https://service.test/')).toMatchObject({
      ok: false,
      error: { code: 'PROXY_REFUSED', why: { code: 'proxy-refused', fields: { host: 'service.test' } } },
    })
  })

  it('that is cancelled while the proxy keeps it waiting is cancelled, not refused', async () => {
    const silent = createServer()
    const stop = new AbortController()
    const kept: { destroy(): void }[] = []
    silent.on('connect', (_request, socket) => {
      kept.push(socket)
      stop.abort()
    })
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    started.push({
      stop: async () => {
        for (const socket of kept) socket.destroy()
        await new Promise((done) => silent.close(done))
      },
    })
    const proxy = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const outbound = outboundWith({ findProxy: async () => proxy })
    const result = await outbound.send({
      method: 'GET',
      url: 'https://service.test/',
      headers: [],
      signal: stop.signal,
    })
    expect(result).toMatchObject({ ok: false, error: { code: 'ABORT_ERR' } })
  })

  it('trusts an authority of the file that NODE_EXTRA_CA_CERTS names, and nobody else', async () => {
    const port = await startService('https')
    const folder = scratchFolder()
    const file = join(folder.path, 'company.pem')
    writeFileSync(file, certificate.cert)
    const url = `https://127.0.0.1:${port}/`
    const none = outboundWith({ authorities: () => trustedAuthorities({}, () => undefined) })
    expect(await get(none, url)).toMatchObject({ ok: false, error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } })
    const named = outboundWith({
      authorities: () => trustedAuthorities({ NODE_EXTRA_CA_CERTS: file }, () => undefined),
    })
    expect(await get(named, url)).toMatchObject({ ok: true, status: 200 })
    folder.remove()
  })

  it('goes on without a file of authorities that cannot be read or holds none, and says so', async () => {
    const folder = scratchFolder()
    const empty = join(folder.path, 'empty.pem')
    writeFileSync(empty, 'nothing here')
    const said: string[] = []
    trustedAuthorities({ NODE_EXTRA_CA_CERTS: empty }, (message) => said.push(message))
    trustedAuthorities({ NODE_EXTRA_CA_CERTS: join(folder.path, 'missing.pem') }, (message) => said.push(message))
    expect(said).toEqual([
      `The file that NODE_EXTRA_CA_CERTS names holds no certificate in PEM: ${empty}`,
      expect.stringContaining('missing.pem'),
    ])
    folder.remove()
  })
})
