import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { curlCommand } from '../../src/renderer/delivery/curlCommand.ts'
import type { HeaderLine } from '../../src/shared/model.ts'

const run = promisify(execFile)
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** Runs the line in a shell against a server of its own and returns the request that came. */
async function sent(target: string, headers: HeaderLine[], body: Uint8Array) {
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      server.emit('got', { method: request.method, url: request.url, headers: request.rawHeaders, bytes })
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const got = once(server, 'got')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await run('sh', ['-c', curlCommand({ id: '1', method: 'POST', target, headers }, body, origin)])
  const [request] = await got
  server.close()
  return request as { method: string; url: string; headers: string[]; bytes: Buffer }
}

describe.skipIf(!hasCurl)('a delivery copied as cURL', () => {
  test.each([
    ['JSON', Buffer.from('{"a": 1.0, "b": "é"}\r\n')],
    ['quotes, dollars and backticks', Buffer.from(`'; echo "$HOME" \`id\` \\ $(id) !!'`)],
    ['bytes that are no text', Buffer.from([0, 1, 0xff, 0xfe, 0x0a, 0x0d])],
    ['what looks like a file name', Buffer.from('@/etc/hostname')],
  ])('sends %s byte for byte', async (_what, body) => {
    const request = await sent('/in/key?x=1', [['Content-Type', 'text/x-odd']], body)
    expect(request.method).toBe('POST')
    expect(request.url).toBe('/in/key?x=1')
    expect(request.bytes.equals(body)).toBe(true)
  })

  test('keeps the headers that came and adds none of its own kind', async () => {
    const headers: HeaderLine[] = [
      ['Host', 'elsewhere.example'],
      ['X-Service-Webhook-Hmac', "a'b=="],
      ['Content-Length', '99'],
      ['X-Empty', ''],
    ]
    const request = await sent('/in/key', headers, Buffer.from('x'))
    const names = request.headers.filter((_text, index) => index % 2 === 0)
    expect(names).toEqual(['Host', 'X-Service-Webhook-Hmac', 'X-Empty', 'Content-Length'])
    expect(request.headers).toContain("a'b==")
  })
})

test('a target that names another place still goes to the receiver', () => {
  const line = curlCommand(
    { id: '1', method: 'GET', target: 'http://evil.example/x', headers: [] },
    new Uint8Array(),
    'http://127.0.0.1:1',
  )
  expect(line).toContain("'http://127.0.0.1:1/x'")
  expect(line).not.toContain('evil.example')
})

test('a body too large for a command line comes from the saved file', () => {
  const delivery = { id: '7', method: 'POST', target: '/in/k', headers: [] }
  expect(curlCommand(delivery, new Uint8Array(200_000), 'http://127.0.0.1:1')).toContain(
    '--data-binary @delivery-7.bin',
  )
})
