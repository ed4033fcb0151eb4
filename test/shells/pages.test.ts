import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSocket, rawHead, startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
})
afterAll(async () => serve.stopAll())

const head = async (target: string, method = 'GET') =>
  rawHead(serve.port, `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1:${serve.port}\r\n\r\n`)

describe('the built page', () => {
  test('is at / and is requested each time', async () => {
    const response = await fetch(`${serve.origin}/`)
    expect(await response.text()).toContain('<title>Page</title>')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  test('has assets that a browser may keep forever, because their names carry a hash', async () => {
    const response = await fetch(`${serve.origin}/assets/app-1a2b3c.js?x=1`)
    expect(await response.text()).toBe('void 0\n')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  test('runs no script but its own, sends nothing elsewhere, and is shown in no frame', async () => {
    const { headers } = await fetch(`${serve.origin}/`)
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types hookscope-worker',
    ])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test.each([
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/..\\outside.txt',
    '//outside.txt',
    '/assets',
    '/assets/',
    '/index.html/',
    '/INDEX.HTML',
    '/index.html%00.js',
    'http://127.0.0.1/index.html',
    '/etc/passwd',
    '/constructor',
  ])('answers 404 for %s', async (target) => {
    expect((await head(target)).status).toBe(404)
  })

  test('is only read', async () => {
    expect((await head('/', 'HEAD')).status).toBe(200)
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
      expect((await head('/', method)).status).toBe(405)
    }
  })
})

test('a page that was not built is answered with what to do', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'hookscope-empty-'))
  const other = await startTestServe({ staticFolder: join(empty, 'absent') })
  const response = await fetch(`${other.origin}/`)
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm run build')
  await other.stopAll()
  rmSync(empty, { recursive: true })
})

describe('a large file of the page', () => {
  let large: TestServe
  const page = mkdtempSync(join(tmpdir(), 'hookscope-page-'))
  writeFileSync(join(page, 'large.js'), Buffer.alloc(16 * 1024 * 1024, ' '))
  beforeAll(async () => {
    large = await startTestServe({ staticFolder: page, streamLimits: { stallMs: 100 } })
  })
  afterAll(async () => {
    await large.stopAll()
    rmSync(page, { recursive: true })
  })

  const ask = async () => {
    const client = await openSocket(large.port)
    client.on('error', () => undefined)
    client.write(`GET /large.js HTTP/1.1\r\nHost: 127.0.0.1:${large.port}\r\n\r\n`)
    return client
  }

  test.runIf(existsSync('/proc/self/fd'))('is left open by no load that is broken off', async () => {
    for (let load = 0; load < 10; load++) {
      const client = await ask()
      await once(client, 'data')
      client.resetAndDestroy()
    }
    await expect.poll(() => openFilesIn(page)).toEqual([])
  })

  test('is sent to no client for ever: one that does not read is disconnected', async () => {
    const asked = Promise.withResolvers<Socket>()
    const note = (message: unknown) => asked.resolve((message as { socket: Socket }).socket)
    subscribe('http.server.request.start', note)
    const client = await ask()
    client.pause()
    const socket = await asked.promise
    unsubscribe('http.server.request.start', note)
    if (!socket.destroyed) await once(socket, 'close')
    client.destroy()
  })
})

/** The files below a folder that this process has open. */
function openFilesIn(folder: string): string[] {
  const targets = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      // It has been closed since.
      return ''
    }
  })
  return targets.filter((target) => target.startsWith(folder))
}
