/** The address that the browser is opened with: others can read it, so it is good once and soon no more. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawHead, startTestServe, type TestServe } from './startTestServe.ts'

let serve: TestServe
beforeAll(async () => {
  serve = await startTestServe()
})
afterAll(async () => serve.stopAll())

const visit = async (url: string, method = 'GET') => fetch(url, { method, redirect: 'manual' })
const raw = async (url: string, lines: string[]) =>
  (await rawHead(serve.port, `GET ${new URL(url).pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)).status

test('leads to the page with the key, which no cache keeps', async () => {
  const url = serve.openOnce()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/open\/[\w-]{43}$/)
  const answer = await visit(url)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`/#token=${serve.token}`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await answer.text()).toBe('')
})

test('is good once; then it is answered as any page that is not there', async () => {
  const url = serve.openOnce()
  expect((await visit(url)).status).toBe(303)
  const [again, unknown] = await Promise.all([visit(url), visit(`${serve.origin}/nothing`)])
  expect([again.status, await again.text()]).toEqual([404, await unknown.text()])
  expect(again.headers.get('location')).toBeNull()
})

test('is good for one of two who come at the same time', async () => {
  const url = serve.openOnce()
  const statuses = await Promise.all([visit(url), visit(url)].map(async (answer) => (await answer).status))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 404])
})

test('is another one each time, and each is good', async () => {
  const urls = [serve.openOnce(), serve.openOnce()]
  expect(new Set(urls).size).toBe(2)
  for (const url of urls) expect((await visit(url)).status).toBe(303)
})

test('is not found when nobody made it', async () => {
  for (const path of ['/open', '/open/', '/open/x', `/open/${'x'.repeat(43)}`, '/open/constructor']) {
    expect([path, (await visit(serve.origin + path)).status]).toEqual([path, 404])
  }
})

test('is not found once its time is over', async () => {
  const other = await startTestServe({ openForMs: 0 })
  expect((await visit(other.openOnce())).status).toBe(404)
  await other.stopAll()
})

test('is refused by another name or to another site, and is still good afterwards', async () => {
  const url = serve.openOnce()
  const host = `Host: 127.0.0.1:${serve.port}`
  expect(await raw(url, [`Host: localhost:${serve.port}`])).toBe(403)
  expect(await raw(url, ['Host: evil.test'])).toBe(403)
  expect(await raw(url, [host, 'Origin: http://evil.test'])).toBe(403)
  expect(await raw(url, [host])).toBe(303)
})

test('is not used up by asking in another way', async () => {
  const url = serve.openOnce()
  expect((await visit(url, 'HEAD')).status).toBe(404)
  expect((await visit(url, 'POST')).status).toBe(405)
  expect((await visit(url)).status).toBe(303)
})
