/** Access to the key of the browser shell: threats 19 and 23. Over raw sockets where headers matter. */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionProof, SessionToken } from '../../src/shared/wireTypes.ts'
import { rawHead, startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
})
afterAll(async () => serve.stopAll())

const codeIn = (address: string) => new URL(address).hash.replace('#code=', '')
const newCode = (of = serve) => codeIn(of.session.newAddress().ui)
const wrongCode = () => randomBytes(32).toString('base64url')

interface Poster {
  of?: TestServe
  headers?: Record<string, string>
}

/** Posts as the page does. */
async function post(path: string, body: unknown, { of = serve, headers = {} }: Poster = {}) {
  return fetch(of.origin + path, {
    method: 'POST',
    headers: { origin: of.origin, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
const exchange = async (code: string, of = serve) => post('/session/token', { code }, { of })

describe('a one-time address', () => {
  test('holds a code in its fragment and not the key, and says until when it is good', () => {
    const { ui, expiresAt } = serve.session.newAddress()
    expect(ui).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{43}$/)
    expect(ui).not.toContain(serve.token)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
  })

  test('is worth the key, in a body that no cache keeps', async () => {
    const answer = await exchange(newCode())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(((await answer.json()) as SessionToken).token).toBe(serve.token)
  })

  test('is good once', async () => {
    const code = newCode()
    expect((await exchange(code)).status).toBe(200)
    const again = await exchange(code)
    expect(again.status).toBe(403)
    expect(await again.text()).not.toContain(serve.token)
  })

  test('is good for one of two who come at the same time', async () => {
    const code = newCode()
    const statuses = await Promise.all([exchange(code), exchange(code)].map(async (answer) => (await answer).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  test('is another one each time, and each is good', async () => {
    const codes = [newCode(), newCode()]
    expect(new Set(codes).size).toBe(2)
    for (const code of codes) expect((await exchange(code)).status).toBe(200)
  })

  test('is no longer good once its time is over', async () => {
    let now = 0
    const other = await startTestServe({ codeClock: () => now })
    const [early, late] = [newCode(other), newCode(other)]
    now = 3_599_999
    expect((await exchange(early, other)).status).toBe(200)
    now = 3_600_000
    expect((await exchange(late, other)).status).toBe(403)
    await other.stopAll()
  })

  test('is no longer good once the key was renewed', async () => {
    const other = await startTestServe()
    const code = newCode(other)
    expect((await other.get('/session/renew', { method: 'POST' })).status).toBe(200)
    expect((await exchange(code, other)).status).toBe(403)
    await other.stopAll()
  })

  test.each(['', 'x', 'constructor', 'x'.repeat(43)])('is not %j', async (code) => {
    expect((await exchange(code)).status).toBe(403)
  })
})

describe('a code is looked at only', () => {
  const hostsAndOrigins = (): [lines: string[], status: number][] => {
    const host = `Host: 127.0.0.1:${serve.port}`
    const origin = `Origin: ${serve.origin}`
    return [
      [[host], 403],
      [[host, 'Origin: null'], 403],
      [[host, 'Origin: http://evil.test'], 403],
      [[host, `Origin: http://localhost:${serve.port}`], 403],
      [[host, `Origin: https://127.0.0.1:${serve.port}`], 403],
      [[host, origin, origin], 403],
      [['Host: evil.test', origin], 403],
      [[`Host: localhost:${serve.port}`, origin], 403],
      [[host, 'Host: evil.test', origin], 400],
      [[host, origin], 200],
    ]
  }

  test('when our own page brings it by our own name; refused otherwise, it is still good afterwards', async () => {
    const code = newCode()
    const body = JSON.stringify({ code })
    for (const [lines, status] of hostsAndOrigins()) {
      const head = [...lines, 'Content-Type: application/json', `Content-Length: ${body.length}`].join('\r\n')
      const answer = await rawHead(serve.port, `POST /session/token HTTP/1.1\r\n${head}\r\n\r\n${body}`)
      const refused = answer.status === 403 || answer.status === 400
      expect([lines, refused ? 'refused' : answer.status]).toEqual([lines, status === 200 ? 200 : 'refused'])
      expect(answer.head).not.toMatch(/access-control-allow/i)
    }
  })

  test('as JSON in the body of a POST', async () => {
    const code = newCode()
    const text = JSON.stringify({ code })
    const statuses = [
      (await post('/session/token', text, { headers: { 'content-type': 'text/plain' } })).status,
      (await post('/session/token', new URLSearchParams({ code }).toString())).status,
      (await post('/session/token', { code: [code] })).status,
      (await post('/session/token', { code, more: 'x'.repeat(2000) })).status,
      (await fetch(`${serve.origin}/session/token?code=${code}`, { headers: { origin: serve.origin } })).status,
      (await fetch(`${serve.origin}/session/token`, { method: 'PUT', body: text, headers: { origin: serve.origin } }))
        .status,
    ]
    expect(statuses).toEqual([415, 400, 400, 413, 405, 405])
    expect((await exchange(code)).status).toBe(200)
  })
})

test('who tries many codes is stopped: all codes wait then, and a good one is not used up by it', async () => {
  let now = 0
  const other = await startTestServe({ codeClock: () => now })
  const code = newCode(other)
  const statuses: number[] = []
  for (let tried = 0; tried < 40; tried += 1) statuses.push((await exchange(wrongCode(), other)).status)
  expect(statuses).toEqual([...Array<number>(30).fill(403), ...Array<number>(10).fill(429)])
  const waiting = await exchange(code, other)
  expect(waiting.status).toBe(429)
  expect(waiting.headers.get('retry-after')).toBe('10')
  now = 10_000
  expect((await exchange(code, other)).status).toBe(200)
  await other.stopAll()
})

describe('the page that a browser is opened with', () => {
  const openFolders = (of: TestServe) => readdirSync(of.host.dataFolder).filter((name) => name.startsWith('open-'))

  test('can be read by this user only, leads on to a one-time address, and runs no script', async () => {
    const file = serve.session.launchFile()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    const page = readFileSync(file, 'utf8')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|onload|javascript:/i)
    const [, address = ''] = /content="0; url=([^"]+)"/.exec(page) ?? []
    expect(page).toContain(`<a href="${address}"`)
    expect(file).not.toContain(codeIn(address))
    expect((await exchange(codeIn(address))).status).toBe(200)
    expect(existsSync(dirname(file))).toBe(false)
  })

  test('is gone when its minute is over, and at the stop', async () => {
    const brief = await startTestServe({ codeLifeMs: { launched: 0 } })
    const gone = brief.session.launchFile()
    while (existsSync(gone)) await new Promise((resolve) => setImmediate(resolve))
    await brief.stopAll()

    const other = await startTestServe()
    other.session.launchFile()
    expect(openFolders(other)).toHaveLength(1)
    await other.stop()
    expect(openFolders(other)).toEqual([])
    await other.stopAll()
  })
})

describe('a server proves', () => {
  const nonce = randomBytes(32).toString('base64url')
  const prove = async (of: TestServe, input: unknown = { nonce }) => post('/session/proof', input, { of })

  test('that it has the key, for this nonce and this origin, and says nothing of it', async () => {
    const answered = (await (await prove(serve)).json()) as SessionProof
    const other = (await (await prove(serve, { nonce: wrongCode() })).json()) as SessionProof
    expect(answered.proof).toMatch(/^[\w-]{43}$/)
    expect(other.proof).not.toBe(answered.proof)
    expect(other.folder).toBe(answered.folder)
    expect(JSON.stringify(answered)).not.toContain(serve.token)
  })

  test.each([
    ['no nonce', {}],
    ['an empty one', { nonce: '' }],
    ['a short one', { nonce: 'short' }],
    ['two in lines', { nonce: `${nonce}\n${nonce}` }],
    ['a number', { nonce: 7 }],
  ])('nothing for %s', async (_what, input) => {
    expect((await prove(serve, input)).status).toBe(400)
  })

  test('nothing to pages of other sites', async () => {
    expect((await post('/session/proof', { nonce }, { headers: { origin: 'http://evil.test' } })).status).toBe(403)
  })
})
