/** `serve` at other addresses than 127.0.0.1, and under other names. */
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ServeProcess, scratchFolder, startServe } from '../../build/startServe.ts'
import { runHookscope } from '../runHookscope.ts'

const folder = scratchFolder()
afterAll(() => folder.remove())

/** The status of GET /api/v1/status, called under a name. */
async function statusUnder({ api, token }: ServeProcess, headers: Record<string, string>): Promise<number> {
  const asked = request(`${api}/status`, { headers: { authorization: `Bearer ${token}`, ...headers } })
  asked.end()
  return new Promise((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
}

describe('serve at another address', () => {
  let serve: ServeProcess
  beforeAll(async () => {
    const hosts = ['--ui-host', '127.0.0.2', '--receiver-host', '127.0.0.3', '--receiver-port', '0']
    serve = await startServe(folder.path, [
      ...hosts,
      '--allow-ui-host',
      'hooks.example.test',
      '--allow-ui-host',
      'a:81',
    ])
  })
  afterAll(async () => serve.stop())

  test('receives there', async () => {
    expect(serve.receiver).toMatch(/^http:\/\/127\.0\.0\.3:\d+$/)
    const { receiver } = await serve.call<{ receiver: { url: string } }>('GET', '/status')
    expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(200)
  })

  test('answers under its address and under each name that is allowed, with the key', async () => {
    expect(new URL(serve.api).hostname).toBe('127.0.0.2')
    expect(await statusUnder(serve, {})).toBe(200)
    expect(await statusUnder(serve, { host: 'hooks.example.test' })).toBe(200)
    expect(await statusUnder(serve, { host: 'a:81', origin: 'https://a:81' })).toBe(200)
    expect(await statusUnder(serve, { host: 'hooks.example.test', authorization: 'Bearer no' })).toBe(401)
  })

  test('answers under no other name, and to no page of another site', async () => {
    expect(await statusUnder(serve, { host: 'a' })).toBe(403)
    expect(await statusUnder(serve, { host: 'localhost' })).toBe(403)
    expect(await statusUnder(serve, { host: 'a:81', origin: 'http://evil.example' })).toBe(403)
  })

  test('is joined by commands, and prints the name that is opened', { tags: 'full' }, async () => {
    const { code, stdout } = await runHookscope(['open', '--no-open', '--data', folder.path])
    expect([code, stdout]).toEqual([0, expect.stringContaining('http://hooks.example.test/#code=')])
  })
})

test.each([
  [['--ui-host', '0.0.0.0'], 'Add --allow-ui-host NAME[:PORT]'],
  [['--ui-host', '192.0.2.7'], 'Add --allow-ui-host NAME[:PORT]'],
  [['--ui-host', 'example.com'], '--ui-host is "example.com"; it takes an IP address'],
  [['--receiver-host', '1.2.3'], '--receiver-host is "1.2.3"; it takes an IP address'],
  [['--allow-ui-host', 'http://a'], '--allow-ui-host is "http://a"; it takes a name'],
])('serve %j is refused before anything listens', async (options, sentence) => {
  const { code, stdout, stderr } = await runHookscope(['serve', '--data', folder.path, ...options])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)])
})
