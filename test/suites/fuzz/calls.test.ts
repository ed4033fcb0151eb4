import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServe, type TestServe } from '../../shells/startTestServe.ts'
import { everyRoute, fill, type Route } from '../routes.ts'
import { fromSchema } from './fromSchema.ts'
import { fuzz, nastyText } from './fuzz.ts'

let serve: TestServe
let routes: Route[]
beforeAll(async () => {
  serve = await startTestServe()
  await serve.client.sandbox.demo()
  routes = (await everyRoute(serve)).filter(({ method, path }) => !left.has(`${method} ${path}`))
})
afterAll(async () => serve.stopAll())

/** Calls that would reach beyond this machine, end the key of all other calls, or never end. */
const left = new Set([
  'POST /tunnel/open',
  'POST /tunnel/retry',
  'POST /session/renew',
  'POST /session/launch',
  'GET /events',
])

interface Call {
  method: string
  path: string
  query: Record<string, string>
  body?: unknown
}

const names = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('1', '2', 'sandbox', 'Payment') }, nastyText)

function callOf({ method, path, body, query }: Route): fc.Arbitrary<Call> {
  const places = path.split('{').length - 1
  return fc.record(
    {
      method: fc.constant(method),
      path: fc.array(names, { minLength: places, maxLength: places }).map((parts) => {
        let at = 0
        return fill(path, () => encodeURIComponent((parts[at++] ?? '').toWellFormed()) || '%20')
      }),
      query: fc.record(Object.fromEntries(query.map((name) => [name, nastyText])), { requiredKeys: [] }),
      ...(body === null ? {} : { body: fromSchema(body) }),
    },
    { requiredKeys: ['method', 'path', 'query'] },
  ) as fc.Arbitrary<Call>
}

it('every call answers any input: with what was asked for, or a problem that is not our fault', async () => {
  const call = fc.constantFrom(...routes).chain(callOf)
  await fuzz('calls', call, async ({ method, path, query, body }) => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, value.slice(0, 2000)]))
    const response = await fetch(`${serve.apiUrl}${path.slice(0, 4000)}?${search}`, {
      method,
      signal: AbortSignal.timeout(20_000),
      headers: { authorization: serve.authorization, 'content-type': 'application/json' },
      ...(method === 'GET' || body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 500 || (response.status >= 400 && !/"code":/.test(text))) {
      throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 300)}\n${serve.logged.at(-1)}`)
    }
  })
  expect((await serve.get('/status')).status).toBe(200)
})
